// Points on the sides of their triangle up to rounding, or outside of it. Twin of src/simulation/path-2d/skin.ts, which gives the reasons.
#include /shaders/path-2d/body.wgsl;

// Distance from a side's end, as a share of the side, up to which a point counts as at the end: rounding, as for candidates in 3D.
const ON_END = 1e-6;

// The point of a side nearest to p. The side's ends may be the same vertex.
struct OnSkin2d {
  squared: f32, // squared distance from p [m^2]
  offset: vec2f, // from p [m]
  ends: vec2u, // ends of the side that holds it; equal if a vertex holds it
}

// p's home feature, the side or the vertex that it lies on; if there is none, a vertex that no triangle has.
var<private> home: vec2u;

// The boundary segment of p's triangle that p lies on up to rounding; NONE if there is none.
var<private> skin_segment: u32;
var<private> skin_offset: vec2f; // from p [m]
var<private> skin_reach: f32; // squared distance that counts as rounding [m^2]

// The sides of a triangle that contain p's whole home feature. Returns bit i for the side opposite corner i.
fn sides_at_home(vertices: vec3u) -> u32 {
  let held = vec3u((vertices == vec3u(home.x)) | (vertices == vec3u(home.y)));
  let count = select(2u, 1u, home.x == home.y);
  return select(0u, 7u & ~dot(held, vec3u(1u, 2u, 4u)), dot(held, vec3u(1u)) == count);
}

// Tests whether p is inside its triangle. If not, moves p to the triangle's nearest point, and lets walks begin in all triangles around
// the feature that holds it. Returns whether that feature is part of the boundary, so that p itself is the answer.
fn settle(query: Query2d) -> bool {
  let vertices = triangle_vertices(query.triangle);
  let owns = any(vertices == vec3u(query.vertex));
  home = vec2u(query.vertex);
  skin_segment = NONE;
  let a = corner(vertices.x);
  let b = corner(vertices.y);
  let c = corner(vertices.z);
  let areas = vec3f(cross2(b, c), cross2(c, a), cross2(a, b));
  let whole = areas.x + areas.y + areas.z;
  let inside = all(sign(whole) * areas > vec3f(INSIDE_MARGIN * abs(whole)));
  let reach = POINT_ROUNDING * dot(abs(path_point) + abs(c), vec2f(1.0));
  skin_reach = reach * reach;
  let least = vec3f(reach * dot(abs(a) + abs(b) + abs(c), vec2f(1.0)));
  if (inside && (all(areas > least) || all(areas < -least))) {
    return false;
  }
  if (owns) {
    // Replace p by its own vertex, from which rounding may have moved it. Candidates at that vertex don't count.
    path_point += corner(query.vertex);
    return false;
  }
  if (!inside && approach(query, vertices)) {
    return true;
  }
  let on_boundary = nearest_on_skin(vertices, true);
  if (on_boundary.squared <= skin_reach) {
    skin_segment = boundary_segment(on_boundary.ends);
    skin_offset = on_boundary.offset;
  }
  return false;
}

// Moves p to the nearest point of its triangle. Returns whether a boundary segment holds that point.
fn approach(query: Query2d, vertices: vec3u) -> bool {
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

// Accepts a boundary point of p's own triangle that is within rounding error of p, even if a fold kept it from being a candidate.
fn reach_skin() {
  if (skin_segment != NONE && best_squared > skin_reach) {
    answer_on_skin(skin_segment, skin_offset);
  }
}

// Makes a point of a segment the answer, with depth 0.
fn answer_on_skin(segment: u32, offset: vec2f) {
  best_offset = offset;
  best_squared = 0.0;
  best_segment = segment;
}

// The point of the triangle's sides, or of its boundary features only, nearest to p.
fn nearest_on_skin(vertices: vec3u, on_boundary: bool) -> OnSkin2d {
  var nearest = OnSkin2d(LARGEST, vec2f(0.0), vec2u(NONE));
  for (var i = 0u; i < 3u; i++) {
    let v = vertices[i];
    let around = vertex_segments(v);
    for (var k = 0u; k < 2u; k++) {
      var ends = vec2u(v, vertices[(i + 1u) % 3u]);
      if (on_boundary) {
        if (around[k] == NONE) {
          continue;
        }
        // The triangle shares the whole segment, or only this vertex.
        ends = segment_vertices(around[k]);
        if (!(any(vertices == vec3u(ends.x)) && any(vertices == vec3u(ends.y)))) {
          ends = vec2u(v);
        }
      }
      let from_a = corner(ends.x);
      let edge = corner(ends.y) - from_a;
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
        nearest = OnSkin2d(dot(offset, offset), offset, ends);
      }
    }
  }
  return nearest;
}

// A boundary segment that holds these vertices, or NONE.
fn boundary_segment(v: vec2u) -> u32 {
  let around = vertex_segments(v.x);
  for (var k = 0u; k < 2u; k++) {
    if (around[k] != NONE && any(segment_vertices(around[k]) == vec2u(v.y))) {
      return around[k];
    }
  }
  return NONE;
}
