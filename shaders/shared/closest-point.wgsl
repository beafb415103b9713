// Closest point on a triangle to the origin. For another point, callers subtract it from the corners. Path searches use it: the triangle
// is a boundary face, the point a query point. A triangle's features are its face, edges and corners. Twin of closestPointOnTriangle in
// src/geometry/closest-point.ts.

const FEATURE_FACE = 0u;
const FEATURE_EDGE = 1u; // feature k = 1 to 3: the edge that joins the corners k-1 and k % 3
const FEATURE_CORNER = 4u; // feature k = 4 to 6: corner k-4

// If the squared sine of the triangle's angle at its first corner is at most this, only the triangle's edges are searched, since in
// float32 barycentric weights have errors of about 1e-7 / sine. closest-point.ts computes in float64 and has a smaller limit.
const FLAT_SINE_SQUARED = 1e-8;

struct ClosestPoint {
  offset: vec3f, // vector from the origin to the closest point [m]
  feature: u32, // the feature that contains the closest point: FEATURE_*
  b0: f32, // barycentric weights of the first two corners
  b1: f32,
}

fn closest_point(a: vec3f, b: vec3f, c: vec3f) -> ClosestPoint {
  let u = b - a;
  let v = c - a;
  // Dot products of u, v and p, the vector from corner a to the origin.
  let uu = dot(u, u);
  let uv = dot(u, v);
  let vv = dot(v, v);
  let n = cross(u, v);
  let det = dot(n, n);
  if (!(det > FLAT_SINE_SQUARED * uu * vv)) {
    return closest_point_on_edges(a, b, c);
  }
  let pu = -dot(a, u);
  let pv = -dot(a, v);
  if (pu <= 0.0 && pv <= 0.0) {
    return ClosestPoint(a, FEATURE_CORNER, 1.0, 0.0);
  }
  if (pu >= uu && pv - uv <= pu - uu) {
    return ClosestPoint(b, FEATURE_CORNER + 1u, 0.0, 1.0);
  }
  if (pv >= vv && pu - uv <= pv - vv) {
    return ClosestPoint(c, FEATURE_CORNER + 2u, 0.0, 0.0);
  }
  // Barycentric weights of c and b, times det.
  let w = cross(n, a);
  let weight_c = dot(u, w);
  if (weight_c <= 0.0 && pu >= 0.0 && pu <= uu) {
    let t = pu / uu;
    return ClosestPoint(a + t * u, FEATURE_EDGE, 1.0 - t, t);
  }
  let weight_b = -dot(v, w);
  if (weight_b <= 0.0 && pv >= 0.0 && pv <= vv) {
    let t = pv / vv;
    return ClosestPoint(a + t * v, FEATURE_EDGE + 2u, 1.0 - t, 0.0);
  }
  let along_c = pv - uv - (pu - uu); // position along the edge from b towards c; along_b: from c towards b
  let along_b = pu - uv - (pv - vv);
  if (det - weight_b - weight_c <= 0.0 && along_c >= 0.0 && along_b >= 0.0) {
    let t = along_c / (along_c + along_b);
    return ClosestPoint(b + t * (c - b), FEATURE_EDGE + 1u, 0.0, 1.0 - t);
  }
  let t = weight_b / det;
  let s = weight_c / det;
  return ClosestPoint(a + t * u + s * v, FEATURE_FACE, 1.0 - t - s, t);
}

fn closest_point_on_edges(a: vec3f, b: vec3f, c: vec3f) -> ClosestPoint {
  let t = vec3f(edge_parameter(a, b), edge_parameter(b, c), edge_parameter(c, a));
  let x = a + t.x * (b - a);
  let y = b + t.y * (c - b);
  let z = c + t.z * (a - c);
  let d = vec3f(dot(x, x), dot(y, y), dot(z, z));
  if (d.x <= d.y && d.x <= d.z) {
    return ClosestPoint(x, feature_on_edge(0u, t.x), 1.0 - t.x, t.x);
  }
  if (d.y <= d.z) {
    return ClosestPoint(y, feature_on_edge(1u, t.y), 0.0, 1.0 - t.y);
  }
  return ClosestPoint(z, feature_on_edge(2u, t.z), t.z, 0.0);
}

fn edge_parameter(a: vec3f, b: vec3f) -> f32 {
  let e = b - a;
  let squared = dot(e, e);
  let t = -dot(a, e);
  if (t <= 0.0 || squared == 0.0) {
    return 0.0;
  }
  return select(t / squared, 1.0, t >= squared);
}

fn feature_on_edge(k: u32, t: f32) -> u32 {
  if (t <= 0.0) {
    return FEATURE_CORNER + k;
  }
  return select(FEATURE_EDGE + k, FEATURE_CORNER + (k + 1u) % 3u, t >= 1.0);
}
