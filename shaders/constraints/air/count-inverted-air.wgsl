// Counts the inverted elements of air. Twin of countInvertedAir in src/simulation/constraints/air/count-inverted-air.ts. Element: an
// element of air; each thread counts several if there are more elements than threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#reads air_elements, air_tally;
#atomics counters;

fn is_inverted(at: u32) -> bool {
  let x = position(air_elements[at]);
  let u = position(air_elements[at + 1u]) - x;
  let v = position(air_elements[at + 2u]) - x;
  let d = air_elements[at + 3u];
  if (d == NONE) {
    let w = v - u;
    let squares = dot(u, u) + dot(v, v) + dot(w, w);
    return TRIANGLE_SCALE * (u.x * v.y - u.y * v.x) < INVERTED_QUALITY * squares;
  }
  let w = position(d) - x;
  let mean_square = (dot(u, u) + dot(v, v) + dot(w, w) + dot(v - u, v - u) + dot(w - u, w - u) + dot(w - v, w - v)) / 6.0;
  return TETRAHEDRON_SCALE * dot(u, cross(v, w)) < INVERTED_QUALITY * mean_square * sqrt(mean_square);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  var inverted = 0u;
  for (var i = element(id, groups); i < air_tally[AIR_TALLY_ELEMENTS]; i += threads(groups)) {
    if (is_inverted(AIR_STRIDE * i)) {
      inverted++;
    }
  }
  if (inverted > 0u) {
    atomicAdd(&counters[COUNTER_AIR_INVERTED], inverted);
  }
}
