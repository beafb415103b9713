// A thread's walk over the BVHs of all bodies (tree.wgsl): through the tree over bodies and, at each leaf whose body the kernel wants to
// search, through the body's own tree. The thread lists up to four leaves whose boxes meet what it looks for, then tests what is in them,
// and so on. A kernel that includes this file defines meets(node): whether the box with this index in the buffer of boxes is met. The loop
// around these functions is next_element in walk-elements.wgsl or, for leaves that hold several elements, in walk-leaves.wgsl.
//
// The loop over nodes, in find_leaves, contains nothing else. So the threads of a group first list leaves, and then test them together. (So
// do the ray tracers of Aila and Laine 2009, "Understanding the Efficiency of Ray Traversal on GPUs".) If that loop contained the tests, a
// group would run them whenever one of its threads is at a leaf, and SwiftShader would run them at every node: it skips no branch, even if
// no thread takes it; only loops end early. For the same reason, work on what is rarely found belongs into a loop around this one.
#include /shaders/shared/tree.wgsl;

// Place of a walk past its tree's last node. No leaf has it.
const DONE = 0u;

var<private> walked: Tree; // the tree over bodies, or that of walked_body
var<private> walked_body: u32; // NONE while the walk is in the tree over bodies
var<private> place: u32; // the walk's next node in the tree (next_place), or DONE
var<private> leaves: vec4u; // places of the listed leaves, then DONE. A vector stays in registers, an array would not.
// `place` and `leaves` of the tree over bodies, while the walk is in a body.
var<private> body_place: u32;
var<private> body_leaves: vec4u;

fn begin_walk(bodies: Tree) {
  walked = bodies;
  walked_body = NONE;
  place = 1u;
  leaves = vec4u(DONE);
}

fn enter_body(body: u32, tree: Tree) {
  body_place = place;
  body_leaves = leaves;
  walked = tree;
  walked_body = body;
  place = 1u;
  leaves = vec4u(DONE);
}

fn leave_body(bodies: Tree) {
  walked = bodies;
  walked_body = NONE;
  place = body_place;
  leaves = body_leaves;
}

fn has_leaf() -> bool {
  return leaves.x != DONE;
}

// Takes a leaf off the list, and returns its number in the tree.
fn take_leaf() -> u32 {
  let leaf = leaves.x - (1u << walked.levels);
  leaves = vec4u(leaves.yzw, DONE);
  return leaf;
}

// Lists the next leaves whose boxes are met, from `place` on; the list is empty before.
fn find_leaves() {
  var at = place;
  var found = vec4u(DONE);
  while (at != DONE && found.w == DONE) {
    let is_met = meets(walked.nodes + node_of(at));
    let is_leaf = at >> walked.levels != 0u;
    found = select(found, vec4u(at, found.xyz), is_met && is_leaf);
    let next = next_place(at);
    at = select(select(next, DONE, next == 1u), 2u * at, is_met && !is_leaf);
  }
  place = at;
  leaves = found;
}
