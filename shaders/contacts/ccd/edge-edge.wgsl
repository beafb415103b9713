// Continuous collision detection of boundary edges with one another. Each thread descends the BVHs over the edges' motions with the box of
// its edge's motion, computes the time of impact with each edge whose motion's box meets it, and keeps the earliest hits. Each pair is
// tested once: an edge tests the edges of bodies of smaller index, and those edges of its own body that are further left in the tree. The
// argument's bits are CCD_FLAG_*. One thread per boundary edge, in the order of the trees' leaves, so that neighbouring threads take
// similar ways. The CPU's way is src/simulation/contacts/ccd/stages.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/contacts/ccd/motion.wgsl;
#include /shaders/contacts/ccd/time-of-impact.wgsl;
#include /shaders/contacts/ccd/keep-hit.wgsl;
#reads parameters, dispatch_arguments, swept_boxes, orders, inside;
#atomics counters;

var<private> own_ends: vec2u; // the edge's vertices, by their indices over all bodies
var<private> own_body: u32;
var<private> own_leaf: u32; // the edge's leaf in its body's tree
var<private> own_class: u32;
var<private> own_box: Box;
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
  let edge = orders[tree.order + own_leaf];
  own_ends = edge_vertices(body_model(own_body), edge) + body_word(own_body, BODY_VERTEX_BASE);
  own_class = class_of(own_body, edge);
  own_box = edge_motion_box(own_ends);
  own_records = hit_records(parameters.surface_vertex_count + body_word(own_body, BODY_EDGE_BASE) + edge);
  if (own_class <= POINT_CLASS_INVERTED) {
    search_bodies();
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

fn search_bodies() {
  let tree = swept_body_tree();
  var place = 1u;
  loop {
    if (boxes_meet(swept_boxes[tree.nodes + node_of(place)], own_box)) {
      if (node_of(place) < first_leaf(tree)) {
        place *= 2u;
        continue;
      }
      let leaf = node_of(place) - first_leaf(tree);
      for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
        let body = orders[k];
        if (body < own_body || (body == own_body && own_class == POINT_CLASS_OUTSIDE)) {
          search_edges(body);
        }
      }
    }
    place = next_place(place);
    if (place == 1u) {
      return;
    }
  }
}

fn search_edges(body: u32) {
  let tree = edge_tree(body);
  // Leaves to the left of this one are searched.
  let end = select(tree.count, own_leaf, body == own_body);
  var place = 1u;
  loop {
    if (boxes_meet(swept_boxes[tree.nodes + node_of(place)], own_box)) {
      let below = tree.levels - firstLeadingBit(place); // levels below this node
      let leaf = (place << below) - (1u << tree.levels); // the first leaf below this node
      if (leaf >= end) {
        return;
      }
      if (below > 0u) {
        place *= 2u;
        continue;
      }
      test_edge(body, orders[tree.order + leaf]);
    }
    place = next_place(place);
    if (place == 1u) {
      return;
    }
  }
}

fn test_edge(body: u32, edge: u32) {
  let ends = edge_vertices(body_model(body), edge) + body_word(body, BODY_VERTEX_BASE);
  if (any(ends == own_ends) || any(ends == own_ends.yx)) {
    return;
  }
  let greatest = select(POINT_CLASS_INVERTED, POINT_CLASS_OUTSIDE, body == own_body);
  if (class_of(body, edge) > greatest) {
    return;
  }
  candidates++;
  let impact = edge_edge_impact(
    mat2x3f(position_t0(own_ends.x), position_t0(own_ends.y)), mat2x3f(position_t0(ends.x), position_t0(ends.y)),
    mat2x3f(position(own_ends.x), position(own_ends.y)), mat2x3f(position(ends.x), position(ends.y)));
  if (impact.hit) {
    keep_hit(Hit(impact.t, body, edge, impact.u, impact.v));
  }
}
