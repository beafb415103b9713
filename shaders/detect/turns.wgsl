// Turns of bodies that are deep in several others at once. Twin of src/simulation/detect/deep-pairs.ts.
#include /shaders/detect/watch.wgsl;
#reads parameters, dispatch_arguments;
#atomics inside;

// Number of bodies that a body is deep in.
fn count_deep(body: u32) -> u32 {
  var count = 0u;
  let first = deep_word(body, 0u);
  for (var word = first; word < first + deep_words(); word++) {
    count += countOneBits(atomicLoad(&inside[word]));
  }
  return count;
}

// Whether two bodies that are deep in one another wait in this step.
fn waits(a: u32, b: u32) -> bool {
  if ((atomicLoad(&inside[deep_word(a, b)]) & (1u << (b % 32u))) == 0u) {
    return false;
  }
  let crowd = min(count_deep(a), count_deep(b));
  return crowd > MOST_AT_ONCE && (a + b + parameters.step) % crowd >= MOST_AT_ONCE;
}

// Whether this detection leaves a body out for the points of another one, since the two wait.
fn leaves_out(own: u32, other: u32) -> bool {
  return parameters.parts_regions != 0u && dispatch_arguments.argument == CONTAINMENT_INSIDE && waits(own, other);
}
