// Continuous collision detection of surface vertices with boundary faces. Each thread walks through the BVHs over the faces' motions with
// the box of its vertex's motion, computes the time of impact with each face whose motion's box meets it, and keeps the earliest hits. The
// argument's bits are CCD_FLAG_*. One thread per surface vertex. The CPU's way is src/simulation/contacts/ccd/stages.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/contacts/ccd/walk-motions.wgsl;
#include /shaders/shared/walk-leaves.wgsl;
#include /shaders/contacts/ccd/motion.wgsl;
#include /shaders/contacts/ccd/time-of-impact.wgsl;
#include /shaders/contacts/ccd/keep-hit.wgsl;
#include /shaders/contacts/regions/deep-pair.wgsl;
#reads inside, dispatch_arguments, topology;
#atomics counters;

var<private> own_vertex: u32;
var<private> own_body: u32;
var<private> own_class: u32;
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
  return (body != own_body || own_class == POINT_CLASS_OUTSIDE) && !is_deep_pair(own_body, body);
}

// Whether the vertex is no corner of a face, and the boxes of their motions meet.
fn is_found(body: u32, face: u32, leaf: u32) -> bool {
  let f = face_vertices(body_model(body), face) + body_word(body, BODY_VERTEX_BASE);
  return all(f != vec3u(own_vertex)) && boxes_meet(face_motion_box(f), own_box);
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
