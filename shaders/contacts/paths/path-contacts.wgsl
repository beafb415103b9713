// Makes the contact of each shortest path: a constraint that pushes a penetrating point to the outer side of the boundary face on which its
// path ends. Twin of src/simulation/contacts/paths/path-contacts.ts. One thread per query (a query asked for the path of one point).
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/contacts/paths/sides.wgsl;
#include /shaders/contacts/regions/parting.wgsl;
#include /shaders/detect/points.wgsl;
#include /shaders/detect/inverted-boundary.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters, dispatch_arguments, queries, paths;
#writes contacts;
#atomics counters;

// Twice the vector area of a face [m^2].
fn vector_area(model: u32, base: u32, face: u32) -> vec3f {
  let v = face_vertices(model, face) + base;
  let a = position(v.x);
  return cross(position(v.y) - a, position(v.z) - a);
}

// Sum of the doubled vector areas [m^2] of the boundary faces around the feature on which the path ends: the face (0), one of its edges (1
// to 3) or one of its corners (4 to 6).
fn normal_at(model: u32, base: u32, face: u32, feature: u32) -> vec3f {
  if (feature == 0u) {
    return vector_area(model, base, face);
  }
  if (feature <= 3u) {
    let faces = edge_faces(model, face_edges(model, face)[feature - 1u]);
    return vector_area(model, base, faces.x) + vector_area(model, base, faces.y);
  }
  let fan = vertex_face_range(model, surface_index(model, face_vertices(model, face)[feature - 4u]));
  var sum = vec3f();
  for (var k = fan.x; k < fan.y; k++) {
    sum += vector_area(model, base, vertex_face(model, k));
  }
  return sum;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i >= atomicLoad(&counters[COUNTER_QUERIES])) {
    return;
  }
  let contact = contact_of_query(i);
  contacts[contact].kind = CONTACT_KIND_NONE;
  contacts[contact].lambda = 0.0;
  let path = paths[i];
  if (path.face == NONE || path.face == PATH_OVERFLOW) {
    return;
  }
  let model = body_model(queries[i].body);
  let base = body_word(queries[i].body, BODY_VERTEX_BASE);
  let point = queries[i].source;
  let is_own_body = point_body(point) == queries[i].body;
  if (parameters.depenetration_speed > 0.0 && is_own_body && touches_inverted(point, model, base, path.face)) {
    atomicAdd(&counters[COUNTER_INVERTED_SKIPPED], 1u);
    return;
  }
  let corners = vec4u(face_vertices(model, path.face) + base, NONE);
  let barycentric = vec4f(path.b0, path.b1, 1.0 - path.b0 - path.b1, 0.0);
  let suffices = write_sides(contact, source_of(point, queries[i].along), corners, barycentric, 3u);
  // In a deep region, the path's point is the direction in which its own point leaves, and the path's depth the speed (DIRECTED).
  var normal = path.point;
  var speed = path.depth;
  if (path.feature != DIRECTED) {
    normal = normal_at(model, base, path.face, path.feature);
    speed = parameters.depenetration_speed;
    if (parameters.parts_regions != 0u) {
      speed = shallow_speed(point_body(point), queries[i].body);
    }
  }
  if (!suffices || dot(normal, normal) == 0.0) {
    atomicAdd(&counters[COUNTER_CONTACTS_GIVEN_UP], 1u);
    return;
  }
  contacts[contact].normal = normalize(normal);
  contacts[contact].offset = offset_of(contact, 0.0, speed);
  let point_material = body_word(point_body(point), BODY_MATERIAL);
  contacts[contact].materials = point_material | (body_word(queries[i].body, BODY_MATERIAL) << 16u);
  contacts[contact].kind = CONTACT_KIND_DCD;
}
