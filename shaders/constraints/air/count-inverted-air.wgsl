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
    return u.x * v.y - u.y * v.x < 0.0;
  }
  return dot(u, cross(v, position(d) - x)) < 0.0;
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
