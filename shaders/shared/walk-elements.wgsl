// Searches of elements by a walk (walk.wgsl) over trees whose leaves hold at most one body or one element. A kernel that includes this file
// defines, besides meets(node),
//   bodies_searched() -> Tree // the tree over bodies
//   tree_searched(body: u32) -> Tree // the body's own tree
//   is_searched(body: u32) -> bool // whether the body's tree is searched at all
//   is_found(body: u32, element: u32, leaf: u32) -> bool // whether the element in this leaf is one that the kernel looks for
#include /shaders/shared/walk.wgsl;
#reads orders;

// Goes on to the next element that is found; it is one of walked_body. Returns NONE if there is none.
fn next_element() -> u32 {
  var found = NONE;
  while (found == NONE) {
    if (!has_leaf()) {
      find_leaves();
    }
    if (!has_leaf()) {
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
      let leaf = take_leaf();
      let element = orders[leaf_start(walked, leaf)];
      if (is_found(walked_body, element, leaf)) {
        found = element;
        break;
      }
      if (!has_leaf()) {
        break;
      }
    }
  }
  return found;
}
