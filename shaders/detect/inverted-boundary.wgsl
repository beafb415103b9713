// Tells which pairs of a point and a tetrahedron, both of one body, are excluded from contacts because of inverted tetrahedra. Twin of
// isPointExcluded and isTetExcluded in src/simulation/detect/inverted-boundary.ts, whose docstring says why. `base` is the index of the
// body's first vertex; faces, tetrahedra and other vertices are local to the body.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/detect/points.wgsl;
#reads topology;

// Whether the pair of a contact point and a tetrahedron is excluded. A contact point is a vertex, the centroid of a tetrahedron or a point
// on an edge (points.wgsl). The pair is excluded if the tetrahedron is inverted, or if the point's vertex, edge or tetrahedron belongs to
// an inverted tetrahedron. For surface vertices and edges, only inverted tetrahedra with a boundary face count.
fn is_excluded_pair(point: u32, model: u32, base: u32, tet: u32) -> bool {
  if (is_edge(point)) {
    let ends = point_ends(point);
    return is_inverted_boundary(model, base, tet) || share_inverted_boundary(model, base, ends.x, ends.y);
  }
  if (is_surface_vertex(point)) {
    let vertex = point_vertex(point) - base;
    return is_inverted_boundary(model, base, tet) || share_inverted_boundary(model, base, vertex, vertex);
  }
  if (is_inverted(model, base, tet)) {
    return true;
  }
  return is_centroid(point) && is_inverted(model, base, point_tet(point));
}

fn is_inverted(model: u32, base: u32, tet: u32) -> bool {
  let v = tet_vertices(model, tet) + base;
  let a = position(v.x);
  return determinant3(position(v.y) - a, position(v.z) - a, position(v.w) - a) < 0.0;
}

// Whether a tetrahedron is inverted and has a boundary face.
fn is_inverted_boundary(model: u32, base: u32, tet: u32) -> bool {
  let neighbours = words4(topology[model + MODEL_NEIGHBOURS] + 4u * tet);
  return any((neighbours & vec4u(BOUNDARY)) != vec4u()) && is_inverted(model, base, tet);
}

// Whether a path within a point's own body touches inverted tetrahedra. This is so in two cases: the path ends at a face of an inverted
// tetrahedron; or the point lies on an edge, and an end of this edge is a vertex of an inverted tetrahedron with a boundary face.
fn touches_inverted(point: u32, model: u32, base: u32, face: u32) -> bool {
  if (is_inverted(model, base, face_tet(model, face))) {
    return true;
  }
  if (!is_edge(point)) {
    return false;
  }
  let ends = point_ends(point);
  return share_inverted_boundary(model, base, ends.x, ends.x) || share_inverted_boundary(model, base, ends.y, ends.y);
}

// Whether there is an inverted tetrahedron with a boundary face to which the surface vertices p and q both belong. (p and q may be equal.)
fn share_inverted_boundary(model: u32, base: u32, p: u32, q: u32) -> bool {
  let range = vertex_tet_range(model, surface_index(model, p));
  for (var k = range.x; k < range.y; k++) {
    let tet = vertex_tet(model, k);
    if (any(tet_vertices(model, tet) == vec4u(q)) && is_inverted_boundary(model, base, tet)) {
      return true;
    }
  }
  return false;
}
