// Adds up the sums of lost-momentum.wgsl over each group of bodies that are held against one another, at the group's root. One thread.
#include /shaders/contacts/guarantee/held-with.wgsl;
#reads parameters;
#writes lost_momentum;

@compute @workgroup_size(1)
fn main() {
  if (guard_word(GUARD_CUT) == 0u) {
    return;
  }
  for (var body = 0u; body < parameters.body_count; body++) {
    let root = root_of(body);
    if (root == body) {
      continue;
    }
    for (var k = 0u; k < 4u; k++) {
      lost_momentum[4u * root + k] = lost_momentum[4u * root + k] + lost_momentum[4u * body + k];
    }
  }
}
