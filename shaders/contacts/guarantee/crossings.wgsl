// Finds out whether the step begins free, part 1: counts pairs of a boundary edge and a boundary face without a common vertex that may cross or touch
// at x0. What float32 can't decide counts. One thread per boundary edge, in the order of the trees' leaves.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/walk-motions.wgsl;
#include /shaders/shared/walk-leaves.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/contacts/guarantee/separation.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads orders, dispatch_arguments;
#atomics guard;

var<private> own_ends: vec2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || is_free()) {
    return;
  }
  let body = body_of(i, BODY_EDGE_BASE);
  let edge = orders[edge_tree(body).order + i - body_word(body, BODY_EDGE_BASE)];
  own_ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
  own_box = box_with(box_with(empty_box(), position_t0(own_ends.x)), position_t0(own_ends.y));
  begin_search();
  loop {
    let face = next_element();
    if (face == NONE) {
      break;
    }
    test_face(walked_body, face);
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
  let box = box_with(box_with(box_with(empty_box(), position_t0(f.x)), position_t0(f.y)), position_t0(f.z));
  return all(f != vec3u(own_ends.x)) && all(f != vec3u(own_ends.y)) && boxes_meet(box, own_box);
}

fn test_face(body: u32, face: u32) {
  let f = face_vertices(body_model(body), face) + body_word(body, BODY_VERTEX_BASE);
  if (are_apart(position_t0(own_ends.x), position_t0(own_ends.y), position_t0(f.x), position_t0(f.y), position_t0(f.z))) {
    return;
  }
  add_to_guard_word(GUARD_CROSSINGS, 1u);
  for (var k = 0u; k < 3u; k++) {
    atomicOr(&guard[word_of(WORLD_TANGLES, f[k])], TANGLE_CROSSES);
  }
  atomicOr(&guard[word_of(WORLD_TANGLES, own_ends.x)], TANGLE_CROSSES);
  atomicOr(&guard[word_of(WORLD_TANGLES, own_ends.y)], TANGLE_CROSSES);
}
