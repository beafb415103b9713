// Records of 2D shortest-path queries. src/gpu/path-2d/gpu-paths.ts reads their layouts from here.
struct Query2d {
  point: vec2f, // [m]
  body: u32,
  triangle: u32, // local to the body
  vertex: u32, // the point's own vertex where it belongs to the body, local to it, else NONE
}

struct Path2d {
  offset: vec2f, // closest point of the boundary minus the query's [m]
  distance: f32, // [m]
  segment: u32, // local to the body; NONE without a valid path, PATH_OVERFLOW where the processor has to answer
}
