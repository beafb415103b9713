// Third part of the scan, and the queries themselves: one for each pair that a surface vertex has, as far as they fit.
// Twin of src/simulation/detect/queries.ts. Element: a surface vertex.
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/shared/topology.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(10) var<storage, read> pair_counts: array<u32>;
@group(2) @binding(11) var<storage, read_write> pair_offsets: array<u32>;
@group(2) @binding(12) var<storage, read> pairs: array<vec2u>;
@group(3) @binding(0) var<storage, read_write> queries: array<Query>;
@group(3) @binding(8) var<storage, read> block_sums: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let offset = pair_offsets[i] + block_sums[i / WORKGROUP_SIZE];
  pair_offsets[i] = offset;
  let vertex = world_surface_vertex(i);
  let point = vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
  for (var k = 0u; k < pair_counts[i]; k++) {
    if (offset + k < parameters.query_capacity) {
      let pair = pairs[PAIRS_PER_VERTEX * i + k];
      queries[offset + k] = Query(point, vertex, pair.x, pair.y);
    }
  }
}
