// The part that all searches of elements by a walk have in common: walk-elements.wgsl and walk-leaves.wgsl, which define
//   has_element() -> bool // whether elements of the listed leaves are still to be looked at
//   take_element() -> u32 // the next of them, by its index in its body; `taken_leaf` is its leaf
#include /shaders/shared/walk.wgsl;
#reads orders;

var<private> taken_leaf: u32;

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
      let element = take_element();
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
