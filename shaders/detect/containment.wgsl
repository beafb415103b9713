// Discrete collision detection (DCD) of vertices and centroids: finds the tetrahedra that contain each point. The dispatch's argument is
// one of CONTAINMENT_*: the kernel classifies the points, or lists pairs of a point and a tetrahedron. One thread per point that is a
// vertex or the centroid of a tetrahedron. (edge-containment.wgsl does the same for edges.) Twin of `containment` in
// src/simulation/detect/containment.ts.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/walk-elements.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/detect/closed.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/detect/points.wgsl;
#include /shaders/detect/inverted-boundary.wgsl;
#include /shaders/detect/watch.wgsl;
#include /shaders/detect/turns.wgsl;
#reads parameters, dispatch_arguments, boxes;
#writes pair_counts, pairs;
#atomics counters, inside;

// This thread's point. Tetrahedra that the point belongs to are skipped: all tetrahedra around own_vertex, or own_tet.
var<private> own_point: u32;
var<private> own_body: u32; // the point's body
var<private> own_vertex: u32; // the point's vertex (index over all bodies); NONE if the point is a centroid
var<private> own_tet: u32; // the tetrahedron whose centroid the point is; NONE if the point is a vertex
var<private> own_position: vec3f; // the point's position [m]
// Number of pairs skipped because of inverted tetrahedra.
var<private> skipped_count: u32;
// Number of pairs found for the point, including those past the capacity.
var<private> found_count: u32;
// Whether a tetrahedron of the point's own body contains it, excluded ones included.
var<private> is_in_own: bool;
// Whether the point's own body isn't searched, since none of its elements contained the point at the step's start.
var<private> skips_own: bool;
// Body in which the walk is, and the smallest of its tetrahedra that have the point on an inner face; NONE if there is none.
var<private> touched_body: u32;
var<private> touched_tet: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  let classifies = dispatch_arguments.argument == CONTAINMENT_CLASSIFY;
  found_count = 0u;
  // With CONTAINMENT_INSIDE, points that were classified as outside are not searched; else watched points aren't whose turn it isn't.
  var is_searched_now = !is_watched(i) || (parameters.parts_regions != 0u && has_turn(i));
  if (dispatch_arguments.argument == CONTAINMENT_INSIDE) {
    let known_class = atomicLoad(&inside[i]);
    is_searched_now = known_class != POINT_CLASS_OUTSIDE;
    skips_own = known_class == POINT_CLASS_INSIDE_OTHERS;
  }
  skipped_count = 0u;
  if (is_searched_now) {
    search_point(i, classifies && !notes_deep(i));
  }
  if (classifies) {
    let class_inside = select(POINT_CLASS_INSIDE, POINT_CLASS_INSIDE_OTHERS, notes_deep(i) && !is_in_own);
    atomicStore(&inside[i], select(select(POINT_CLASS_OUTSIDE, POINT_CLASS_INVERTED, skipped_count > 0u), class_inside, found_count > 0u));
    return;
  }
  let count = min(found_count, parameters.pairs_per_point);
  pair_counts[i] = count;
  if (found_count > count) {
    atomicAdd(&counters[COUNTER_PAIRS_DROPPED], found_count - count);
    atomicMax(&counters[COUNTER_NEEDS + CAPACITY_PAIRS_PER_POINT], found_count);
  }
  if (skipped_count > 0u) {
    atomicAdd(&counters[COUNTER_INVERTED_SKIPPED], skipped_count);
  }
}

// Finds the tetrahedra that contain point `i`: all of them, or only the first if `first_only` is set.
fn search_point(i: u32, first_only: bool) {
  own_point = i;
  own_body = point_body(i);
  own_vertex = NONE;
  own_tet = NONE;
  if (is_centroid(i)) {
    own_tet = point_tet(i);
  } else {
    own_vertex = point_vertex(i);
  }
  own_position = source_position(source_of(i, 0.0));
  touched_body = NONE;
  touched_tet = NONE;
  begin_walk(body_tree());
  loop {
    let tet = next_element();
    if (tet == NONE) {
      break;
    }
    meet(walked_body, tet);
    if (first_only && found_count > 0u) {
      break;
    }
  }
  end_body();
}

// Adds the pair of the point and a tetrahedron that contains it, unless it is excluded.
fn meet(body: u32, tet: u32) {
  is_in_own = is_in_own || body == own_body;
  if (is_excluded(body, tet)) {
    skipped_count++;
  } else {
    add_pair(body, tet);
  }
}

// Meets the smallest of the tetrahedra of touched_body on whose common face, edge or corner the point lies.
fn end_body() {
  if (touched_tet != NONE) {
    meet(touched_body, touched_tet);
  }
  touched_tet = NONE;
}

fn meets(node: u32) -> bool {
  return box_contains(boxes[node], own_position);
}

fn bodies_searched() -> Tree {
  return body_tree();
}

fn tree_searched(body: u32) -> Tree {
  return tet_tree(body);
}

fn is_searched(body: u32) -> bool {
  return !leaves_out(own_body, body) && !(skips_own && body == own_body);
}

// Tests whether a tetrahedron to which the point doesn't belong contains it.
fn is_found(body: u32, tet: u32, leaf: u32) -> bool {
  let corners = body_tet_vertices(body, tet);
  if (any(corners == vec4u(own_vertex)) || (body == own_body && tet == own_tet)) {
    return false;
  }
  let a = position(corners.x);
  let b = position(corners.y);
  let c = position(corners.z);
  let d = position(corners.w);
  let above = corners_above(a, b, c, d, own_position, INSIDE_MARGIN);
  if (above == ALL_CORNERS) {
    return true;
  }
  if (parameters.parts_regions == 0u && dispatch_arguments.argument != CONTAINMENT_MEASURED) {
    return false;
  }
  // A point on a face, an edge or a corner between elements is inside, but not one on the boundary.
  if (body != touched_body) {
    end_body();
    touched_body = body;
  }
  if (tet < touched_tet && tet_contains(a, b, c, d, own_position, -INSIDE_MARGIN) && !is_boundary_feature(body_model(body), tet, above)) {
    touched_tet = tet;
  }
  return false;
}

// Counts a pair, and inserts it into the point's list, which is sorted by body, then tetrahedron. If the list is full, the last pair is
// dropped. So the list does not depend on the order in which the trees yield pairs. With CONTAINMENT_CLASSIFY, pairs are only counted.
fn add_pair(body: u32, tet: u32) {
  if (notes_deep(own_point)) {
    note_deep(own_body, body);
  }
  if (dispatch_arguments.argument != CONTAINMENT_CLASSIFY) {
    let first = pair_place(own_point);
    var pair = vec2u(body, tet);
    for (var k = first; k < first + min(found_count, parameters.pairs_per_point); k++) {
      let other = pairs[k];
      if (pair.x < other.x || (pair.x == other.x && pair.y < other.y)) {
        pairs[k] = pair;
        pair = other;
      }
    }
    if (found_count < parameters.pairs_per_point) {
      pairs[first + found_count] = pair;
    }
  }
  found_count++;
}

// Whether the pair of the point and this tetrahedron is excluded because of inverted tetrahedra. With CONTAINMENT_MEASURED, none is.
fn is_excluded(body: u32, tet: u32) -> bool {
  if (body != own_body || dispatch_arguments.argument == CONTAINMENT_MEASURED) {
    return false;
  }
  return is_excluded_pair(own_point, body_model(body), body_word(body, BODY_VERTEX_BASE), tet);
}
