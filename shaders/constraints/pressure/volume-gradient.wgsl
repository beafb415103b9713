#reads volume_gradients;

// Returns the gradient of the body's volume with respect to the position of a surface vertex [m^2]. `s` is the vertex's index among the
// world's surface vertices.
fn volume_gradient(s: u32) -> vec3f {
  return vec3f(volume_gradients[3u * s], volume_gradients[3u * s + 1u], volume_gradients[3u * s + 2u]);
}
