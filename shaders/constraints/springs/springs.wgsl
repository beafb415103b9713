// Solves the springs of one colour (batch.wgsl).
#include /shaders/constraints/springs/solve-spring.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;

fn solve(body: u32, model: u32, constraint: u32) {
  solve_spring(body, model, constraint);
}
