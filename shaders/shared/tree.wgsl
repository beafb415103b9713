// Binary trees as src/bvh/tree.ts lays them out. `boxes` has the boxes of the nodes of all trees, one tree behind the other: those of the
// tetrahedra, of the faces and of the bodies. `orders` has their primitives in the same way.
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

// The tree of all bodies: its primitives are bodies.
fn body_tree() -> Tree {
  return Tree(
    topology[WORLD_BODY_NODES], topology[WORLD_BODY_ORDER], topology[WORLD_BODY_COUNT], topology[WORLD_BODY_LEVELS]);
}

fn first_leaf(tree: Tree) -> u32 {
  return (1u << tree.levels) - 1u;
}

// The place in `orders` of a leaf's first primitive. A leaf's primitives end where those of the next leaf start.
fn leaf_start(tree: Tree, leaf: u32) -> u32 {
  let size = tree.count >> tree.levels;
  let larger = tree.count - (size << tree.levels);
  return tree.order + leaf * size + min(leaf, larger);
}

// Walks through a tree go from left to right and need no stack. The place of a walk is 1 + the index of its node. It starts at 1. From a
// node whose children it looks at it goes to 2 * place, from another one to next_place(place). Back at 1 it has ended.
fn next_place(place: u32) -> u32 {
  let next = place + 1u;
  return next >> countTrailingZeros(next);
}

fn node_of(place: u32) -> u32 {
  return place - 1u;
}
