// Projects one contact, with friction: accumulates its normal and tangential impulse and bounds the sums (projected Gauss-Seidel). Twin
// of projectContact in src/simulation/contacts/projection/contacts.ts.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/shared/moment.wgsl;
#include /shaders/contacts/projection/friction.wgsl;
#include /shaders/contacts/projection/free-share.wgsl;
#reads inverse_masses;
#writes contacts;

// Applies an impulse times dt [kg m] to a contact's vertices, one after another, since a vertex may occur twice.
fn move_vertices(contact: u32, count: u32, impulse: vec3f) {
  let first = contacts[contact].vertices[0];
  let reference = position_t0(first);
  var gap = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    let weight = contacts[contact].weights[k];
    move_position(v, weight * inverse_masses[v] * impulse);
    gap += weight * (position_t0(v) - reference);
  }
  if (contacts[contact].kind == CONTACT_KIND_EXTERNAL) {
    return;
  }
  // The opposite impulses on the contact's two sides (such as a point and a face) act at points that were `gap` apart at x0, so together
  // they have a moment. This code only records the moment, half at a vertex of each side. Later, integrators/xpbd/moments.ts corrects the
  // angular momentum by the recorded sums.
  let moment = 0.5 * cross(gap, impulse);
  add_moment(first, moment);
  add_moment(contacts[contact].vertices[count - 1u], moment);
}

fn project_contact(contact: u32) {
  let count = contacts[contact].count;
  let normal = contacts[contact].normal;
  var mobility = 0.0; // sum of weight^2 times inverse mass over the contact's vertices [1/kg]
  var free_weight = 0.0; // sum of |weight| of free vertices
  var all_weight = 0.0; // sum of |weight|
  // Positions are taken relative to the first vertex, since float32 would lose the distance far from the origin. This is only correct if
  // the weights sum to 0; the weights of external contacts need not.
  let is_external = contacts[contact].kind == CONTACT_KIND_EXTERNAL;
  let reference = select(position(contacts[contact].vertices[0]), vec3f(), is_external);
  var gap = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    let weight = contacts[contact].weights[k];
    let inverse_mass = inverse_masses[v];
    all_weight += abs(weight);
    free_weight += select(0.0, abs(weight), inverse_mass > 0.0);
    mobility += weight * weight * inverse_mass;
    gap += weight * (position(v) - reference);
  }
  let distance = dot(normal, gap) - contacts[contact].offset;
  let lambda_before = contacts[contact].lambda;
  if (mobility == 0.0 || (distance >= 0.0 && lambda_before == 0.0) || is_between_held(free_weight, all_weight)) {
    return;
  }
  let lambda = max(0.0, lambda_before - distance / mobility);
  contacts[contact].lambda = lambda;
  move_vertices(contact, count, (lambda - lambda_before) * normal);

  // Displacement of one side of the contact relative to the other since x0 [m].
  var slip = vec3f();
  for (var k = 0u; k < count; k++) {
    let v = contacts[contact].vertices[k];
    slip += contacts[contact].weights[k] * (position(v) - position_t0(v));
  }
  // Until lambda is above 0, the field `friction` isn't initialised.
  let applied = select(vec3f(), contacts[contact].friction, lambda_before > 0.0);
  let needed = applied - (slip - dot(slip, normal) * normal) / mobility;
  let friction = friction_share(length(needed), lambda, friction_between(contacts[contact].materials)) * needed;
  contacts[contact].friction = friction;
  move_vertices(contact, count, friction - applied);
}
