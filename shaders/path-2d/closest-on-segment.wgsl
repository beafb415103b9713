// The point of a boundary segment closest to p. Twin of src/simulation/path-2d/segments.ts.
#include /shaders/path-2d/answer.wgsl;
#include /shaders/path-2d/body.wgsl;

const BETWEEN = 0u;
const FIRST_END = 1u;

struct ClosestPoint2d {
  offset: vec2f, // from p [m]
  feature: u32, // BETWEEN, or FIRST_END + 0 or 1
}

fn closest_on_segment(segment: u32) -> ClosestPoint2d {
  candidates++;
  let ends = segment_vertices(segment);
  let a = corner(ends.x);
  let b = corner(ends.y);
  let edge = b - a;
  let squared = dot(edge, edge);
  let along = -dot(a, edge);
  if (along <= 0.0 || squared == 0.0) {
    return ClosestPoint2d(a, FIRST_END);
  }
  if (along >= squared) {
    return ClosestPoint2d(b, FIRST_END + 1u);
  }
  return ClosestPoint2d(a + (along / squared) * edge, BETWEEN);
}
