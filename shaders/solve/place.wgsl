// x = x0 + u. Twin of place in src/simulation/solve/displacements.ts. Element: a coordinate of a vertex.
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read_write> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(21) var<storage, read_write> remainders: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let x0 = positions_t0[i];
  let u = remainders[i];
  // By way of an integer, or compilers with fast mathematics take (x0 + u) - x0 for u. (The largest one is no number's.)
  let x = bitcast<f32>(min(bitcast<u32>(x0 + u), 0xfffffffeu));
  positions[i] = x;
  remainders[i] = u - (x - x0);
}
