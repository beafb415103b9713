// A look of the guarantee at the pairs of boundary edges (look-at.wgsl). Each pair is looked at once, as in shaders/contacts/ccd/edge-edge.wgsl. One thread
// per boundary edge, in the order of the trees' leaves.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/walk-motions.wgsl;
#include /shaders/shared/walk-elements.wgsl;
#include /shaders/contacts/guarantee/look-at.wgsl;
#reads orders, dispatch_arguments;
#atomics counters;

var<private> own_ends: vec2u;
var<private> own_body: u32;
var<private> own_leaf: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || !is_looking()) {
    return;
  }
  own_body = body_of(i, BODY_EDGE_BASE);
  own_leaf = i - body_word(own_body, BODY_EDGE_BASE);
  let edge = orders[edge_tree(own_body).order + own_leaf];
  own_ends = edge_vertices(body_model(own_body), edge) + body_word(own_body, BODY_VERTEX_BASE);
  own_box = looked_edge_box(own_ends);
  search();
  if (tested > 0u) {
    atomicAdd(&counters[COUNTER_GUARD_TESTED], tested);
  }
}

fn search() {
  begin_walk(swept_body_tree());
  loop {
    let edge = next_element();
    if (edge == NONE) {
      break;
    }
    let body = walked_body;
    let ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
    look_at(vec4u(own_ends, ends), own_body, body, 2u);
  }
}

fn tree_searched(body: u32) -> Tree {
  return edge_tree(body);
}

fn is_searched(body: u32) -> bool {
  return body <= own_body;
}

fn is_found(body: u32, edge: u32, leaf: u32) -> bool {
  if (body == own_body && leaf >= own_leaf) {
    place = DONE; // of this edge's own tree, only the leaves to the left are searched
    return false;
  }
  let ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
  return all(ends != own_ends) && all(ends != own_ends.yx) && boxes_meet(looked_edge_box(ends), own_box) && is_due(vec4u(own_ends, ends));
}
