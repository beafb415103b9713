// A thread's walk over the BVHs of all bodies (tree.wgsl): through the tree over bodies and, at each of its leaves that the kernel wants to
// search, through the body's own tree. A kernel that includes this file defines meets(node): whether the box of a node, by its index in
// the buffer of boxes, meets what the thread looks for. It walks so:
//
//   begin_walk(body_tree());
//   loop {
//     next_leaf();
//     if (place == DONE) {
//       if (walked_body == NONE) { break; }
//       leave_body(body_tree());
//     } else if (walked_body == NONE) {
//       enter_body(orders[leaf_start(walked, leaf_of(place))], tet_tree(...));
//     } else {
//       ... test the leaf's primitives
//       place = place_after(place);
//     }
//   }
//
// The loop that tests boxes, in next_leaf, contains nothing else. So the threads of a group first find a leaf each, and then test their
// primitives together (the while-while traversal of Aila and Laine 2009, "Understanding the Efficiency of Ray Traversal on GPUs"). Had
// this loop the tests inside, a group would run them whenever one of its threads is at a leaf. SwiftShader would run them at every node,
// since it skips no branch, even if no thread takes it: only loops end early. For the same reason, code for rare cases, such as a pair that
// was found, belongs into a loop around this one.
#include /shaders/shared/tree.wgsl;

// Place of a walk past its tree's last node.
const DONE = 0u;

var<private> walked: Tree; // the tree over bodies, or that of walked_body
var<private> place: u32; // the walk's next node in that tree (next_place), or DONE
var<private> walked_body: u32; // the body whose tree it is; NONE while the walk is in the tree over bodies
var<private> body_place: u32; // the body's leaf in the tree over bodies

fn begin_walk(bodies: Tree) {
  walked = bodies;
  place = 1u;
  walked_body = NONE;
}

fn enter_body(body: u32, tree: Tree) {
  body_place = place;
  walked_body = body;
  walked = tree;
  place = 1u;
}

fn leave_body(bodies: Tree) {
  walked_body = NONE;
  walked = bodies;
  place = place_after(body_place);
}

// The place behind a node's subtree; DONE if it is the last one.
fn place_after(node_place: u32) -> u32 {
  let next = next_place(node_place);
  return select(next, DONE, next == 1u);
}

// Goes on to the first leaf, from `place` on, whose box meets. Twin of nextLeafAt and nextLeafIn in src/bvh/walk.ts.
fn next_leaf() {
  var at = place;
  loop {
    if (at == DONE) {
      break;
    }
    let is_met = meets(walked.nodes + node_of(at));
    if (is_met && is_leaf(at)) {
      break;
    }
    at = select(place_after(at), 2u * at, is_met);
  }
  place = at;
}

fn is_leaf(node_place: u32) -> bool {
  return node_place >> walked.levels != 0u;
}

// Number of a leaf in the walked tree.
fn leaf_of(node_place: u32) -> u32 {
  return node_place - (1u << walked.levels);
}
