// Keeps x0 and v0; clears multipliers, collider impulses and colours. Twin of src/simulation/solve/begin.ts, but that the host
// clears the counters, and so says that there are no contacts. Element i clears entry i of each array that has one.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(1) var<storage, read_write> positions_t0: array<f32>;
@group(2) @binding(2) var<storage, read> velocities: array<f32>;
@group(2) @binding(3) var<storage, read_write> velocities_t0: array<f32>;
@group(2) @binding(5) var<storage, read_write> multipliers: array<f32>;
@group(2) @binding(17) var<storage, read_write> collider_impulses: array<vec4f>;
@group(3) @binding(4) var<storage, read_write> colour_offsets: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i < parameters.vertex_count) {
    for (var k = 3u * i; k < 3u * i + 3u; k++) {
      positions_t0[k] = positions[k];
      velocities_t0[k] = velocities[k];
    }
    collider_impulses[i] = vec4f();
  }
  if (i < arrayLength(&multipliers)) {
    multipliers[i] = 0.0;
  }
  if (i <= parameters.colour_capacity) {
    colour_offsets[i] = 0u;
  }
}
