// BVHs: complete binary trees in the layout of src/bvh/tree.ts. `boxes` contains the nodes' boxes of all trees, one tree after another:
// first the trees over tetrahedra, then those over boundary faces, then the tree over bodies. `orders` contains their primitives, with
// the trees in the same order. Node k of a tree has the children 2k+1 and 2k+2. All leaves lie on level `levels`.
#reads topology;

struct Tree {
  nodes: u32, // index of the root in `boxes`
  order: u32, // index of the first primitive in `orders`
  count: u32, // number of primitives
  levels: u32, // level of the leaves; there are 2^levels
}

fn tet_tree(body: u32) -> Tree {
  let at = WORLD_STRIDE + body * BODY_STRIDE;
  return Tree(
    topology[at + BODY_TET_NODES], topology[at + BODY_TET_ORDER],
    topology[topology[at + BODY_MODEL] + MODEL_TET_COUNT], topology[at + BODY_TET_LEVELS]);
}

fn face_tree(body: u32) -> Tree {
  let at = WORLD_STRIDE + body * BODY_STRIDE;
  return Tree(
    topology[at + BODY_FACE_NODES], topology[at + BODY_FACE_ORDER],
    topology[topology[at + BODY_MODEL] + MODEL_FACE_COUNT], topology[at + BODY_FACE_LEVELS]);
}

// The tree over all bodies; its primitives are bodies.
fn body_tree() -> Tree {
  return Tree(
    topology[WORLD_BODY_NODES], topology[WORLD_BODY_ORDER], topology[WORLD_BODY_COUNT], topology[WORLD_BODY_LEVELS]);
}

fn first_leaf(tree: Tree) -> u32 {
  return (1u << tree.levels) - 1u;
}

// Index in `orders` of a leaf's first primitive. Its primitives end where the next leaf's start.
fn leaf_start(tree: Tree, leaf: u32) -> u32 {
  let size = tree.count >> tree.levels;
  let larger = tree.count - (size << tree.levels);
  return tree.order + leaf * size + min(leaf, larger);
}

// Stackless traversal from left to right (nodeAfter in src/bvh/walk.ts). `place` is 1 + the index of a node; start at 1. To descend into
// the node's children, continue at 2 * place; to skip them, continue at next_place(place). The traversal ends when the place is 1 again.
fn next_place(place: u32) -> u32 {
  let next = place + 1u;
  return next >> countTrailingZeros(next);
}

fn node_of(place: u32) -> u32 {
  return place - 1u;
}
