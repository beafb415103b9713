// Stiffnesses and forces of the contacts, before each linear solve. Twin of writeTerms in
// src/simulation/integrators/implicit-euler/contact-terms.ts. Each thread processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/constraints/elastic/displacement.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/contacts/projection/friction.wgsl;
#include /shaders/contacts/projection/free-share.wgsl;
#include /shaders/integrators/implicit-euler/stiffnesses.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters, velocities_t0, inverse_masses, contacts;
#writes contact_terms;

// Returns the signed distance to which a contact's energy pulls its point [m]. `distance` is that at x0 [m]; `depth` the part of the offset that
// is the depth in a distance field.
fn goal_of(distance: f32, offset: f32, depth: f32) -> f32 {
  return min(offset, max(depth, distance) + OPENING * (offset - depth));
}

fn write_terms(contact: u32) {
  let out = CONTACT_TERM_STRIDE * contact;
  contact_terms[out + CONTACT_TERM_NORMAL] = 0.0;
  contact_terms[out + CONTACT_TERM_TANGENT] = 0.0;
  put_contact_force(contact, vec3f());
  if (contacts[contact].kind == CONTACT_KIND_NONE) {
    return;
  }
  let n = contacts[contact].normal;
  // Positions relative to the first vertex: float32 would lose the distance far from the origin. An external contact's weights needn't add up
  // to 0.
  let is_external = contacts[contact].kind == CONTACT_KIND_EXTERNAL;
  let reference = select(position_t0(contacts[contact].vertices[0]), vec3f(), is_external);
  var gap = vec3f();
  var moves = Moves();
  var mobility = 0.0;
  var free_weight = 0.0;
  var all_weight = 0.0;
  for (var k = 0u; k < contacts[contact].count; k++) {
    let v = contacts[contact].vertices[k];
    let weight = contacts[contact].weights[k];
    let inverse_mass = inverse_masses[v];
    all_weight += abs(weight);
    free_weight += select(0.0, abs(weight), inverse_mass > 0.0);
    mobility += weight * weight * inverse_mass;
    gap += weight * (position_t0(v) - reference);
    moves.now += weight * displacement(v);
    moves.predicted += weight * vector_at(VECTOR_PREDICTED_MOVES, v);
    moves.forced += weight * vector_at(VECTOR_FORCED_MOVES, v);
    moves.before += weight * parameters.dt * vec3f(velocities_t0[3u * v], velocities_t0[3u * v + 1u], velocities_t0[3u * v + 2u]);
  }
  if (mobility == 0.0 || is_between_held(free_weight, all_weight)) {
    return;
  }
  let distance = dot(n, gap);
  let offset = contacts[contact].offset;
  // An offset that depenetration_speed limits doesn't tell the depth; it is the goal as it is.
  let told = select(max(0.0, offset - parameters.contact_offset), offset, parameters.depenetration_speed > 0.0);
  let depth = select(0.0, told, contacts[contact].kind == CONTACT_KIND_FIELD);
  let at_start = distance - goal_of(distance, offset, depth);
  let stiffness = stiffnesses(at_start, moves, n, 1.0 / mobility, friction_between(contacts[contact].materials));
  contact_terms[out + CONTACT_TERM_NORMAL] = stiffness.x;
  contact_terms[out + CONTACT_TERM_TANGENT] = stiffness.y;
  let height = dot(moves.now, n);
  put_contact_force(contact, stiffness.x * (at_start + height) * n + stiffness.y * (moves.now - height * n));
}

fn put_contact_force(contact: u32, force: vec3f) {
  let at = CONTACT_TERM_STRIDE * contact + CONTACT_TERM_FORCE;
  contact_terms[at] = force.x;
  contact_terms[at + 1u] = force.y;
  contact_terms[at + 2u] = force.z;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    write_terms(contact_id(i));
  }
}
