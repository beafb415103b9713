// Infeasible-region culling. Twin of src/simulation/path-2d/culling.ts, which gives the reasons.
#include /shaders/path-2d/body.wgsl;
#reads topology;

// The point of a boundary segment closest to p. Twin of src/simulation/path-2d/segments.ts.
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

// Rounding error of s - p, as a share of the segment's length.
const OFFSET_ROUNDING = 1e-6;

// Verdicts: the candidate may be the answer; it is proved not to be; the proof does not hold at a fold.
const KEEP = 0u;
const CULL = 1u;
const UNDECIDED = 2u;

// The verdict on a candidate. `offset` is s - p [m]; s lies on `feature` of a boundary segment.
fn cull(segment: u32, feature: u32, offset: vec2f) -> u32 {
  let ends = segment_vertices(segment);
  let edge = corner(ends.y) - corner(ends.x);
  let length_squared = dot(edge, edge);
  let share = OFFSET_ROUNDING / FEASIBLE_TOLERANCE;
  let squared = dot(offset, offset) + share * share * length_squared;
  if (feature == BETWEEN) {
    return select(KEEP, CULL, clearly_negative(cross2(offset, edge), length_squared, squared));
  }
  let vertex = ends[feature - FIRST_END];
  if (topology[word(BODY_2D_FOLDED) + vertex] != 0u) {
    return UNDECIDED;
  }
  let around = vertex_segments(vertex);
  let s = corner(vertex);
  let before = corner(segment_vertices(around.x).x) - s;
  let after = corner(segment_vertices(around.y).y) - s;
  let is_culled = clearly_negative(dot(offset, before), dot(before, before), squared)
    || clearly_negative(dot(offset, after), dot(after, after), squared);
  return select(KEEP, CULL, is_culled);
}

// Whether a scalar product of two vectors with these squared lengths is negative by more than rounding.
fn clearly_negative(product: f32, a_squared: f32, b_squared: f32) -> bool {
  // Divide by one square before multiplying: in small models the product of all of them is below float32's range.
  return product < 0.0 && product * (product / a_squared) > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * b_squared;
}
