// A look of the guarantee at the pairs of surface vertices and boundary faces (look-at.wgsl). One thread per surface vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/walk-motions.wgsl;
#include /shaders/shared/walk-leaves.wgsl;
#include /shaders/contacts/guarantee/look-at.wgsl;
#reads dispatch_arguments, topology;
#atomics counters;

var<private> own_vertex: u32;
var<private> own_body: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || !is_looking()) {
    return;
  }
  own_vertex = world_surface_vertex(i);
  own_body = world_surface_body(i);
  own_box = looked_box(own_vertex);
  if (topology[body_model(own_body) + MODEL_FACE_COUNT] > 0u) {
    search();
  }
  if (tested > 0u) {
    atomicAdd(&counters[COUNTER_GUARD_TESTED], tested);
  }
}

fn search() {
  begin_search();
  loop {
    let face = next_element();
    if (face == NONE) {
      break;
    }
    let body = walked_body;
    let f = face_vertices(body_model(body), face) + body_word(body, BODY_VERTEX_BASE);
    look_at(vec4u(own_vertex, f), own_body, body, 1u);
  }
}

fn tree_searched(body: u32) -> Tree {
  return swept_face_tree(body);
}

fn is_searched(body: u32) -> bool {
  return true;
}

fn is_found(body: u32, face: u32, leaf: u32) -> bool {
  let f = face_vertices(body_model(body), face) + body_word(body, BODY_VERTEX_BASE);
  return all(f != vec3u(own_vertex)) && boxes_meet(looked_face_box(f), own_box) && is_due(vec4u(own_vertex, f));
}
