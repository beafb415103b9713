// Signed volumes of tetrahedra, and the test whether one contains a point.

// Six times the signed volume of the tetrahedron whose edges from one corner are u, v and w [m^3].
fn determinant3(u: vec3f, v: vec3f, w: vec3f) -> f32 {
  return dot(cross(u, v), w);
}

// Tests whether all barycentric coordinates of a point exceed the margin. An inverted tetrahedron contains the region that it covers; a
// tetrahedron without volume contains nothing. Twin of tetrahedronContains in src/geometry/tetrahedron.ts. All vectors are taken from
// corner d, so that small elements far from the origin lose little precision.
fn tet_contains(a: vec3f, b: vec3f, c: vec3f, d: vec3f, point: vec3f, margin: f32) -> bool {
  return corners_above(a, b, c, d, point, margin) == ALL_CORNERS;
}

const ALL_CORNERS = 15u;

// Corners whose barycentric coordinates exceed the margin, as bits; none if the tetrahedron has no volume.
fn corners_above(a: vec3f, b: vec3f, c: vec3f, d: vec3f, point: vec3f, margin: f32) -> u32 {
  let u = a - d;
  let v = b - d;
  let w = c - d;
  let p = point - d;
  let signed_volume = determinant3(v, w, u); // six times the volume, like all volumes here
  let orientation = select(1.0, -1.0, signed_volume < 0.0);
  let volume = orientation * signed_volume;
  let parts = orientation * vec3f(determinant3(v, w, p), determinant3(w, u, p), determinant3(u, v, p));
  let least = margin * volume;
  let above = vec4u(vec4(parts > vec3f(least), volume - parts.x - parts.y - parts.z > least));
  return select(0u, dot(above, vec4u(1u, 2u, 4u, 8u)), volume != 0.0);
}
