// Contacts between held sides. Twin of src/simulation/contacts/projection/leverage.ts.

// Whether a contact would move a free vertex much farther than it is violated. `is_held`: whether one of its vertices is held; `mobility`: sum
// of weight^2 times inverse mass [1/kg]; `leverage`: greatest |weight| times inverse mass [1/kg].
fn is_between_held(is_held: bool, mobility: f32, leverage: f32) -> bool {
  return is_held && leverage >= MOST_LEVERAGE * mobility;
}
