// Continuous collision detection of surface vertices with boundary faces. Each thread descends the BVHs over the faces' motions with the box
// of its vertex's motion, computes the time of impact with each face whose motion's box meets it, and keeps the earliest hits. The
// argument's bits are CCD_FLAG_*. One thread per surface vertex. The CPU's way is src/simulation/contacts/ccd/stages.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/walk.wgsl;
#include /shaders/contacts/ccd/motion.wgsl;
#include /shaders/contacts/ccd/time-of-impact.wgsl;
#include /shaders/contacts/ccd/keep-hit.wgsl;
#reads parameters, dispatch_arguments, swept_boxes, orders, inside;
#atomics counters;

var<private> own_vertex: u32;
var<private> own_body: u32;
var<private> own_class: u32;
var<private> own_box: Box;
var<private> next_in_leaf: u32; // the leaf's next face, and the end of its faces, by their indices in `orders`
var<private> leaf_end: u32;
var<private> candidates: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  own_vertex = world_surface_vertex(i);
  own_body = world_surface_body(i);
  own_class = POINT_CLASS_OUTSIDE;
  if ((dispatch_arguments.argument & CCD_FLAG_CLASSES) != 0u) {
    own_class = inside[i];
  }
  own_box = motion_box(own_vertex);
  own_records = hit_records(i);
  if (own_class <= POINT_CLASS_INVERTED && topology[body_model(own_body) + MODEL_FACE_COUNT] > 0u) {
    search();
  }
  end_hits();
  if (candidates > 0u) {
    atomicAdd(&counters[COUNTER_CCD_CANDIDATES], candidates);
  }
  if (own_records.room > 1u && hits_found > own_records.room) {
    atomicAdd(&counters[COUNTER_VERTEX_HITS_LEFT_OUT], hits_found - own_records.room);
  }
}

fn search() {
  begin_walk(swept_body_tree());
  next_in_leaf = 0u;
  leaf_end = 0u;
  loop {
    let face = next_face();
    if (face == NONE) {
      break;
    }
    test_face(walked_body, face);
  }
}

fn meets(node: u32) -> bool {
  return boxes_meet(swept_boxes[node], own_box);
}

// Goes on to the next face, in walked_body, whose motion's box meets that of the vertex. Returns NONE if there is none. A leaf of the tree
// over bodies has at most one body.
fn next_face() -> u32 {
  var found = NONE;
  loop {
    if (next_in_leaf == leaf_end) {
      next_leaf();
      if (place == DONE) {
        if (walked_body == NONE) {
          break;
        }
        leave_body(swept_body_tree());
        continue;
      }
      let leaf = leaf_of(place);
      next_in_leaf = leaf_start(walked, leaf);
      leaf_end = leaf_start(walked, leaf + 1u);
    }
    let element = orders[next_in_leaf];
    next_in_leaf++;
    if (walked_body == NONE) {
      next_in_leaf = leaf_end;
      if (element == own_body && own_class != POINT_CLASS_OUTSIDE) {
        place = place_after(place);
      } else {
        enter_body(element, swept_face_tree(element));
      }
      continue;
    }
    if (next_in_leaf == leaf_end) {
      place = place_after(place);
    }
    let f = face_vertices(body_model(walked_body), element) + body_word(walked_body, BODY_VERTEX_BASE);
    if (all(f != vec3u(own_vertex)) && boxes_meet(face_motion_box(f), own_box)) {
      found = element;
      break;
    }
  }
  return found;
}

fn test_face(body: u32, face: u32) {
  let f = face_vertices(body_model(body), face) + body_word(body, BODY_VERTEX_BASE);
  candidates++;
  let impact = vertex_face_impact(
    position_t0(own_vertex), mat3x3f(position_t0(f.x), position_t0(f.y), position_t0(f.z)),
    position(own_vertex), mat3x3f(position(f.x), position(f.y), position(f.z)));
  if (impact.hit) {
    keep_hit(Hit(impact.t, body, face, impact.u, impact.v));
  }
}
