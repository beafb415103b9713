// Makes the contact of each query from the distance field: a constraint between a penetrating point and the four vertices of the element that
// contains it. Twin of src/simulation/contacts/paths/field-contacts.ts. One thread per query.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/detect/points.wgsl;
#include /shaders/path/distance-field/field-at.wgsl;
#include /shaders/contacts/paths/sides.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#reads parameters, dispatch_arguments, queries;
#writes contacts;
#atomics counters;

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
  let body = queries[i].body;
  let field = field_at(body, queries[i].tet, queries[i].point);
  if (!field.exists) {
    atomicAdd(&counters[COUNTER_PATHS_MISSING], 1u);
    return;
  }
  let point = queries[i].source;
  let source = source_of(point, queries[i].along);
  let corners = body_tet_vertices(body, queries[i].tet);
  if (!write_sides(contact, source, corners, field.weights, 4u)) {
    atomicAdd(&counters[COUNTER_CONTACTS_GIVEN_UP], 1u);
    return;
  }
  let slope = length(field.gradient);
  contacts[contact].normal = -field.gradient / slope;
  contacts[contact].offset = offset_of(contact, depth_of(field.distance, slope), parameters.depenetration_speed);
  let point_material = body_word(point_body(point), BODY_MATERIAL);
  contacts[contact].materials = point_material | (body_word(body, BODY_MATERIAL) << 16u);
  contacts[contact].kind = CONTACT_KIND_FIELD;
}
