#reads volume_gradients;

// Gradient of the body's volume with respect to the position of surface vertex s, an index among the world's surface vertices [m^2].
fn volume_gradient(s: u32) -> vec3f {
  return vec3f(volume_gradients[3u * s], volume_gradients[3u * s + 1u], volume_gradients[3u * s + 2u]);
}
