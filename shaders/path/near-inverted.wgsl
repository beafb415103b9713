// Computes the distance from the query point p to the nearest inverted element in the list that inverted.wgsl writes. Culling
// (culling.wgsl) and traversals (exit-faces.wgsl) need it: inverted elements affect only paths that are at least as long as this distance.
// Twin of distanceToBalls in src/simulation/path/path-body.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/path/path-body.wgsl;
#reads path_data;

// Squared distance from p to the nearest bounding ball of an inverted element [m^2], slightly reduced to cover rounding. LARGEST if there
// is none, 0 if a ball contains p or the list overflowed.
var<private> inverted_distance_squared: f32;

// Sets inverted_distance_squared.
fn look_for_inverted(body: u32) {
  let list = body_word(body, BODY_INVERTED);
  let count = path_data[list];
  inverted_distance_squared = LARGEST;
  if (count > body_word(body, BODY_INVERTED_CAPACITY)) {
    inverted_distance_squared = 0.0;
    return;
  }
  for (var k = list + 1u; k < list + 1u + 4u * count; k += 4u) {
    let ball = bitcast<vec4f>(vec4u(path_data[k], path_data[k + 1u], path_data[k + 2u], path_data[k + 3u]));
    let distance = max(0.0, (1.0 - BALL_SLACK) * length(ball.xyz - path_point) - ball.w);
    inverted_distance_squared = min(inverted_distance_squared, distance * distance);
  }
}
