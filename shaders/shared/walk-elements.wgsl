// Searches of elements by a walk (walk.wgsl) over trees whose leaves hold at most one body or one element. A kernel that includes this file
// defines, besides meets(node),
//   bodies_searched() -> Tree // the tree over bodies
//   tree_searched(body: u32) -> Tree // the body's own tree
//   is_searched(body: u32) -> bool // whether the body's tree is searched at all
//   is_found(body: u32, element: u32, leaf: u32) -> bool // whether the element in this leaf is one that the kernel looks for
#include /shaders/shared/next-element.wgsl;
#reads orders;

fn has_element() -> bool {
  return has_leaf();
}

fn take_element() -> u32 {
  taken_leaf = take_leaf();
  return orders[leaf_start(walked, taken_leaf)];
}
