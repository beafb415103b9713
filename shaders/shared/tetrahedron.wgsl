// Tetrahedra by their corners [m].

// Six times the signed volume [m^3].
fn determinant3(u: vec3f, v: vec3f, w: vec3f) -> f32 {
  return dot(cross(u, v), w);
}

// Whether all barycentric coordinates of a point exceed the margin. Edges are taken from a corner, so that small
// elements far from the origin lose nothing; an inverted element has an inside too, a flat one has none.
fn tet_contains(a: vec3f, b: vec3f, c: vec3f, d: vec3f, point: vec3f, margin: f32) -> bool {
  let u = b - a;
  let v = c - a;
  let w = d - a;
  let p = point - a;
  let volume = determinant3(u, v, w);
  let parts = vec3f(determinant3(p, v, w), determinant3(u, p, w), determinant3(u, v, p)) / volume;
  return volume != 0.0 && all(parts > vec3f(margin)) && 1.0 - parts.x - parts.y - parts.z > margin;
}
