// Solves the hinges of one colour of cloth (batch.wgsl).
#include /shaders/constraints/cloth/solve-hinge.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;

fn solve(body: u32, model: u32, constraint: u32) {
  solve_hinge(body, model, constraint);
}
