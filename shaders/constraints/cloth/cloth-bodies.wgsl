// Solves the triangles and then the hinges of whole cloths (bodies.wgsl).
#include /shaders/constraints/cloth/solve-triangle.wgsl;
#include /shaders/constraints/cloth/solve-hinge.wgsl;
#include /shaders/constraints/elastic/colour.wgsl;
#include /shaders/constraints/elastic/bodies.wgsl;
#reads topology;

fn colours_of(model: u32) -> vec2u {
  return vec2u(topology[model + MODEL_CLOTH_COLOURS], topology[model + MODEL_CLOTH_COLOUR_COUNT]);
}

fn solve(body: u32, model: u32, constraint: u32) {
  if (constraint < topology[model + MODEL_TRIANGLE_COUNT]) {
    solve_triangle(body, model, constraint);
  } else {
    solve_hinge(body, model, constraint);
  }
}
