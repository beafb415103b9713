// Distance from p to the nearest branched edge, from the list of branched-edges.wgsl. Twin of squaredDistanceToBranched in
// src/simulation/path/clearance.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/path-body.wgsl;
#reads path_data;

// Squared distance from p to the nearest branched edge [m^2], slightly reduced against rounding: LARGEST if there is none, 0 if the body
// has more than the list holds. Only a minimum is taken over the list, so its order doesn't matter.
fn squared_distance_to_branched(body: u32) -> f32 {
  let list = body_word(body, BODY_BRANCHED);
  let count = path_data[list];
  if (count > body_word(body, BODY_BRANCHED_CAPACITY)) {
    return 0.0;
  }
  var nearest = LARGEST;
  for (var k = 0u; k < count; k++) {
    let a = corner(path_data[list + 1u + 2u * k]);
    let edge = corner(path_data[list + 2u + 2u * k]) - a;
    let gap = a - clamp(dot(a, edge) / dot(edge, edge), -1.0, 0.0) * edge;
    nearest = min(nearest, (1.0 - BALL_SLACK) * dot(gap, gap));
  }
  return nearest;
}
