// Continuous collision detection of boundary edges with one another. Each thread descends the BVHs over the edges' motions with the box of
// its edge's motion, computes the time of impact with each edge whose motion's box meets it, and keeps the earliest hits. Each pair is
// tested once: an edge tests the edges of bodies of smaller index, and those edges of its own body that are further left in the tree. The
// argument's bits are CCD_FLAG_*. One thread per boundary edge, in the order of the trees' leaves, so that neighbouring threads take
// similar ways. The CPU's way is src/simulation/contacts/ccd/stages.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/walk-motions.wgsl;
#include /shaders/shared/walk-elements.wgsl;
#include /shaders/contacts/ccd/motion.wgsl;
#include /shaders/contacts/ccd/time-of-impact.wgsl;
#include /shaders/contacts/ccd/crossed-edges.wgsl;
#include /shaders/contacts/ccd/keep-hit.wgsl;
#include /shaders/contacts/regions/deep-pair.wgsl;
#reads parameters, dispatch_arguments, topology, orders, inside;
#atomics counters;

var<private> own_ends: vec2u; // the edge's vertices, by their indices over all bodies
var<private> own_body: u32;
var<private> own_edge: u32; // its index in its body's model
var<private> own_leaf: u32; // the edge's leaf in its body's tree
var<private> own_class: u32;
var<private> candidates: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  own_body = body_of(i, BODY_EDGE_BASE);
  let tree = edge_tree(own_body);
  own_leaf = i - body_word(own_body, BODY_EDGE_BASE);
  own_edge = orders[tree.order + own_leaf];
  own_ends = edge_vertices(body_model(own_body), own_edge) + body_word(own_body, BODY_VERTEX_BASE);
  own_class = class_of(own_body, own_edge);
  own_box = edge_motion_box(own_ends);
  own_records = hit_records(parameters.surface_vertex_count + body_word(own_body, BODY_EDGE_BASE) + own_edge);
  if (own_class <= POINT_CLASS_INVERTED) {
    search();
  }
  end_hits();
  if (candidates > 0u) {
    atomicAdd(&counters[COUNTER_CCD_CANDIDATES], candidates);
  }
  if (hits_found > own_records.room) {
    atomicAdd(&counters[COUNTER_CONTACTS_DROPPED], hits_found - own_records.room);
    atomicMax(&counters[COUNTER_NEEDS + CAPACITY_HITS_PER_EDGE], hits_found);
  }
}

// Class of an edge: the largest of its ends' classes and, if edges have contact points of their own, of that point's class.
fn class_of(body: u32, edge: u32) -> u32 {
  if ((dispatch_arguments.argument & CCD_FLAG_CLASSES) == 0u) {
    return POINT_CLASS_OUTSIDE;
  }
  let model = body_model(body);
  let ends = edge_vertices(model, edge);
  let base = body_word(body, BODY_SURFACE_BASE);
  let of_ends = max(inside[base + surface_index(model, ends.x)], inside[base + surface_index(model, ends.y)]);
  if ((dispatch_arguments.argument & CCD_FLAG_EDGE_POINTS) == 0u) {
    return of_ends;
  }
  return max(of_ends, inside[topology[WORLD_FIRST_EDGE] + body_word(body, BODY_EDGE_BASE) + edge]);
}

fn search() {
  begin_walk(swept_body_tree());
  loop {
    let edge = next_element();
    if (edge == NONE) {
      break;
    }
    test_edge(walked_body, edge);
  }
}

fn tree_searched(body: u32) -> Tree {
  return edge_tree(body);
}

fn is_searched(body: u32) -> bool {
  return (body < own_body && !is_deep_pair(own_body, body)) || (body == own_body && own_class == POINT_CLASS_OUTSIDE);
}

// Tests whether another edge is to be tested: it shares no vertex with this one, and its class doesn't leave it to shortest paths.
fn is_found(body: u32, edge: u32, leaf: u32) -> bool {
  if (body == own_body && leaf >= own_leaf) {
    place = DONE; // of this edge's own tree, only the leaves to the left are searched
    return false;
  }
  let ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
  if (any(ends == own_ends) || any(ends == own_ends.yx)) {
    return false;
  }
  let greatest = select(POINT_CLASS_INVERTED, POINT_CLASS_OUTSIDE, body == own_body);
  return class_of(body, edge) <= greatest;
}

fn test_edge(body: u32, edge: u32) {
  let ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
  candidates++;
  if ((dispatch_arguments.argument & CCD_FLAG_PARTS_CROSSED) != 0u && are_crossed(own_ends, own_body, own_edge, ends, body, edge)) {
    if (parameters.parts_regions == 0u || !are_brought_together(own_ends, own_body, ends, body)) {
      let nearest = nearest_at_end(own_ends, ends);
      keep_hit(Hit(CROSSED, body, edge, nearest.x, nearest.y));
    }
    return;
  }
  let impact = edge_edge_impact(
    mat2x3f(position_t0(own_ends.x), position_t0(own_ends.y)), mat2x3f(position_t0(ends.x), position_t0(ends.y)),
    mat2x3f(position(own_ends.x), position(own_ends.y)), mat2x3f(position(ends.x), position(ends.y)));
  if (impact.hit) {
    keep_hit(Hit(impact.t, body, edge, impact.u, impact.v));
  }
}
