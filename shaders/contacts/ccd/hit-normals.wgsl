// Normals of the contacts of CCD. Twin of src/simulation/contacts/ccd/hit-normals.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;

// Two edges count as parallel if the squared sine of their angle is at most this: PARALLEL_SQUARED in hit-normals.ts.
const PARALLEL_SQUARED = 1e-10;
// Two edges count as touching at x0 if their distance is at most this share of the sum of their lengths.
const TOUCHING_DISTANCE = 1e-5;

// Returns a vector divided by its length; the zero vector if its length is 0 or not finite.
fn unit_or_zero(v: vec3f) -> vec3f {
  let size = max(abs(v.x), max(abs(v.y), abs(v.z)));
  if (!(size > 0.0 && size < LARGEST)) {
    return vec3f();
  }
  return normalize(v / size);
}

fn area_now(v: vec3u) -> vec3f {
  let a = position(v.x);
  return cross(position(v.y) - a, position(v.z) - a);
}

fn area_before(v: vec3u) -> vec3f {
  let a = position_t0(v.x);
  return cross(position_t0(v.y) - a, position_t0(v.z) - a);
}

// The face's outward normal at the step's end. That of a sheet's face points to the side on which the vertex was at x0; if the vertex lay in the
// face's plane, to the side on which it isn't now.
fn face_normal(vertex: u32, face: vec3u, two_sided: bool) -> vec3f {
  let now = area_now(face);
  var behind = false;
  if (two_sided) {
    let before = dot(area_before(face), position_t0(vertex) - position_t0(face.x));
    behind = before < 0.0 || (before == 0.0 && dot(now, position(vertex) - position(face.x)) > 0.0);
  }
  return select(1.0, -1.0, behind) * unit_or_zero(now);
}

// The direction from a vertex to another at time t.
fn direction_at(t: f32, start: u32, end: u32) -> vec3f {
  return (1.0 - t) * (position_t0(end) - position_t0(start)) + t * (position(end) - position(start));
}

// Sum of the doubled vector areas at x0 of the two faces beside an edge of a body; 0 for a sheet.
fn area_beside(body: u32, edge: u32) -> vec3f {
  let model = body_model(body);
  if (!has_volume(model)) {
    return vec3f();
  }
  let base = body_word(body, BODY_VERTEX_BASE);
  let faces = edge_faces(model, edge);
  return area_before(face_vertices(model, faces.x) + base) + area_before(face_vertices(model, faces.y) + base);
}

// The normal of two edges that meet at time t, at parameters u along a and v along b. It is perpendicular to both at that time, and points
// to the side of b on which a was at x0. If they touched at x0, it points out of b's body and into a's. If they are parallel, it is the direction
// between the contact points at x0; the zero vector if those coincide.
fn edge_normal(a: vec2u, b: vec2u, t: f32, u: f32, v: f32, body_a: u32, edge_a: u32, body_b: u32, edge_b: u32) -> vec3f {
  let along_a = direction_at(t, a.x, a.y);
  let along_b = direction_at(t, b.x, b.y);
  let origin = position_t0(a.x);
  let separation = u * (position_t0(a.y) - origin) - (1.0 - v) * (position_t0(b.x) - origin) - v * (position_t0(b.y) - origin);
  let perpendicular = cross(along_a, along_b);
  let squared_a = dot(along_a, along_a);
  let squared_b = dot(along_b, along_b);
  if (dot(perpendicular, perpendicular) <= PARALLEL_SQUARED * squared_a * squared_b) {
    return unit_or_zero(separation);
  }
  let normal = unit_or_zero(perpendicular);
  var side = dot(separation, normal);
  if (abs(side) <= TOUCHING_DISTANCE * (sqrt(squared_a) + sqrt(squared_b))) {
    let out_of_b = dot(area_beside(body_b, edge_b) - area_beside(body_a, edge_a), normal);
    side = select(out_of_b, side, out_of_b == 0.0);
  }
  return select(normal, -normal, side < 0.0);
}

// The normal of two edges that were crossed at x0. It is perpendicular to both at the end of the step, and points to the side of b on which a
// was not at x0; the zero vector if they are parallel, or if their lines met at x0.
fn crossed_normal(a: vec2u, b: vec2u) -> vec3f {
  let before = cross(direction_at(0.0, a.x, a.y), direction_at(0.0, b.x, b.y));
  let side = dot(position_t0(a.x) - position_t0(b.x), before);
  let along_a = direction_at(1.0, a.x, a.y);
  let along_b = direction_at(1.0, b.x, b.y);
  let perpendicular = cross(along_a, along_b);
  let squared = dot(along_a, along_a) * dot(along_b, along_b);
  if (side == 0.0 || dot(perpendicular, perpendicular) <= PARALLEL_SQUARED * squared) {
    return vec3f();
  }
  return select(1.0, -1.0, side > 0.0) * unit_or_zero(perpendicular);
}
