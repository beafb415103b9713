// State of a thread of shortest-path.wgsl: its query's body and point, the best answer so far, and counts of its work. Each thread answers
// one query. s is the boundary point at which a path ends. p is the query point; if the query point lies outside of its triangle, p is the
// point of the triangle nearest to it.
#reads topology, positions;

var<private> best_offset: vec2f; // s - p [m]
var<private> best_squared: f32; // squared length of s - p [m^2]
var<private> best_segment: u32; // boundary segment that s lies on, or NONE

// Counts of this thread's work. shortest-path.wgsl adds them to the counters.
var<private> candidates: u32;
var<private> traversals: u32;
var<private> triangles_visited: u32;
var<private> undecided_by_culling: u32; // candidates that culling could not judge

var<private> body: u32; // offset of the body's record in `topology`
var<private> path_point: vec2f; // p, rounded to float32 [m]
var<private> path_shift: vec2f; // rounding error of path_point: p is path_point + path_shift [m]

// Reads a field of the body's record. src/gpu/path-2d/pack-bodies.ts packs all bodies into `topology`: first their records, whose
// fields are counts, or offsets in `topology`, `positions` and `boxes`.
fn word(field: u32) -> u32 {
  return topology[body + field];
}

// Offset from p to a vertex [m]. The two subtractions in this order keep the significant digits.
fn offset_to(vertex: u32) -> vec2f {
  let i = word(BODY_2D_POSITIONS) + 2u * vertex;
  return vec2f(positions[i], positions[i + 1u]) - path_point - path_shift;
}

fn triangle_vertices(triangle: u32) -> vec3u {
  let i = word(BODY_2D_TRIANGLES) + 3u * triangle;
  return vec3u(topology[i], topology[i + 1u], topology[i + 2u]);
}

// The neighbour across a side: a triangle, or BOUNDARY | segment. Side i lies opposite corner i.
fn triangle_neighbour(triangle: u32, side: u32) -> u32 {
  return topology[word(BODY_2D_NEIGHBOURS) + 3u * triangle + side];
}

fn segment_vertices(segment: u32) -> vec2u {
  let i = word(BODY_2D_SEGMENTS) + 2u * segment;
  return vec2u(topology[i], topology[i + 1u]);
}

// The boundary segment that ends at a vertex (x) and the boundary segment that starts there (y); NONE for inner vertices.
fn vertex_segments(vertex: u32) -> vec2u {
  let i = word(BODY_2D_VERTEX_SEGMENTS) + 2u * vertex;
  return vec2u(topology[i], topology[i + 1u]);
}

fn cross2(a: vec2f, b: vec2f) -> f32 {
  return a.x * b.y - a.y * b.x;
}
