// Handles a query point p that lies on a side of its triangle (on the triangle's skin) up to rounding, or outside of the triangle. Twin
// of isAtSkin2d and findAtSkin2d in src/simulation/path-2d/skin.ts.
#include /shaders/path-2d/body.wgsl;

// A point counts as at a side's end if its distance from that end is at most this share of the side's length. It covers rounding.
const ON_END = 1e-6;

// The point of a triangle's sides nearest to p.
struct SkinPoint2d {
  squared: f32, // squared distance from p [m^2]
  offset: vec2f, // offset from p to the point [m]
  ends: vec2u, // ends of the side that the point lies on; both are the same vertex if the point is a vertex
}

// Ends of p's home feature: the side or vertex that p lies on. Both are the same for a vertex. If p lies inside its triangle, both are
// the query's own vertex, or NONE if p is no vertex of this body.
var<private> home: vec2u;

// The boundary segment of p's triangle that p lies on up to rounding; NONE if there is none.
var<private> skin_segment: u32;
var<private> skin_offset: vec2f; // offset from p to the nearest point of that segment [m]
var<private> skin_reach_squared: f32; // squared rounding error of p and its triangle [m^2]: an answer within it counts as at p

// Finds the sides of a triangle that contain the home feature. Traversals leave the triangle through these sides without a test. Returns a
// bit mask: bit i is set for the side opposite corner i.
fn sides_at_home(vertices: vec3u) -> u32 {
  let is_home = vec3u((vertices == vec3u(home.x)) | (vertices == vec3u(home.y)));
  let count = select(2u, 1u, home.x == home.y);
  return select(0u, 7u & ~dot(is_home, vec3u(1u, 2u, 4u)), dot(is_home, vec3u(1u)) == count);
}

// Prepares a query whose point p may lie on a side of its triangle or outside of the triangle.
// - If p lies outside, moves p to the nearest point of the triangle, and sets the home feature: the side or vertex that this point lies
//   on. Traversals may then begin in all triangles around this feature. If the feature lies on the boundary, the moved point is the
//   answer, and `settle` returns true. Otherwise it returns false.
// - If a boundary point of the triangle is within rounding error of p, remembers that point for `reach_skin`.
fn settle(query: Query2d) -> bool {
  let vertices = triangle_vertices(query.triangle);
  let has_query_vertex = any(vertices == vec3u(query.vertex));
  home = vec2u(query.vertex);
  skin_segment = NONE;
  let a = offset_to(vertices.x);
  let b = offset_to(vertices.y);
  let c = offset_to(vertices.z);
  let areas = vec3f(cross2(b, c), cross2(c, a), cross2(a, b));
  let area_sum = areas.x + areas.y + areas.z;
  let inside = all(sign(area_sum) * areas > vec3f(INSIDE_MARGIN * abs(area_sum)));
  let reach = POINT_ROUNDING * dot(abs(path_point) + abs(c), vec2f(1.0));
  skin_reach_squared = reach * reach;
  // Bounds the rounding error of `areas`.
  let least = vec3f(reach * dot(abs(a) + abs(b) + abs(c), vec2f(1.0)));
  if (inside && (all(areas > least) || all(areas < -least))) {
    return false;
  }
  if (has_query_vertex) {
    // Move p to the query's own vertex, from which rounding may have moved p away. Candidates at that vertex don't count.
    path_point += offset_to(query.vertex);
    return false;
  }
  if (!inside && move_to_skin(query, vertices)) {
    return true;
  }
  let on_boundary = nearest_on_skin(vertices, true);
  if (on_boundary.squared <= skin_reach_squared) {
    skin_segment = boundary_segment(on_boundary.ends);
    skin_offset = on_boundary.offset;
  }
  return false;
}

// Moves p to the nearest point of its triangle. Returns whether that point lies on a boundary segment; if so, it is the answer.
fn move_to_skin(query: Query2d, vertices: vec3u) -> bool {
  let nearest = nearest_on_skin(vertices, false);
  path_point = query.point + nearest.offset;
  path_shift = nearest.offset - (path_point - query.point);
  home = nearest.ends;
  let segment = boundary_segment(home);
  if (segment != NONE) {
    answer_on_skin(segment, vec2f(0.0));
  }
  return segment != NONE;
}

// If `settle` found a boundary point of p's own triangle within rounding error of p, and the search found none so near, makes it the
// answer. This happens at folds.
fn reach_skin() {
  if (skin_segment != NONE && best_squared > skin_reach_squared) {
    answer_on_skin(skin_segment, skin_offset);
  }
}

// Makes a point of a boundary segment the answer. Its depth is 0.
fn answer_on_skin(segment: u32, offset: vec2f) {
  best_offset = offset;
  best_squared = 0.0;
  best_segment = segment;
}

// Finds the point of the triangle's sides nearest to p. If `on_boundary` is set, only sides and vertices on the boundary count.
fn nearest_on_skin(vertices: vec3u, on_boundary: bool) -> SkinPoint2d {
  var nearest = SkinPoint2d(LARGEST, vec2f(0.0), vec2u(NONE));
  for (var i = 0u; i < 3u; i++) {
    let v = vertices[i];
    let around = vertex_segments(v);
    for (var k = 0u; k < 2u; k++) {
      var ends = vec2u(v, vertices[(i + 1u) % 3u]);
      if (on_boundary) {
        if (around[k] == NONE) {
          continue;
        }
        // The triangle may have the whole boundary segment as a side, or only its vertex v.
        ends = segment_vertices(around[k]);
        if (!(any(vertices == vec3u(ends.x)) && any(vertices == vec3u(ends.y)))) {
          ends = vec2u(v);
        }
      }
      let from_a = offset_to(ends.x);
      let edge = offset_to(ends.y) - from_a;
      let squared = dot(edge, edge);
      var t = 0.0;
      if (squared > 0.0) {
        t = clamp(-dot(from_a, edge) / squared, 0.0, 1.0);
      }
      if (t <= ON_END) {
        t = 0.0;
        ends.y = ends.x;
      } else if (t >= 1.0 - ON_END) {
        t = 1.0;
        ends.x = ends.y;
      }
      let offset = from_a + t * edge;
      if (dot(offset, offset) < nearest.squared) {
        nearest = SkinPoint2d(dot(offset, offset), offset, ends);
      }
    }
  }
  return nearest;
}

// Returns a boundary segment that has both vertices (which may be equal) as ends, or NONE.
fn boundary_segment(v: vec2u) -> u32 {
  let around = vertex_segments(v.x);
  for (var k = 0u; k < 2u; k++) {
    if (around[k] != NONE && any(segment_vertices(around[k]) == vec2u(v.y))) {
      return around[k];
    }
  }
  return NONE;
}
