// Looks for queries that may be of a deep region: of inner points, and of vertices whose path leads the way that they face. The pool goes on if there are any
// (src/simulation/contacts/regions/regions.ts). Also takes over which bodies this step's detection has found deep. One thread per query or body.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#reads dispatch_arguments, topology, queries, paths;
#writes inside;
#atomics counters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i == 0u) {
    atomicStore(&counters[COUNTER_REGIONS], 0u);
    atomicStore(&counters[COUNTER_DEEP_REGIONS], 0u);
  }
  if (i < topology[WORLD_BODY_COUNT]) {
    let until = topology[WORLD_DEEP_UNTIL] + i;
    let found = topology[WORLD_DEEP_FOUND] + i;
    inside[until] = max(inside[until], inside[found]);
    inside[found] = 0u;
  }
  if (i < min(dispatch_arguments.count, atomicLoad(&counters[COUNTER_QUERIES])) && is_suspect(i)) {
    atomicAdd(&counters[COUNTER_DEEP_SUSPECTS], 1u);
  }
}

fn is_suspect(i: u32) -> bool {
  let point = queries[i].source;
  if (point >= topology[WORLD_FIRST_INNER]) {
    return point < topology[WORLD_FIRST_EDGE];
  }
  let face = paths[i].face;
  if (face == NONE || face == PATH_OVERFLOW) {
    return false;
  }
  let own = world_surface_body(point);
  let own_model = body_model(own);
  if (topology[own_model + MODEL_TET_COUNT] == 0u) {
    return false; // a sheet or a rope, which has no parts
  }
  let own_base = body_word(own, BODY_VERTEX_BASE);
  let fan = vertex_face_range(own_model, surface_index(own_model, world_surface_vertex(point) - own_base));
  var normal = vec3f();
  for (var k = fan.x; k < fan.y; k++) {
    normal += vector_area(own_model, own_base, vertex_face(own_model, k));
  }
  let area = vector_area(body_model(queries[i].body), body_word(queries[i].body, BODY_VERTEX_BASE), face);
  let product = dot(normal, area);
  return product > 0.0 && product * product > LEAST_COSINE * LEAST_COSINE * dot(normal, normal) * dot(area, area);
}

// Twice the vector area of a face [m^2].
fn vector_area(model: u32, base: u32, face: u32) -> vec3f {
  let v = face_vertices(model, face) + base;
  let a = position(v.x);
  return cross(position(v.y) - a, position(v.z) - a);
}
