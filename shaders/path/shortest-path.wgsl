// Shortest paths of all queries by trees (Algorithms 1 to 4), or, with the argument PATHS_OVERFLOWED, of those that floods left
// marked. Twin of src/simulation/path/shortest-path.ts. Where a traversal reaches its limits the path is marked PATH_OVERFLOW, and
// shortest-path-large.wgsl answers. Element: a query.
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
#include /shaders/path/traversal.wgsl;
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
@group(2) @binding(13) var<storage, read> path_data: array<u32>;
@group(3) @binding(0) var<storage, read> queries: array<Query>;
@group(3) @binding(1) var<storage, read_write> paths: array<Path>;
@group(3) @binding(6) var<storage, read_write> counters: array<atomic<u32>, COUNTER_COUNT>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]))) {
    return;
  }
  let again = dispatch_arguments.argument == PATHS_OVERFLOWED;
  if (again && paths[i].face != PATH_OVERFLOW) {
    return;
  }
  // Of a path that overflows again it is known.
  if (!answer_query(i) && !again) {
    atomicAdd(&counters[COUNTER_PATH_OVERFLOWS], 1u);
  }
}
