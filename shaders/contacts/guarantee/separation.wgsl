// Conservative test of a segment and a triangle: whether a plane is proved to be between them, although rounding errors are as large as they can be.

// Error of a projection onto an axis, per unit of |axis|_1 times the greatest coordinate: 1 roundoff for a difference, 3 for products and
// sums, and as many as slack. The axis itself needn't be exact: any plane between the two will do.
const PROJECTION_ROUNDOFFS = 8.0 * 0x1p-24;

struct Cross {
  p: vec3f, q: vec3f, // ends of the segment, relative to the triangle's first corner
  b: vec3f, c: vec3f, // the triangle's other corners, relative to the first one
  size: f32, // greatest coordinate of these
}

fn greatest(x: vec3f) -> f32 {
  let y = abs(x);
  return max(y.x, max(y.y, y.z));
}

fn parts_along(cross: Cross, axis: vec3f) -> bool {
  let p = dot(axis, cross.p);
  let q = dot(axis, cross.q);
  let b = dot(axis, cross.b);
  let c = dot(axis, cross.c);
  let size = abs(axis);
  let error = 2.0 * PROJECTION_ROUNDOFFS * (size.x + size.y + size.z) * cross.size;
  return min(p, q) - max(0.0, max(b, c)) > error || min(0.0, min(b, c)) - max(p, q) > error;
}

// The axes suffice for a segment and a triangle: the triangle's normal, the products of the segment with its sides and, where all lie in a
// plane, the normals of the sides and of the segment in this plane. Lengths are scaled to about 1, so that no product underflows.
fn are_apart(segment_p: vec3f, segment_q: vec3f, a: vec3f, b: vec3f, c: vec3f) -> bool {
  let size = max(max(greatest(segment_p - a), greatest(segment_q - a)), max(greatest(b - a), greatest(c - a)));
  if (!(size > 0.0)) {
    return false;
  }
  let scale = 1.0 / size;
  let cross_of = Cross(segment_p - a, segment_q - a, b - a, c - a, size);
  let u = scale * cross_of.b;
  let v = scale * cross_of.c;
  let d = scale * (cross_of.q - cross_of.p);
  let w = v - u;
  let n = cross(u, v);
  return parts_along(cross_of, n)
    || parts_along(cross_of, cross(d, u)) || parts_along(cross_of, cross(d, v)) || parts_along(cross_of, cross(d, w))
    || parts_along(cross_of, cross(n, u)) || parts_along(cross_of, cross(n, v)) || parts_along(cross_of, cross(n, w))
    || parts_along(cross_of, cross(n, d));
}
