// Sum of the forces of elements and contacts at a vertex. Twin of gatherForces in src/simulation/integrators/implicit-euler/vertices.ts.
#include /shaders/integrators/implicit-euler/adds-to-product.wgsl;
#include /shaders/integrators/implicit-euler/contacts-at.wgsl;
#include /shaders/integrators/implicit-euler/element-forces.wgsl;
#reads contact_terms, contact_lists, contacts;

// Returns the sum [N]: first elements, then contacts, in the order of contact_lists.
fn gathered_force(v: u32) -> vec3f {
  var sum = element_force(v);
  let range = contact_range(v);
  for (var n = range.x; n < range.y; n++) {
    let contact = contact_lists[n] / CONTACT_VERTICES;
    let at = CONTACT_TERM_STRIDE * contact + CONTACT_TERM_FORCE;
    let force = vec3f(contact_terms[at], contact_terms[at + 1u], contact_terms[at + 2u]);
    sum += contacts[contact].weights[contact_lists[n] % CONTACT_VERTICES] * force;
  }
  return sum;
}
