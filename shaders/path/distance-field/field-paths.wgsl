// Answers queries by the distance field: depth, and the point where the field would be 0 at its present gradient. Twin of
// src/simulation/path/distance-field/find.ts. One thread per query.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/distance-field/field-at.wgsl;
#reads dispatch_arguments, queries;
#writes paths;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES]))) {
    return;
  }
  let point = queries[i].point;
  let field = field_at(queries[i].body, queries[i].tet, point);
  if (!field.exists) {
    paths[i] = Path(point, 0.0, NONE, 0u, 0.0, 0.0);
    atomicAdd(&counters[COUNTER_PATHS_MISSING], 1u);
    return;
  }
  let slope = length(field.gradient);
  let depth = depth_of(field.distance, slope);
  paths[i] = Path(point - (depth / slope) * field.gradient, depth, IN_FIELD, 0u, 0.0, 0.0);
}
