// Index ranges of the chunks of vertices over which inertia is summed (INERTIA in src/simulation/records.ts).
#include /shaders/shared/topology.wgsl;
#reads parameters;

// First vertex of a body. If `body` is the number of bodies, it is the end of the last body's vertices.
fn first_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return parameters.vertex_count;
  }
  return body_word(body, BODY_VERTEX_BASE);
}

// First of a body's chunks.
fn first_inertia(body: u32) -> u32 {
  return first_vertex(body) / SUM_CHUNK + body;
}
