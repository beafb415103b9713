// u = x - x0, in `remainders`, of positions that others may have moved. Twin of displace in
// src/simulation/solve/displacements.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  remainders[i] += positions[i] - positions_t0[i];
}
