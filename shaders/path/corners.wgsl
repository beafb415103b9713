// Finds corners of an element by their vertices. Twins of cornerOf and fourthOf in src/mesh/topology.ts.

fn corner_of(vertices: vec4u, vertex: u32) -> u32 {
  return select(select(select(3u, 2u, vertices.z == vertex), 1u, vertices.y == vertex), 0u, vertices.x == vertex);
}

fn fourth_of(tet: vec4u, others: vec3u) -> u32 {
  for (var i = 0u; i < 3u; i++) {
    if (!any(others == vec3u(tet[i]))) {
      return tet[i];
    }
  }
  return tet.w;
}
