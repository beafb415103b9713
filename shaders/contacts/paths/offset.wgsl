// Offset of a contact's constraint. Twin of offsetOf in src/simulation/contacts/paths/contact-sides.ts.
#include /shaders/shared/position-t0.wgsl;
#reads parameters, contacts;

// Returns the minimum that the contact's constraint enforces at the end of the step [m]. `depth` is 0 where the other side is a boundary face.
fn offset_of(contact: u32, depth: f32) -> f32 {
  if (parameters.depenetration_speed == 0.0) {
    return depth + parameters.contact_offset;
  }
  // Positions are taken relative to the first vertex, since float32 would lose the distance far from the origin.
  let reference = position_t0(contacts[contact].vertices[0]);
  var gap = vec3f();
  for (var k = 0u; k < contacts[contact].count; k++) {
    gap += contacts[contact].weights[k] * (position_t0(contacts[contact].vertices[k]) - reference);
  }
  let distance = dot(gap, contacts[contact].normal);
  return min(depth + parameters.contact_offset, distance + parameters.depenetration_speed * parameters.dt);
}
