// Solves the stable Neo-Hookean tetrahedra of whole bodies (bodies.wgsl), as two scalar constraints each.
#include /shaders/constraints/neo-hookean-xpbd/solve-tet-xpbd.wgsl;
#include /shaders/constraints/elastic/colour-shared.wgsl;
#include /shaders/constraints/elastic/bodies.wgsl;
#reads topology;

fn colours_of(model: u32) -> vec2u {
  return vec2u(topology[model + MODEL_ELASTIC_COLOURS], topology[model + MODEL_ELASTIC_COLOUR_COUNT]);
}
