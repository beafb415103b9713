// Contact points: the points of bodies that are tested for penetration. They are numbered over all bodies in this order: surface
// vertices, inner vertices, centroids of tetrahedra, boundary edges. Twin of createPoints, lookUpSource and writeSourcePosition in
// src/simulation/world/points.ts.
#include /shaders/shared/position.wgsl;
#include /shaders/shared/topology.wgsl;
#reads parameters, topology;

// A contact point as the weighted mean of vertices (indices over all bodies). Only the first `count` vertices are used; their weights sum
// to 1.
struct Source {
  vertices: vec4u,
  weights: vec4f,
  count: u32,
}

fn is_surface_vertex(point: u32) -> bool {
  return point < topology[WORLD_FIRST_INNER];
}

fn is_edge(point: u32) -> bool {
  return point >= topology[WORLD_FIRST_EDGE];
}

fn is_centroid(point: u32) -> bool {
  return point >= topology[WORLD_FIRST_CENTROID] && !is_edge(point);
}

fn point_body(point: u32) -> u32 {
  return topology[topology[WORLD_POINT_BODIES] + point];
}

// For a point that is a vertex: the vertex, by its index over all bodies.
fn point_vertex(point: u32) -> u32 {
  return topology[topology[WORLD_POINT_VERTICES] + point];
}

// For a point that is a centroid: its tetrahedron, by the index within the body.
fn point_tet(point: u32) -> u32 {
  return point - topology[WORLD_FIRST_CENTROID] - body_word(point_body(point), BODY_TET_BASE);
}

// For a point on an edge: the edge's two vertices, by their indices within the body.
fn point_ends(point: u32) -> vec2u {
  let body = point_body(point);
  return edge_vertices(body_model(body), point - topology[WORLD_FIRST_EDGE] - body_word(body, BODY_EDGE_BASE));
}

// Index of a point's first pair in `pairs`. Twin of pairPlace in src/simulation/capacities.ts.
fn pair_place(point: u32) -> u32 {
  let first_edge = topology[WORLD_FIRST_EDGE];
  return parameters.pairs_per_point * min(point, first_edge) + PLACES_PER_EDGE * (max(point, first_edge) - first_edge);
}

// Returns a contact point's vertices and weights. `along` is a point's position along its edge, from 0 to 1 (Query.along); for other
// points it is ignored.
fn source_of(point: u32, along: f32) -> Source {
  if (is_edge(point)) {
    let ends = point_ends(point) + body_word(point_body(point), BODY_VERTEX_BASE);
    return Source(vec4u(ends, NONE, NONE), vec4f(1.0 - along, along, 0.0, 0.0), 2u);
  }
  if (is_centroid(point)) {
    let body = point_body(point);
    let corners = body_tet_vertices(body, point_tet(point));
    return Source(corners, vec4f(0.25), 4u);
  }
  return Source(vec4u(point_vertex(point), NONE, NONE, NONE), vec4f(1.0, 0.0, 0.0, 0.0), 1u);
}

fn source_position(source: Source) -> vec3f {
  var sum = vec3f();
  for (var k = 0u; k < source.count; k++) {
    sum += source.weights[k] * position(source.vertices[k]);
  }
  return sum;
}
