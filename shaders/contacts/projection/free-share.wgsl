// Contacts between held sides. Twin of src/simulation/contacts/projection/free-share.ts.

// Whether a contact is between held sides. `free`: sum of |weight| of its free vertices; `all`: the same of all its vertices.
fn is_between_held(free: f32, all: f32) -> bool {
  return free < LEAST_FREE_SHARE * all;
}
