// Sets each driven vertex (a vertex that a script moves) to the position that the script gives for the end of the step. CPU version:
// `drive` in src/simulation/script/drive.ts. Element: a driven vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/put-position.wgsl;
#reads dispatch_arguments, driven;
#writes remainders;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let v = driven[i].vertex;
  put_position(v, driven[i].goal);
  remainders[3u * v] = 0.0;
  remainders[3u * v + 1u] = 0.0;
  remainders[3u * v + 2u] = 0.0;
}
