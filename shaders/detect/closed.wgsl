// The closed test of points in tetrahedra. Twin of src/mesh/boundary-feature.ts.
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/tetrahedron.wgsl;

// Tests whether a feature of a tetrahedron lies on the boundary: a face, an edge or a vertex of it. A point in the relative interior of an inner
// feature is inside the body, since elements surround it. Bit k of `corners` is set if corner k belongs to the feature.
fn is_boundary_feature(model: u32, tet: u32, corners: u32) -> bool {
  let vertices = tet_vertices(model, tet);
  var count = 0u;
  var first = NONE;
  var last = NONE;
  var missing = 0u;
  for (var k = 0u; k < 4u; k++) {
    if ((corners & (1u << k)) == 0u) {
      missing = k;
      continue;
    }
    count++;
    last = vertices[k];
    first = select(first, last, first == NONE);
  }
  if (count == 4u) {
    return false;
  }
  if (count == 3u) {
    return (tet_neighbour(model, tet, missing) & BOUNDARY) != 0u;
  }
  if (count == 0u || surface_index(model, first) == NONE || surface_index(model, last) == NONE) {
    return false;
  }
  return count == 1u || has_boundary_edge(model, first, last);
}

// Tests whether two vertices of the boundary are the ends of an edge of a boundary face.
fn has_boundary_edge(model: u32, start: u32, end: u32) -> bool {
  let range = vertex_face_range(model, surface_index(model, start));
  for (var i = range.x; i < range.y; i++) {
    if (any(face_vertices(model, vertex_face(model, i)) == vec3u(end))) {
      return true;
    }
  }
  return false;
}
