// Writes the pairs of a point and a tetrahedron as shortest-path queries, sorted by point; those past the capacity are left out. The index
// of a point's first query comes from a prefix sum over the points. This kernel does the third part of the prefix sum: it adds the sum of
// all earlier blocks. (scan-blocks.wgsl and scan-sums.wgsl do the first two parts.) One thread per point. Twin of `queries` in
// src/simulation/detect/queries.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/detect/points.wgsl;
#reads parameters, dispatch_arguments, pair_counts, pairs, block_sums;
#writes pair_offsets, queries;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let offset = pair_offsets[i] + block_sums[i / WORKGROUP_SIZE];
  pair_offsets[i] = offset;
  let count = pair_counts[i];
  if (count == 0u) {
    return;
  }
  let place = pair_place(i);
  var along = 0.0;
  if (is_edge(i)) {
    along = bitcast<f32>(pairs[place + 1u].x);
  }
  var vertex = NONE;
  if (is_surface_vertex(i)) {
    vertex = point_vertex(i);
  }
  let point = source_position(source_of(i, along));
  for (var k = 0u; k < count; k++) {
    if (offset + k < parameters.query_capacity) {
      let pair = pairs[place + k];
      queries[offset + k] = Query(point, vertex, pair.x, pair.y, i, along);
    }
  }
}
