// Multiplies the contacts' Hessians with the search direction. Twin of multiplyContact in
// src/simulation/integrators/implicit-euler/contact-terms.ts. Each thread processes every n-th contact, with n the number of threads.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/projection/contact-ids.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads contacts;
#writes contact_terms;

fn multiply(contact: u32) {
  let out = CONTACT_TERM_STRIDE * contact;
  let along = contact_terms[out + CONTACT_TERM_NORMAL];
  if (along == 0.0) {
    return;
  }
  let across = contact_terms[out + CONTACT_TERM_TANGENT];
  let n = contacts[contact].normal;
  var moved = vec3f();
  for (var k = 0u; k < contacts[contact].count; k++) {
    moved += contacts[contact].weights[k] * vector_at(VECTOR_DIRECTION, contacts[contact].vertices[k]);
  }
  let force = across * moved + (along - across) * dot(moved, n) * n;
  contact_terms[out + CONTACT_TERM_FORCE] = force.x;
  contact_terms[out + CONTACT_TERM_FORCE + 1u] = force.y;
  contact_terms[out + CONTACT_TERM_FORCE + 2u] = force.z;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (is_solved()) {
    return;
  }
  for (var i = element(id, groups); i < records_in_use(); i += threads(groups)) {
    multiply(contact_id(i));
  }
}
