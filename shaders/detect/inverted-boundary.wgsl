// Elements of the boundary that are turned inside out. Twin of src/simulation/detect/inverted-boundary.ts, which says what
// for; include after topology.wgsl, tetrahedron.wgsl, position.wgsl and points.wgsl.

// Whether a tetrahedron has a boundary face and is turned inside out. `base`: the body's first vertex.
fn is_inverted_boundary(model: u32, base: u32, tet: u32) -> bool {
  let neighbours = words4(topology[model + MODEL_NEIGHBOURS] + 4u * tet);
  if (all((neighbours & vec4u(BOUNDARY)) == vec4u())) {
    return false;
  }
  let v = tet_vertices(model, tet) + base;
  let a = position(v.x);
  return determinant3(position(v.y) - a, position(v.z) - a, position(v.w) - a) < 0.0;
}

// Whether a point is of such an element of its body.
fn is_of_inverted_boundary(point: u32, model: u32, base: u32) -> bool {
  if (is_edge(point)) {
    let ends = point_ends(point);
    return is_held_by_inverted(model, base, ends.x, ends.y);
  }
  if (is_centroid(point)) {
    return is_inverted_boundary(model, base, point_tet(point));
  }
  if (!is_surface_vertex(point)) {
    return false;
  }
  let vertex = point_vertex(point) - base;
  return is_held_by_inverted(model, base, vertex, vertex);
}

// Whether one holds the surface vertices p and q, local to the body.
fn is_held_by_inverted(model: u32, base: u32, p: u32, q: u32) -> bool {
  let range = vertex_tet_range(model, surface_index(model, p));
  for (var k = range.x; k < range.y; k++) {
    let tet = vertex_tet(model, k);
    if (any(tet_vertices(model, tet) == vec4u(q)) && is_inverted_boundary(model, base, tet)) {
      return true;
    }
  }
  return false;
}
