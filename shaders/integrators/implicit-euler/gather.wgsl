// Sums over the elements and contacts at a vertex, in a fixed order. Twin of gatherForces and addBlocksAt in
// src/simulation/integrators/implicit-euler/vertices.ts.
#include /shaders/integrators/implicit-euler/has-springs.wgsl;
#reads parameters, contact_lists;

// Words of the topology: the elements at a vertex of a model (elementIncidence). An entry is an element's number times its number of corners,
// plus the corner.
fn incident_range(table: u32, v: u32) -> vec2u {
  return words2(table + v);
}

// Range of words in contact_lists of the contacts at a vertex of the world. An entry is CONTACT_VERTICES times the contact's id, plus the
// number of the vertex in the contact.
fn contact_range(v: u32) -> vec2u {
  return vec2u(contact_lists[2u * v], contact_lists[2u * v + 1u]) + (2u * parameters.vertex_count + 1u);
}
