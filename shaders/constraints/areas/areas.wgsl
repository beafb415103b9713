// Solves the areas of one colour of triangles of planar bodies (batch.wgsl).
#include /shaders/constraints/areas/solve-area.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;

fn solve(body: u32, model: u32, constraint: u32) {
  solve_area(body, model, constraint);
}
