// Appends to the lists of balls in `path_data` that queries look at: a number, then 4 words each. Only a minimum is taken over a list,
// so its order doesn't matter. Include where the kernel declares `path_data` as atomics.

// @param list word at which it starts    @param centre, radius [m]
fn add_ball(list: u32, capacity: u32, centre: vec3f, radius: f32) {
  let k = atomicAdd(&path_data[list], 1u);
  // The number tells that some are missing.
  if (k >= capacity) {
    return;
  }
  let ball = bitcast<vec4u>(vec4f(centre, (1.0 + BALL_SLACK) * radius));
  for (var word = 0u; word < 4u; word++) {
    atomicStore(&path_data[list + 1u + 4u * k + word], ball[word]);
  }
}
