// BVHs around the motions of a step, from x0 to x: over each body's boundary faces, over its boundary edges (one edge per leaf), and over
// all bodies. `swept_boxes` contains their nodes' boxes, in this order. The faces have the leaves of face_tree (tree.wgsl).
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tree.wgsl;
#reads topology;

fn swept_face_tree(body: u32) -> Tree {
  return Tree(
    body_word(body, BODY_SWEPT_FACE_NODES), body_word(body, BODY_FACE_ORDER),
    topology[body_model(body) + MODEL_FACE_COUNT], body_word(body, BODY_FACE_LEVELS));
}

fn edge_tree(body: u32) -> Tree {
  return Tree(
    body_word(body, BODY_EDGE_NODES), body_word(body, BODY_EDGE_ORDER),
    topology[body_model(body) + MODEL_EDGE_COUNT], body_word(body, BODY_EDGE_LEVELS));
}

fn swept_body_tree() -> Tree {
  return Tree(
    topology[WORLD_SWEPT_BODY_NODES], topology[WORLD_BODY_ORDER], topology[WORLD_BODY_COUNT], topology[WORLD_BODY_LEVELS]);
}
