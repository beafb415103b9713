// Writes the penetration depth of each surface vertex [m], for a frame's figures and for drawing. A vertex has one shortest-path query per
// tetrahedron that it penetrates, and its depth is the greatest length of these paths. Also counts penetrating vertices, and deep ones:
// those whose depth exceeds DEEP_SHARE of their body's thickness. Also finds the greatest depth. CPU version: `depths` in
// src/simulation/diagnostics/stages.ts. Element: a surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#reads parameters, dispatch_arguments, pair_counts, pair_offsets, paths;
#writes depths;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let first = pair_offsets[i];
  let end = min(first + pair_counts[i], parameters.query_capacity);
  var depth = 0.0;
  for (var q = first; q < end; q++) {
    if (paths[q].face != NONE && paths[q].face != PATH_OVERFLOW) {
      depth = max(depth, paths[q].depth);
    }
  }
  depths[world_surface_vertex(i)] = depth;
  if (pair_counts[i] > 0u) {
    atomicAdd(&counters[COUNTER_PENETRATING], 1u);
  }
  if (depth > DEEP_SHARE * model_thickness(body_model(world_surface_body(i)))) {
    atomicAdd(&counters[COUNTER_DEEP], 1u);
  }
  // The bits of floats that aren't negative have the same order as the floats.
  atomicMax(&counters[COUNTER_DEEPEST], bitcast<u32>(depth));
}
