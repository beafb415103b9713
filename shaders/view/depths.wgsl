// Penetration depth of each surface vertex, with counts. Twin of src/simulation/view/depths.ts. Element: a surface vertex.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/shared/topology.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(10) var<storage, read> pair_counts: array<u32>;
@group(2) @binding(11) var<storage, read> pair_offsets: array<u32>;
@group(2) @binding(14) var<storage, read_write> depths: array<f32>;
@group(3) @binding(1) var<storage, read> paths: array<Path>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let first = pair_offsets[i];
  let last = min(first + pair_counts[i], parameters.query_capacity);
  var depth = 0.0;
  for (var q = first; q < last; q++) {
    if (paths[q].face != NONE && paths[q].face != PATH_OVERFLOW) {
      depth = max(depth, paths[q].depth);
    }
  }
  depths[world_surface_vertex(i)] = depth;
  if (pair_counts[i] > 0u) {
    atomicAdd(&counters[COUNTER_PENETRATING], 1u);
  }
  if (depth > DEEP * model_thickness(body_model(world_surface_body(i)))) {
    atomicAdd(&counters[COUNTER_DEEP], 1u);
  }
  // Bits of floats that aren't negative are in the floats' order.
  atomicMax(&counters[COUNTER_DEEPEST], bitcast<u32>(depth));
}
