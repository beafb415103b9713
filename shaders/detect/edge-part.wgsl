// The part of a segment inside a tetrahedron. Twin of src/geometry/segment-tetrahedron.ts.
#include /shaders/shared/tetrahedron.wgsl;

// Cuts a part (begin, end) to where a linear function isn't negative. `f` holds the function's values at 0 and 1.
fn keep_positive(part: vec2f, f: vec2f) -> vec2f {
  if (f.x < 0.0) {
    return vec2f(select(2.0, max(part.x, f.x / (f.x - f.y)), f.y > 0.0), part.y);
  }
  return vec2f(part.x, select(part.y, min(part.y, f.x / (f.x - f.y)), f.y < 0.0));
}

// Parameters along the segment pq at which its part in the tetrahedron begins and ends. If there is no part, end <= begin.
fn edge_part(a: vec3f, b: vec3f, c: vec3f, d: vec3f, p: vec3f, q: vec3f, margin: f32) -> vec2f {
  let none = vec2f(1.0, 0.0);
  let u = a - d;
  let v = b - d;
  let w = c - d;
  let signed = determinant3(v, w, u);
  let side = select(1.0, -1.0, signed < 0.0);
  let whole = side * signed;
  if (!(whole > 0.0)) {
    return none;
  }
  // Barycentric coordinates at both ends, times `whole`.
  let n = mat3x3f(cross(v, w), cross(w, u), cross(u, v));
  let at_p = side * ((p - d) * n);
  let at_q = side * ((q - d) * n);
  let last = vec2f(whole - at_p.x - at_p.y - at_p.z, whole - at_q.x - at_q.y - at_q.z);
  var part = keep_positive(vec2f(0.0, 1.0), vec2f(at_p.x, at_q.x));
  part = keep_positive(part, vec2f(at_p.y, at_q.y));
  part = keep_positive(part, vec2f(at_p.z, at_q.z));
  part = keep_positive(part, last);
  if (!(part.y - part.x > margin)) {
    return none;
  }
  let t = 0.5 * (part.x + part.y);
  let least = margin * whole;
  let inside = all(at_p + t * (at_q - at_p) > vec3f(least)) && last.x + t * (last.y - last.x) > least;
  return select(none, part, inside);
}
