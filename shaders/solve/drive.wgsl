// Puts driven vertices exactly where the script wants them at the end of the step. Twin of src/simulation/solve/drive.ts. Element: a
// driven vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/shared/put-position.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read_write> positions: array<f32>;
@group(2) @binding(19) var<storage, read> driven: array<Driven>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>;

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
