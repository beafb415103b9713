#reads volume_gradients;

// Gradient of the body's volume by a surface vertex [m^2].
fn volume_gradient(s: u32) -> vec3f {
  return vec3f(volume_gradients[3u * s], volume_gradients[3u * s + 1u], volume_gradients[3u * s + 2u]);
}
