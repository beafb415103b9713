// Solves the springs of whole bodies and, in the plane, the areas behind them (bodies.wgsl).
#include /shaders/constraints/springs/solve-spring.wgsl;
#include /shaders/constraints/areas/solve-area.wgsl;
#include /shaders/constraints/elastic/colour-shared.wgsl;
#include /shaders/constraints/elastic/bodies.wgsl;
#reads topology;

fn colours_of(model: u32) -> vec2u {
  return vec2u(topology[model + MODEL_SPRING_COLOURS], topology[model + MODEL_SPRING_COLOUR_COUNT]);
}

// A colour has only springs or only areas.
fn can_share(model: u32, constraint: u32) -> bool {
  return constraint < topology[model + MODEL_SPRING_COUNT];
}

fn solve(body: u32, model: u32, constraint: u32) {
  if (constraint < topology[model + MODEL_SPRING_COUNT]) {
    solve_spring(body, model, constraint);
  } else {
    solve_area(body, model, constraint);
  }
}
