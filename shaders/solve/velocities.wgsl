// v = (x - x0) / dt. Twin of src/simulation/solve/velocities.ts. Element: a coordinate of a vertex.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(1) var<storage, read> positions_t0: array<f32>;
@group(2) @binding(2) var<storage, read_write> velocities: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  velocities[i] = (positions[i] - positions_t0[i]) * parameters.inverse_dt;
}
