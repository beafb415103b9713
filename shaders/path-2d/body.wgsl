// The body that this thread's query asks about, and the query's point. Bodies lie in `topology` as
// src/gpu/path-2d/pack-bodies.ts packs them: records first, their words are places in `topology`, `positions` and `boxes`.
#reads topology, positions;

var<private> body: u32; // where its record starts
var<private> path_point: vec2f; // p, or the point of its triangle that is nearest [m]
var<private> path_shift: vec2f; // what rounding has taken off that [m]

fn word(field: u32) -> u32 {
  return topology[body + field];
}

// A vertex relative to p: subtracting first keeps the digits that matter.
fn corner(vertex: u32) -> vec2f {
  let i = word(BODY_2D_POSITIONS) + 2u * vertex;
  return vec2f(positions[i], positions[i + 1u]) - path_point - path_shift;
}

fn triangle_vertices(triangle: u32) -> vec3u {
  let i = word(BODY_2D_TRIANGLES) + 3u * triangle;
  return vec3u(topology[i], topology[i + 1u], topology[i + 2u]);
}

// Across the side opposite a corner: a triangle, or BOUNDARY | segment.
fn triangle_neighbour(triangle: u32, side: u32) -> u32 {
  return topology[word(BODY_2D_NEIGHBOURS) + 3u * triangle + side];
}

fn segment_vertices(segment: u32) -> vec2u {
  let i = word(BODY_2D_SEGMENTS) + 2u * segment;
  return vec2u(topology[i], topology[i + 1u]);
}

// The boundary segments that end and that start at a vertex.
fn vertex_segments(vertex: u32) -> vec2u {
  let i = word(BODY_2D_VERTEX_SEGMENTS) + 2u * vertex;
  return vec2u(topology[i], topology[i + 1u]);
}

fn cross2(a: vec2f, b: vec2f) -> f32 {
  return a.x * b.y - a.y * b.x;
}
