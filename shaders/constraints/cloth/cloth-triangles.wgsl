// Solves the membrane triangles of one colour of cloth (batch.wgsl).
#include /shaders/constraints/cloth/solve-triangle.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;

fn solve(body: u32, model: u32, constraint: u32) {
  solve_triangle(body, model, constraint);
}
