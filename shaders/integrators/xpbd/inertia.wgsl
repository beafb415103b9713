// First places of the chunks of vertices that the angular momentum's restoring sums up (INERTIA in src/simulation/records.ts).
#include /shaders/shared/topology.wgsl;
#reads parameters;

// Of a body, or with the number of bodies behind the last one.
fn first_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return parameters.vertex_count;
  }
  return body_word(body, BODY_VERTEX_BASE);
}

// Where a body's chunks start among all bodies'.
fn first_inertia(body: u32) -> u32 {
  return first_vertex(body) / SUM_CHUNK + body;
}
