// Pushes the listed pairs apart at x, along the normal between their nearest points at x0, both elements by the same momentum (src/simulation/contacts/guarantee/push.ts). Unlike there
// all pairs see the same x, so each takes a share of its push: one over the most pairs that one of its vertices is in. The argument is 1 for the
// first time, which counts them. A thread per place in the list.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/guarantee/gap.wgsl;
#reads inverse_masses, push_pairs, dispatch_arguments, topology;
#atomics guard, counters;

// Bisections of the plane's height: float32 has no more digits.
const PLANE_BISECTIONS = 24u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  // If there was no room for all pairs, which ones are in the list differs from run to run, so none is pushed.
  let listed = guard_word(GUARD_PUSHES);
  if (i >= listed || listed > dispatch_arguments.count) {
    return;
  }
  let at = PUSH_PAIR * i;
  push_apart(vec4u(push_pairs[at], push_pairs[at + 1u], push_pairs[at + 2u], push_pairs[at + 3u]), push_pairs[at + 4u]);
}

fn push_apart(ids: vec4u, first: u32) {
  var pair: Pair;
  pair.first = first;
  var masses: vec4f; // 0 stands for a held vertex
  var most = 1u;
  for (var k = 0u; k < 4u; k++) {
    pair.start[k] = position_t0(ids[k]);
    pair.end[k] = position(ids[k]);
    let w = inverse_masses[ids[k]];
    masses[k] = select(0.0, 1.0 / w, w > 0.0);
    most = max(most, atomicLoad(&guard[word_of(WORLD_PUSH_COUNTS, ids[k])]));
  }
  let gap = find_gap(pair);
  if (!(gap.length > 0.0)) {
    return;
  }
  let edge = bitcast<f32>(topology[body_model(body_of(ids.x, BODY_VERTEX_BASE)) + MODEL_EDGE_LENGTH]);
  let kept = KEPT_BY_PUSHES * min(gap.length, KEPT_GAP * edge);
  let ways = ways_apart(gap.heights + gap.rises, masses, first, kept);
  if (all(ways == vec4f())) {
    return;
  }
  if (dispatch_arguments.argument == 1u) {
    atomicAdd(&counters[COUNTER_PUSHED_APART], 1u);
  }
  for (var k = 0u; k < 4u; k++) {
    add_push(ids[k], PUSH_UNIT / f32(most) * ways[k] * gap.normal);
  }
}

// How far the vertices go along the gap, so that the first element gets under a plane and the second one over it by `kept` (findPlane).
fn ways_apart(heights: vec4f, masses: vec4f, first: u32, kept: f32) -> vec4f {
  var high = -LARGEST;
  var low = LARGEST;
  var is_top_held = false;
  var is_bottom_held = false;
  for (var k = 0u; k < 4u; k++) {
    if (k < first) {
      is_top_held = select(is_top_held, masses[k] == 0.0, heights[k] > high);
      high = max(high, heights[k]);
    } else {
      is_bottom_held = select(is_bottom_held, masses[k] == 0.0, heights[k] - kept < low);
      low = min(low, heights[k] - kept);
    }
  }
  if (!(low < high) || (is_top_held && is_bottom_held)) {
    return vec4f();
  }
  if (is_top_held) {
    low = high;
  } else if (is_bottom_held) {
    high = low;
  }
  let is_first = vec4u(0u, 1u, 2u, 3u) < vec4u(first);
  for (var n = 0u; n < PLANE_BISECTIONS; n++) {
    let middle = 0.5 * (low + high);
    if (dot(masses, ways_to(middle, heights, is_first, kept)) > 0.0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return select(vec4f(), ways_to(0.5 * (low + high), heights, is_first, kept), masses > vec4f());
}

fn ways_to(plane: f32, heights: vec4f, is_first: vec4<bool>, kept: f32) -> vec4f {
  return select(max(vec4f(), plane + kept - heights), min(vec4f(), plane - heights), is_first);
}
