// The contacts at a vertex of the world (contact-lists.ts).
#reads parameters, contact_lists;

// Range of words in contact_lists with entries: CONTACT_VERTICES times the contact's id, plus the number of the vertex in the contact.
fn contact_range(v: u32) -> vec2u {
  return vec2u(contact_lists[2u * v], contact_lists[2u * v + 1u]) + (2u * parameters.vertex_count + 1u);
}
