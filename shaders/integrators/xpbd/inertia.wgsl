// Index ranges of the chunks of vertices over which inertia is summed (INERTIA in src/simulation/records.ts).
#include /shaders/shared/topology.wgsl;
#reads parameters;

// Index of a body's first vertex. If `body` is the number of bodies, it is the number of vertices, so that first_vertex(body + 1) always
// ends a body's range.
fn first_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return parameters.vertex_count;
  }
  return body_word(body, BODY_VERTEX_BASE);
}

// Index of a body's first chunk of SUM_CHUNK vertices. `+ body` makes room for the partly filled last chunk of each earlier body
// (firstInertia in src/simulation/state.ts).
fn first_inertia(body: u32) -> u32 {
  return first_vertex(body) / SUM_CHUNK + body;
}
