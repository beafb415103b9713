// BVHs: binary trees in the layout of src/bvh/tree.ts. `boxes` holds the node boxes of all trees: first of the trees over tetrahedra,
// then over faces, then of the tree over bodies. `orders` holds the primitives of the trees in the same sequence.
// Within its tree, node k has the children 2k+1 and 2k+2. All leaves lie on level `levels`.
#reads topology;

struct Tree {
  nodes: u32, // first node in `boxes`
  order: u32, // first primitive in `orders`
  count: u32, // primitives
  levels: u32, // 2^levels leaves
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

// Returns the index in `orders` of a leaf's first primitive. The leaf's primitives end where those of the next leaf start.
fn leaf_start(tree: Tree, leaf: u32) -> u32 {
  let size = tree.count >> tree.levels;
  let larger = tree.count - (size << tree.levels);
  return tree.order + leaf * size + min(leaf, larger);
}

// Stackless traversal from left to right. `place` is 1 + the index of a node. A traversal starts at place 1, the root. To descend into a
// node's children, it goes on at 2 * place; to skip them, at next_place(place). The traversal ends when place is 1 again.
fn next_place(place: u32) -> u32 {
  let next = place + 1u;
  return next >> countTrailingZeros(next);
}

fn node_of(place: u32) -> u32 {
  return place - 1u;
}
