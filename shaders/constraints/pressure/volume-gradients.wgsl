// Computes the gradient of a body's volume with respect to each surface vertex's position. expand-gases.wgsl and
// push-surfaces.wgsl use it. Twin of findGradients in src/simulation/constraints/pressure/gas.ts. Element: a surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/fan.wgsl;
#reads dispatch_arguments;
#writes volume_gradients;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let gradient = fan_sum(i) / 6.0;
  volume_gradients[3u * i] = gradient.x;
  volume_gradients[3u * i + 1u] = gradient.y;
  volume_gradients[3u * i + 2u] = gradient.z;
}
