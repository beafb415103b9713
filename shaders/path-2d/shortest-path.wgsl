// Shortest paths of all 2D queries. Twin of src/simulation/path-2d/answer-queries.ts. Where a traversal reaches its limits
// the path is marked PATH_OVERFLOW and the processor answers. Element: a query; `argument` 1: culling.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path-2d/records.wgsl;
#include /shaders/path-2d/body.wgsl;
#include /shaders/path-2d/closest-on-segment.wgsl;
#include /shaders/path-2d/culling.wgsl;
#include /shaders/path-2d/skin.wgsl;
#include /shaders/path-2d/exit-sides.wgsl;
#include /shaders/path-2d/traversal.wgsl;
#include /shaders/path-2d/find-shortest-path.wgsl;

@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(7) var<storage, read> boxes: array<vec4f>; // lower x, y, upper x, y; circles: centre x, y, radius
@group(3) @binding(0) var<storage, read> queries: array<Query2d>;
@group(3) @binding(1) var<storage, read_write> paths: array<Path2d>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let query = queries[i];
  if (find_shortest_path(query, dispatch_arguments.argument != 0u)) {
    reach_skin();
    paths[i] = path_record(query);
  } else {
    paths[i] = Path2d(vec2f(0.0), 0.0, PATH_OVERFLOW);
    atomicAdd(&counters[COUNTER_PATH_OVERFLOWS], 1u);
  }
  atomicAdd(&counters[COUNTER_CANDIDATES], candidates);
  atomicAdd(&counters[COUNTER_TRAVERSALS], traversals);
  atomicAdd(&counters[COUNTER_TETS_VISITED], triangles_visited);
  atomicAdd(&counters[COUNTER_CULLING_ASIDE], culling_aside);
}

fn path_record(query: Query2d) -> Path2d {
  if (best_segment == NONE) {
    return Path2d(vec2f(0.0), 0.0, NONE);
  }
  return Path2d((path_point - query.point) + (path_shift + best_offset), sqrt(best_squared), best_segment);
}
