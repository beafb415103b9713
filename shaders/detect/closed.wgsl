// The closed test of points in tetrahedra. Twin of isOnBoundary in src/simulation/detect/containing-tets.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tetrahedron.wgsl;

// Whether a point, which lies in a tetrahedron or within the margin of it, is on one of its boundary faces or beyond.
fn is_on_boundary(point: vec3f, body: u32, tet: u32, a: vec3f, b: vec3f, c: vec3f, d: vec3f) -> bool {
  let corners = array<vec3f, 4>(a, b, c, d);
  let volume = abs(determinant3(b - a, c - a, d - a));
  for (var k = 0u; k < 4u; k++) {
    if ((tet_neighbour(body_model(body), tet, k) & BOUNDARY) == 0u) {
      continue;
    }
    let p = corners[(k + 1u) & 3u];
    let normal = cross(corners[(k + 2u) & 3u] - p, corners[(k + 3u) & 3u] - p);
    let height = dot(normal, corners[k] - p);
    let own = dot(normal, point - p) * sign(height);
    if (own <= INSIDE_MARGIN * volume) {
      return true;
    }
  }
  return false;
}
