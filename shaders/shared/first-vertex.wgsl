// Range of the vertices of a body.
#include /shaders/shared/topology.wgsl;
#reads parameters;

// Returns the index of a body's first vertex. For body = number of bodies, returns the number of vertices. So first_vertex(body + 1) is
// always the end of a body's vertices.
fn first_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return parameters.vertex_count;
  }
  return body_word(body, BODY_VERTEX_BASE);
}
