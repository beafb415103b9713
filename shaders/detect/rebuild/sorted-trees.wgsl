// The trees whose leaves a rebuild on the device sorts, in the order of their parts of `orders`: over each body's tetrahedra, over each
// body's boundary faces, over all bodies, and over each body's boundary edges.
#include /shaders/contacts/ccd/swept-trees.wgsl;
#reads topology;

fn sorted_tree(index: u32) -> Tree {
  let bodies = topology[WORLD_BODY_COUNT];
  if (index < bodies) {
    return tet_tree(index);
  }
  if (index < 2u * bodies) {
    return face_tree(index - bodies);
  }
  if (index == 2u * bodies) {
    return body_tree();
  }
  return edge_tree(index - 2u * bodies - 1u);
}

// Index of the tree that has word `place` of `orders`, by binary search. (Trees without elements have no word.)
fn tree_at_place(place: u32) -> u32 {
  var low = 0u;
  var high = 3u * topology[WORLD_BODY_COUNT] + 1u;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (sorted_tree(middle).order <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
