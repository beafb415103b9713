// For each boundary edge the tetrahedron that it passes through nearest to its middle (DCD). The argument is one of CONTAINMENT_*.
// Twin of src/simulation/detect/edge-containment.ts. Element: a boundary edge, over all bodies.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tree.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/detect/points.wgsl;
#include /shaders/detect/inverted-boundary.wgsl;
#include /shaders/detect/edge-part.wgsl;
#reads dispatch_arguments, topology, boxes, orders;
#writes inside, pair_counts, pairs;
#atomics counters;

// This thread's edge: its point, its body, its ends (indices over all bodies, and positions), its box.
var<private> own_point: u32;
var<private> own_body: u32;
var<private> ends: vec2u;
var<private> p: vec3f;
var<private> q: vec3f;
var<private> edge_box: Box;
// The part whose middle is nearest to the edge's: its body and tetrahedron, its middle, and that middle's distance from 0.5, as edge
// parameters.
var<private> best: vec2u;
var<private> best_along: f32;
var<private> best_distance: f32;
// Parts skipped because of inverted tetrahedra.
var<private> skipped: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let point = topology[WORLD_FIRST_EDGE] + i;
  best = vec2u(NONE);
  best_distance = 1.0; // more than any distance from the middle
  if (dispatch_arguments.argument != CONTAINMENT_INSIDE || inside[point] != INSIDE_OUTSIDE) {
    search_edge(point);
  }
  let found = select(0u, 1u, best.y != NONE);
  if (dispatch_arguments.argument == CONTAINMENT_CLASSIFY) {
    inside[point] = select(select(INSIDE_OUTSIDE, INSIDE_INVERTED, skipped > 0u), INSIDE_INSIDE, found != 0u);
    return;
  }
  pair_counts[point] = found;
  if (found != 0u) {
    pairs[pair_place(point)] = best;
    pairs[pair_place(point) + 1u] = vec2u(bitcast<u32>(best_along), 0u);
  }
  if (skipped > 0u) {
    atomicAdd(&counters[COUNTER_INVERTED_SKIPPED], skipped);
  }
}

fn search_edge(point: u32) {
  own_point = point;
  own_body = point_body(point);
  ends = point_ends(point) + body_word(own_body, BODY_VERTEX_BASE);
  p = position(ends.x);
  q = position(ends.y);
  edge_box = Box(min(p, q), max(p, q));
  let tree = body_tree();
  var place = 1u;
  loop {
    if (boxes_meet(boxes[tree.nodes + node_of(place)], edge_box)) {
      if (node_of(place) < first_leaf(tree)) {
        place *= 2u;
        continue;
      }
      let leaf = node_of(place) - first_leaf(tree);
      for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
        search_tets(orders[k]);
      }
    }
    place = next_place(place);
    if (place == 1u) {
      return;
    }
  }
}

fn search_tets(body: u32) {
  let tree = tet_tree(body);
  var place = 1u;
  loop {
    if (boxes_meet(boxes[tree.nodes + node_of(place)], edge_box)) {
      if (node_of(place) < first_leaf(tree)) {
        place *= 2u;
        continue;
      }
      let leaf = node_of(place) - first_leaf(tree);
      for (var k = leaf_start(tree, leaf); k < leaf_start(tree, leaf + 1u); k++) {
        test_tet(body, orders[k]);
      }
    }
    place = next_place(place);
    if (place == 1u) {
      return;
    }
  }
}

fn test_tet(body: u32, tet: u32) {
  let model = body_model(body);
  let base = body_word(body, BODY_VERTEX_BASE);
  let corners = tet_vertices(model, tet) + base;
  if (any(corners == vec4u(ends.x)) || any(corners == vec4u(ends.y))) {
    return;
  }
  let part = edge_part(
    position(corners.x), position(corners.y), position(corners.z), position(corners.w), p, q, INSIDE_MARGIN);
  if (!(part.y > part.x)) {
    return;
  }
  if (body == own_body && is_left_out(own_point, model, base, tet)) {
    skipped++;
    return;
  }
  let middle = 0.5 * (part.x + part.y);
  let distance = abs(middle - 0.5);
  let is_smaller = body < best.x || (body == best.x && tet < best.y);
  if (distance < best_distance || (distance == best_distance && is_smaller)) {
    best = vec2u(body, tet);
    best_along = middle;
    best_distance = distance;
  }
}
