// Watched points: inner vertices and centroids that are tested in turn, to notice where bodies are deep in one another. Twin of
// src/simulation/detect/watch.ts. The buffer `inside` has the classes of points, then the arrays deepUntil, deepFound and deepPairs.
#include /shaders/detect/points.wgsl;
#include /shaders/detect/deep-words.wgsl;
#reads parameters, dispatch_arguments, topology;
#atomics inside;

fn is_inner(point: u32) -> bool {
  return point >= topology[WORLD_FIRST_INNER] && point < topology[WORLD_FIRST_EDGE];
}

fn is_watched(point: u32) -> bool {
  return parameters.are_watched != 0u && is_inner(point);
}

// Whether a watched point has its turn in this step, or its body is deep in something.
fn has_turn(point: u32) -> bool {
  return (point + parameters.step) % WATCH_INTERVAL == 0u
    || atomicLoad(&inside[topology[WORLD_DEEP_UNTIL] + point_body(point)]) > parameters.step;
}

// Whether it is noted if this point lies in a body.
fn notes_deep(point: u32) -> bool {
  let argument = dispatch_arguments.argument;
  return parameters.parts_regions != 0u && is_inner(point) && (argument == CONTAINMENT_CLASSIFY || argument == CONTAINMENT_ALL);
}

// Notes that an inner point of `own` lies inside `other`.
fn note_deep(own: u32, other: u32) {
  let until = parameters.step + WATCH_STEPS + 1u;
  atomicStore(&inside[topology[WORLD_DEEP_FOUND] + own], until);
  atomicStore(&inside[topology[WORLD_DEEP_FOUND] + other], until);
  if (own != other) {
    note_pair(own, other);
    note_pair(other, own);
  }
}

fn note_pair(own: u32, other: u32) {
  atomicOr(&inside[deep_word(own, other)], 1u << (other % 32u));
}

