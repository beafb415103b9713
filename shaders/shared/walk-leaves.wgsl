// Searches of elements by a walk (walk.wgsl) over trees whose leaves may hold several elements, such as those over faces. A kernel that
// includes this file defines the functions that walk-elements.wgsl names. A leaf of the tree over bodies has at most one body.
#include /shaders/shared/walk.wgsl;
#reads orders;

var<private> next_in_leaf: u32; // the leaf's next element, and the end of its elements, by their indices in `orders`
var<private> leaf_end: u32;
var<private> taken_leaf: u32;

fn begin_search() {
  begin_walk(bodies_searched());
  next_in_leaf = 0u;
  leaf_end = 0u;
}

// Goes on to the next element that is found; it is one of walked_body. Returns NONE if there is none.
fn next_element() -> u32 {
  var found = NONE;
  while (found == NONE) {
    if (!has_element()) {
      find_leaves();
    }
    if (!has_element()) {
      if (walked_body == NONE) {
        break;
      }
      leave_body(bodies_searched());
    }
    if (walked_body == NONE) {
      if (has_leaf()) {
        let body = orders[leaf_start(walked, take_leaf())];
        if (is_searched(body)) {
          enter_body(body, tree_searched(body));
        }
      }
      continue;
    }
    loop {
      if (next_in_leaf == leaf_end) {
        taken_leaf = take_leaf();
        next_in_leaf = leaf_start(walked, taken_leaf);
        leaf_end = leaf_start(walked, taken_leaf + 1u);
      }
      let element = orders[next_in_leaf];
      next_in_leaf++;
      if (is_found(walked_body, element, taken_leaf)) {
        found = element;
        break;
      }
      if (!has_element()) {
        break;
      }
    }
  }
  return found;
}

// Whether elements of the listed leaves are still to be looked at.
fn has_element() -> bool {
  return has_leaf() || next_in_leaf != leaf_end;
}
