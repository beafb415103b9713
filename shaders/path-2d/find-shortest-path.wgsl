// Finds the shortest path from a point p of a triangle to the boundary of its body. s is the boundary point at which a path ends. Twin
// of src/simulation/path-2d/{candidate,find-shortest-path,segments}.ts; findShortestPath2d there lists the steps of the method.
#include /shaders/path-2d/body.wgsl;
#include /shaders/path-2d/culling.wgsl;
#include /shaders/path-2d/skin.wgsl;
#include /shaders/path-2d/traversal.wgsl;
#reads topology, boxes;

// The boundary vertices that traversals most recently found unreachable: a ring buffer.
var<private> rejected: array<u32, REJECTED_2D>;
// Number of boundary vertices that this query found unreachable, including those no longer in `rejected`.
var<private> rejected_count: u32;

var<private> query_triangle: u32;
var<private> query_vertex: u32; // p's vertex if p is a vertex of this body, else NONE
// Whether culling may judge this query's candidates: the dispatch uses culling, and the query vertex is no corner of p's triangle.
var<private> query_culls: bool;
var<private> inverted_distance_squared: f32; // paths with a squared length below this meet no inverted triangle [m^2]
var<private> proved_squared: f32; // culling is proved for paths with a squared length below this [m^2]

// Begins a query. Returns true if `settle` has already found the answer on p's own triangle.
fn begin_query(query: Query2d, culling: bool) -> bool {
  body = BODY_2D_STRIDE * query.body;
  path_point = query.point;
  path_shift = vec2f(0.0);
  best_segment = NONE;
  best_squared = LARGEST;
  rejected_count = 0u;
  for (var i = 0u; i < REJECTED_2D; i++) {
    rejected[i] = NONE;
  }
  if (settle(query)) {
    return true;
  }
  query_triangle = query.triangle;
  query_vertex = query.vertex;
  query_culls = culling && !any(triangle_vertices(query_triangle) == vec3u(query_vertex));
  // A circle bounds an inverted triangle: centre and radius.
  inverted_distance_squared = LARGEST;
  let circles = word(BODY_2D_CIRCLES);
  for (var i = 0u; i < word(BODY_2D_CIRCLE_COUNT); i++) {
    let circle = boxes[circles + i];
    let clear = 0.5 * max(0.0, length(circle.xy - path_point) - circle.z);
    inverted_distance_squared = min(inverted_distance_squared, clear * clear);
  }
  proved_squared = inverted_distance_squared;
  for (var i = 0u; i < word(BODY_2D_BRANCHED_COUNT); i++) {
    // A branched vertex is an inner vertex around which the triangles wind more than once.
    let to_branched = offset_to(topology[word(BODY_2D_BRANCHED) + i]);
    // BALL_SLACK makes the distance smaller by more than its rounding error.
    proved_squared = min(proved_squared, (1.0 - BALL_SLACK) * dot(to_branched, to_branched));
  }
  return false;
}

// Squared distance from p to a node's box [m^2].
fn box_distance_squared(node: u32) -> f32 {
  let box = boxes[word(BODY_2D_NODES) + node];
  let d = max(max(box.xy - path_point, path_point - box.zw), vec2f(0.0));
  return dot(d, d);
}

// Index in `topology` of a leaf's first segment. The leaf's segments end where those of the next leaf begin.
fn leaf_start(leaf: u32) -> u32 {
  let size = word(BODY_2D_SEGMENT_COUNT) >> word(BODY_2D_LEVELS);
  // The first `larger_leaves` leaves have `size` + 1 segments, the others `size`.
  let larger_leaves = word(BODY_2D_SEGMENT_COUNT) - (size << word(BODY_2D_LEVELS));
  return word(BODY_2D_ORDER) + leaf * size + min(leaf, larger_leaves);
}

// Returns true if the query is answered: the path was found, or no valid path exists. Returns false if a traversal reached its limits.
// `culling` says whether the dispatch uses culling.
fn find_shortest_path(query: Query2d, culling: bool) -> bool {
  if (begin_query(query, culling)) {
    return true;
  }
  let first_leaf = (1u << word(BODY_2D_LEVELS)) - 1u;
  var nodes: array<u32, TREE_STACK>;
  var depth = 1u;
  nodes[0] = 0u;
  var next = 0u; // index in `topology` of the current leaf's next segment
  var end = 0u; // index in `topology` past the current leaf's last segment
  var segment = slide_to_near_segment(query.triangle);
  // try_segment is called in one place only, since shader compilers inline its code at every call.
  while (try_segment(segment, culling)) {
    while (next == end) {
      if (depth == 0u) {
        return true;
      }
      depth--;
      var node = nodes[depth];
      // The best path may have become shorter since the node was pushed.
      if (box_distance_squared(node) > best_squared) {
        continue;
      }
      while (node < first_leaf) {
        let left = 2u * node + 1u;
        let to_left = box_distance_squared(left);
        let to_right = box_distance_squared(left + 1u);
        let right_first = u32(to_right < to_left);
        if (max(to_left, to_right) <= best_squared) {
          nodes[depth] = left + 1u - right_first;
          depth++;
        }
        if (min(to_left, to_right) > best_squared) {
          break;
        }
        node = left + right_first;
      }
      if (node >= first_leaf) {
        next = leaf_start(node - first_leaf);
        end = leaf_start(node - first_leaf + 1u);
      }
    }
    segment = topology[next];
    next++;
  }
  return false;
}

// Tries the candidate of a boundary segment: s, the segment's point closest to p. Makes s the answer if s is nearer than the answer so
// far and a valid path leads from p to s. Returns false if the traversal reached its limits.
fn try_segment(segment: u32, culling: bool) -> bool {
  let closest = closest_on_segment(segment);
  let squared = dot(closest.offset, closest.offset);
  if (squared > best_squared || (squared == best_squared && !comes_before(closest.offset, best_offset))) {
    return true;
  }
  var goal = Target2d(topology[word(BODY_2D_SEGMENT_TRIANGLES) + segment], NONE);
  if (closest.feature != BETWEEN) {
    goal.vertex = segment_vertices(segment)[closest.feature - FIRST_END];
    if (goal.vertex == query_vertex || is_rejected(goal.vertex)) {
      return true;
    }
  }
  let is_clear = squared < inverted_distance_squared;
  if (culling) {
    var verdict = UNDECIDED;
    if (query_culls && squared < proved_squared) {
      verdict = cull(segment, closest.feature, closest.offset);
    }
    undecided_by_culling += u32(verdict == UNDECIDED);
    if (verdict == CULL) {
      return true;
    }
  }
  traversals++;
  var outcome = INVALID;
  if (is_clear) {
    outcome = traverse(query_triangle, closest.offset, goal);
  } else {
    outcome = traverse_line(query_triangle, closest.offset, goal);
  }
  if (outcome == VALID) {
    best_offset = closest.offset;
    best_squared = squared;
    best_segment = segment;
  } else if (outcome == INVALID && goal.vertex != NONE) {
    rejected[rejected_count % REJECTED_2D] = goal.vertex;
    rejected_count++;
  }
  return outcome != OVERFLOWED;
}

// Tie-break between equally distant candidates: the smaller x wins, then the smaller y.
fn comes_before(a: vec2f, b: vec2f) -> bool {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

fn is_rejected(vertex: u32) -> bool {
  for (var i = 0u; i < REJECTED_2D; i++) {
    if (rejected[i] == vertex) {
      return true;
    }
  }
  return false;
}

// Finds a boundary segment near p: starts at a segment few triangles away, and moves to an adjacent boundary segment as long as that
// one is nearer to p, at most MAX_SLIDES times. A short first path bounds the rest of the search.
fn slide_to_near_segment(triangle: u32) -> u32 {
  var segment = topology[word(BODY_2D_FIRST_SEGMENTS) + triangle];
  let first = closest_on_segment(segment).offset;
  var squared = dot(first, first);
  for (var slide = 0u; slide < MAX_SLIDES; slide++) {
    var next = segment;
    let ends = segment_vertices(segment);
    for (var k = 0u; k < 2u; k++) {
      let adjacent = vertex_segments(ends[k])[k];
      let offset = closest_on_segment(adjacent).offset;
      if (dot(offset, offset) < squared) {
        squared = dot(offset, offset);
        next = adjacent;
      }
    }
    if (next == segment) {
      return segment;
    }
    segment = next;
  }
  return segment;
}
