// How near to p elements turned inside out come, and branched edges: by the lists of inverted.wgsl and branched-edges.wgsl. Twin of
// distanceToBalls in src/simulation/path/balls.ts.

// Squared distance from p to the nearest ball around an inverted element, as of squared_distance_to_balls.
var<private> clear_squared: f32;

fn look_for_inverted(body: u32) {
  clear_squared = squared_distance_to_balls(body_word(body, BODY_INVERTED), body_word(body, BODY_INVERTED_CAPACITY));
}

// Squared distance from p to the nearest ball of a list, a little less for rounding [m^2]: LARGEST where there is none; 0 where one
// holds p, or where there are more than fit in the list.
fn squared_distance_to_balls(list: u32, capacity: u32) -> f32 {
  let count = path_data[list];
  if (count > capacity) {
    return 0.0;
  }
  var nearest = LARGEST;
  for (var k = list + 1u; k < list + 1u + 4u * count; k += 4u) {
    let ball = bitcast<vec4f>(vec4u(path_data[k], path_data[k + 1u], path_data[k + 2u], path_data[k + 3u]));
    let clear = max(0.0, (1.0 - BALL_SLACK) * length(ball.xyz - path_point) - ball.w);
    nearest = min(nearest, clear * clear);
  }
  return nearest;
}
