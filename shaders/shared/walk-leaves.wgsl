// Searches of elements by a walk (walk.wgsl) over trees whose leaves may hold several elements, such as those over faces. A kernel that
// includes this file defines the functions that walk-elements.wgsl names. A leaf of the tree over bodies has at most one body.
#include /shaders/shared/next-element.wgsl;
#reads orders;

var<private> next_in_leaf: u32; // the leaf's next element, and the end of its elements, by their indices in `orders`
var<private> leaf_end: u32;

fn begin_search() {
  begin_walk(bodies_searched());
  next_in_leaf = 0u;
  leaf_end = 0u;
}

fn has_element() -> bool {
  return has_leaf() || next_in_leaf != leaf_end;
}

fn take_element() -> u32 {
  if (next_in_leaf == leaf_end) {
    taken_leaf = take_leaf();
    next_in_leaf = leaf_start(walked, taken_leaf);
    leaf_end = leaf_start(walked, taken_leaf + 1u);
  }
  let element = orders[next_in_leaf];
  next_in_leaf++;
  return element;
}
