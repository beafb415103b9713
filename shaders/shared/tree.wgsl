// Trees as src/bvh/tree.ts lays them out. Nodes are elements of `boxes`, which holds the boxes of all tetrahedra's, faces' and
// bodies' trees; primitives are elements of `orders`, likewise.
// Node k's children are 2k+1 and 2k+2 (from the tree's first node on); all leaves lie on level `levels`.
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

// Over the bodies; its primitives are bodies.
fn body_tree() -> Tree {
  return Tree(
    topology[WORLD_BODY_NODES], topology[WORLD_BODY_ORDER], topology[WORLD_BODY_COUNT], topology[WORLD_BODY_LEVELS]);
}

fn first_leaf(tree: Tree) -> u32 {
  return (1u << tree.levels) - 1u;
}

// Where a leaf's primitives start in `orders`; they end where the next leaf's start.
fn leaf_start(tree: Tree, leaf: u32) -> u32 {
  let size = tree.count >> tree.levels;
  let larger = tree.count - (size << tree.levels);
  return tree.order + leaf * size + min(leaf, larger);
}

// Walks without a stack, from left to right. A walk's place is 1 + the node's index: it starts at 1, goes down to
// 2 * place, else on to next_place(place), and has ended when it comes back to 1.
fn next_place(place: u32) -> u32 {
  let next = place + 1u;
  return next >> countTrailingZeros(next);
}

fn node_of(place: u32) -> u32 {
  return place - 1u;
}
