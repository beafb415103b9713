// Shortest paths, by trees, of the queries that overflowed in shortest-path.wgsl, with lists in storage. What overflows here too
// keeps its mark for the pool, and is counted. Dispatched over all queries: thread k answers those of k, k + SLOTS, ...
#include /shaders/shared/parameters.wgsl;
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/records.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/closest-point.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/path/path-body.wgsl;
#include /shaders/path/near-inverted.wgsl;
#include /shaders/path/near-branched.wgsl;
#include /shaders/path/exit-faces.wgsl;
#include /shaders/path/target.wgsl;
#include /shaders/path/traversal-large.wgsl;
#include /shaders/path/culling.wgsl;
#include /shaders/path/last-element.wgsl;
#include /shaders/path/skin.wgsl;
#include /shaders/path/candidate.wgsl;
#include /shaders/path/find-shortest-path.wgsl;
#include /shaders/path/answer-query.wgsl;

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<uniform> dispatch_arguments: DispatchArguments;
@group(1) @binding(0) var<storage, read> topology: array<u32>;
@group(2) @binding(0) var<storage, read> positions: array<f32>;
@group(2) @binding(7) var<storage, read> boxes: array<Box>;
@group(2) @binding(8) var<storage, read> orders: array<u32>;
@group(2) @binding(13) var<storage, read_write> path_data: array<u32>;
@group(3) @binding(0) var<storage, read> queries: array<Query>;
@group(3) @binding(1) var<storage, read_write> paths: array<Path>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let slot = element(id, groups);
  if (slot >= PATH_SLOTS) {
    return;
  }
  marks = topology[WORLD_PATH_MARKS] + PATH_MARKS * slot;
  let count = min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]));
  for (var i = slot; i < count; i += PATH_SLOTS) {
    if (paths[i].face == PATH_OVERFLOW) {
      answer(i);
    }
  }
}

fn answer(i: u32) {
  candidates = 0u;
  traversals = 0u;
  tets_visited = 0u;
  culling_aside = 0u;
  bounds_tested = 0u;
  if (!answer_query(i)) {
    atomicAdd(&counters[COUNTER_PATHS_UNANSWERED], 1u);
  }
}
