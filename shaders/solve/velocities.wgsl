// v = (x - x0) / dt, with the remainders of both. Twin of src/simulation/solve/velocities.ts, but that it adds what impulses
// changed to the predicted velocity: dt times its inverse isn't 1 in float32, and 1000 steps would show it. Element: a coordinate of
// a vertex.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(2) var<storage, read_write> velocities: array<f32>;
@group(2) @binding(21) var<storage, read> remainders: array<f32>;
@group(2) @binding(22) var<storage, read> remainders_t0: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let v = velocities[i];
  let moved = positions[i] - positions_t0[i] + (remainders[i] - remainders_t0[i]);
  velocities[i] = v + (moved - parameters.dt * v) * parameters.inverse_dt;
}
