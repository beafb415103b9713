// The body of this thread's query, and the query's point. Bodies lie in `topology` as packed by src/gpu/path-2d/pack-bodies.ts: their
// records come first, and the words of a record are offsets in `topology`, `positions` and `boxes`.
#reads topology, positions;

// The best answer so far to the thread's query, and counts of the thread's work.

// s - p, the path [m].
var<private> best_offset: vec2f;
var<private> best_squared: f32;
var<private> best_segment: u32;

var<private> candidates: u32;
var<private> traversals: u32;
var<private> triangles_visited: u32;
var<private> culling_aside: u32;

var<private> body: u32; // offset of its record
var<private> path_point: vec2f; // p, or the nearest point of its triangle if p lies outside [m]
var<private> path_shift: vec2f; // rounding error of path_point, to be added to it [m]

fn word(field: u32) -> u32 {
  return topology[body + field];
}

// A vertex relative to p. Subtracting before summing keeps the significant digits.
fn corner(vertex: u32) -> vec2f {
  let i = word(BODY_2D_POSITIONS) + 2u * vertex;
  return vec2f(positions[i], positions[i + 1u]) - path_point - path_shift;
}

fn triangle_vertices(triangle: u32) -> vec3u {
  let i = word(BODY_2D_TRIANGLES) + 3u * triangle;
  return vec3u(topology[i], topology[i + 1u], topology[i + 2u]);
}

// The neighbour across the side opposite a corner: a triangle, or BOUNDARY | segment.
fn triangle_neighbour(triangle: u32, side: u32) -> u32 {
  return topology[word(BODY_2D_NEIGHBOURS) + 3u * triangle + side];
}

fn segment_vertices(segment: u32) -> vec2u {
  let i = word(BODY_2D_SEGMENTS) + 2u * segment;
  return vec2u(topology[i], topology[i + 1u]);
}

// The boundary segments that end (x) and start (y) at a vertex.
fn vertex_segments(vertex: u32) -> vec2u {
  let i = word(BODY_2D_VERTEX_SEGMENTS) + 2u * vertex;
  return vec2u(topology[i], topology[i + 1u]);
}

fn cross2(a: vec2f, b: vec2f) -> f32 {
  return a.x * b.y - a.y * b.x;
}
