#include /shaders/shared/topology.wgsl;
#reads parameters, topology;

// First surface vertex of a body. If `body` is the number of bodies, it is the end of the last body's surface vertices.
fn first_surface_vertex(body: u32) -> u32 {
  if (body >= parameters.body_count) {
    return topology[WORLD_FIRST_INNER];
  }
  return body_word(body, BODY_SURFACE_BASE);
}
