// Sets the XPBD multiplier of each body's gas to 0 at a step's start. Twin of clearGases in src/simulation/constraints/pressure/gas.ts.
// Element: a body.
#include /shaders/shared/dispatch.wgsl;
#reads dispatch_arguments;
#writes gases;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  gases[i].lambda = 0.0;
}
