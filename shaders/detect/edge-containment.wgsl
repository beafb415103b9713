// Discrete collision detection (DCD) of boundary edges: clips each edge at the tetrahedra. Each part of the edge inside a tetrahedron has a
// middle; the kernel chooses the part whose middle is nearest to the edge's middle. This part's middle and its tetrahedron are the edge's
// only pair. The argument is one of CONTAINMENT_*. One thread per boundary edge, over all bodies. Twin of edgeContainment in
// src/simulation/detect/edge-containment.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/walk-elements.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/detect/points.wgsl;
#include /shaders/detect/inverted-boundary.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/detect/turns.wgsl;
#reads dispatch_arguments, topology, boxes;
#writes pair_counts, pairs;
#atomics counters, inside;

// A part of a segment is a range (begin, end) of parameters: 0 is the segment's first end, 1 its second.

// Cuts a part down to where a linear function isn't negative. `f` holds the function's values at 0 and 1. If nothing is left, the part
// begins at 2, past any end.
fn clip_to_positive(part: vec2f, f: vec2f) -> vec2f {
  if (f.x < 0.0) {
    return vec2f(select(2.0, max(part.x, f.x / (f.x - f.y)), f.y > 0.0), part.y);
  }
  return vec2f(part.x, select(part.y, min(part.y, f.x / (f.x - f.y)), f.y < 0.0));
}

// Returns the part of segment pq inside the tetrahedron abcd. The part's length, as a share of the segment, must exceed `margin`; so must
// all barycentric coordinates of the part's middle. If there is no such part, the result has end <= begin. Twin of clipSegment in
// src/geometry/segment-tetrahedron.ts.
fn edge_part(a: vec3f, b: vec3f, c: vec3f, d: vec3f, p: vec3f, q: vec3f, margin: f32) -> vec2f {
  let none = vec2f(1.0, 0.0);
  let u = a - d;
  let v = b - d;
  let w = c - d;
  let signed_volume = determinant3(v, w, u); // six times the tetrahedron's signed volume
  let orientation = select(1.0, -1.0, signed_volume < 0.0); // -1 for inverted tetrahedra, so that `volume` is positive for them, too
  let volume = orientation * signed_volume;
  if (!(volume > 0.0)) {
    return none;
  }
  // Barycentric coordinates of both ends, times `volume`. `last` holds the fourth coordinate of p and of q.
  let n = mat3x3f(cross(v, w), cross(w, u), cross(u, v));
  let at_p = orientation * ((p - d) * n);
  let at_q = orientation * ((q - d) * n);
  let last = vec2f(volume - at_p.x - at_p.y - at_p.z, volume - at_q.x - at_q.y - at_q.z);
  var part = clip_to_positive(vec2f(0.0, 1.0), vec2f(at_p.x, at_q.x));
  part = clip_to_positive(part, vec2f(at_p.y, at_q.y));
  part = clip_to_positive(part, vec2f(at_p.z, at_q.z));
  part = clip_to_positive(part, last);
  if (!(part.y - part.x > margin)) {
    return none;
  }
  let t = 0.5 * (part.x + part.y);
  let least = margin * volume;
  let inside = all(at_p + t * (at_q - at_p) > vec3f(least)) && last.x + t * (last.y - last.x) > least;
  return select(none, part, inside);
}

// This thread's edge.
var<private> own_point: u32; // number of the edge's contact point (points.wgsl)
var<private> own_body: u32; // the edge's body
var<private> ends: vec2u; // the edge's vertices, by their indices over all bodies
var<private> first_end: vec3f; // positions of the edge's vertices [m]
var<private> second_end: vec3f;
var<private> edge_box: Box;
var<private> found_part: vec2f; // the edge's part inside the tetrahedron that next_tet found
// The best part so far: the part whose middle is nearest to the edge's middle.
var<private> best_pair: vec2u; // body and tetrahedron that contain the part; NONE if there is no part
var<private> best_along: f32; // parameter of the part's middle
var<private> best_distance: f32; // |best_along - 0.5|
// Number of parts skipped because of inverted tetrahedra.
var<private> skipped_count: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let point = topology[WORLD_FIRST_EDGE] + i;
  best_pair = vec2u(NONE);
  best_distance = 1.0; // larger than any distance from the middle
  if (dispatch_arguments.argument != CONTAINMENT_INSIDE || atomicLoad(&inside[point]) != POINT_CLASS_OUTSIDE) {
    search_edge(point);
  }
  let has_pair = best_pair.y != NONE;
  if (dispatch_arguments.argument == CONTAINMENT_CLASSIFY) {
    atomicStore(&inside[point], select(select(POINT_CLASS_OUTSIDE, POINT_CLASS_INVERTED, skipped_count > 0u), POINT_CLASS_INSIDE, has_pair));
    return;
  }
  pair_counts[point] = u32(has_pair);
  if (has_pair) {
    pairs[pair_place(point)] = best_pair;
    pairs[pair_place(point) + 1u] = vec2u(bitcast<u32>(best_along), 0u);
  }
  if (skipped_count > 0u) {
    atomicAdd(&counters[COUNTER_INVERTED_SKIPPED], skipped_count);
  }
}

fn search_edge(point: u32) {
  own_point = point;
  own_body = point_body(point);
  ends = point_ends(point) + body_word(own_body, BODY_VERTEX_BASE);
  first_end = position(ends.x);
  second_end = position(ends.y);
  edge_box = Box(min(first_end, second_end), max(first_end, second_end));
  begin_walk(body_tree());
  loop {
    let tet = next_element();
    if (tet == NONE) {
      break;
    }
    keep_part(walked_body, tet);
  }
}

fn meets(node: u32) -> bool {
  return boxes_meet(boxes[node], edge_box);
}

fn bodies_searched() -> Tree {
  return body_tree();
}

fn tree_searched(body: u32) -> Tree {
  return tet_tree(body);
}

fn is_searched(body: u32) -> bool {
  return !leaves_out(own_body, body);
}

// Tests whether a tetrahedron contains a part of the edge; if it does, found_part is that part.
fn is_found(body: u32, tet: u32, leaf: u32) -> bool {
  found_part = part_inside(body, tet);
  return found_part.y > found_part.x;
}

// The part of the edge inside a tetrahedron; its end isn't past its begin if there is none, or if an end of the edge is a corner.
fn part_inside(body: u32, tet: u32) -> vec2f {
  let corners = body_tet_vertices(body, tet);
  if (any(corners == vec4u(ends.x)) || any(corners == vec4u(ends.y))) {
    return vec2f(1.0, 0.0);
  }
  return edge_part(
    position(corners.x), position(corners.y), position(corners.z), position(corners.w), first_end, second_end, INSIDE_MARGIN);
}

// Makes the part that was found the best one, if its middle is nearer to the edge's middle.
fn keep_part(body: u32, tet: u32) {
  if (body == own_body && is_excluded_pair(own_point, body_model(body), body_word(body, BODY_VERTEX_BASE), tet)) {
    skipped_count++;
    return;
  }
  let middle = 0.5 * (found_part.x + found_part.y);
  let distance = abs(middle - 0.5);
  let comes_first = body < best_pair.x || (body == best_pair.x && tet < best_pair.y);
  if (distance < best_distance || (distance == best_distance && comes_first)) {
    best_pair = vec2u(body, tet);
    best_along = middle;
    best_distance = distance;
  }
}
