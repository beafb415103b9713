// A candidate s is the point of a boundary segment that is closest to the query point p. This file finds it, and does infeasible-region
// culling: s is discarded if p lies outside of the feasible region of s. Twin of closestOnSegment in src/simulation/path-2d/segments.ts,
// and of cull2d in src/simulation/path-2d/culling.ts, which says why this is right.
#include /shaders/path-2d/body.wgsl;
#reads topology;

// Features: the places where s can lie on its segment.
const BETWEEN = 0u; // between the ends
const FIRST_END = 1u; // at the first end; FIRST_END + 1 means at the second end

struct ClosestPoint2d {
  offset: vec2f, // s - p [m]
  feature: u32, // BETWEEN, FIRST_END or FIRST_END + 1
}

// Returns the point s of a boundary segment closest to p.
fn closest_on_segment(segment: u32) -> ClosestPoint2d {
  candidates++;
  let ends = segment_vertices(segment);
  let a = offset_to(ends.x);
  let b = offset_to(ends.y);
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

// Verdicts of `cull`.
const KEEP = 0u; // the candidate may be the answer
const CULL = 1u; // the candidate is proved not to be the answer
const UNDECIDED = 2u; // culling cannot judge the candidate: s is a fold, where the proof does not hold

// Judges a candidate. `offset` is s - p [m]; `feature` is the place of s on the boundary segment.
fn cull(segment: u32, feature: u32, offset: vec2f) -> u32 {
  let ends = segment_vertices(segment);
  let edge = offset_to(ends.y) - offset_to(ends.x);
  let length_squared = dot(edge, edge);
  // |s - p|^2, enlarged to cover the rounding error of s - p (cull2d says how).
  let enlargement = OFFSET_ROUNDING / FEASIBLE_TOLERANCE;
  let squared = dot(offset, offset) + enlargement * enlargement * length_squared;
  if (feature == BETWEEN) {
    return select(KEEP, CULL, clearly_negative(cross2(offset, edge), length_squared, squared));
  }
  let vertex = ends[feature - FIRST_END];
  if (topology[word(BODY_2D_FOLDED) + vertex] != 0u) {
    return UNDECIDED;
  }
  let around = vertex_segments(vertex);
  let s = offset_to(vertex);
  let before = offset_to(segment_vertices(around.x).x) - s;
  let after = offset_to(segment_vertices(around.y).y) - s;
  let is_culled = clearly_negative(dot(offset, before), dot(before, before), squared)
    || clearly_negative(dot(offset, after), dot(after, after), squared);
  return select(KEEP, CULL, is_culled);
}

// Whether the dot product of two vectors a and b is negative by more than the tolerance: the cosine is below -FEASIBLE_TOLERANCE.
fn clearly_negative(product: f32, a_squared: f32, b_squared: f32) -> bool {
  // Dividing by a_squared first avoids underflow: in small models, a_squared * b_squared is below float32's range.
  return product < 0.0 && product * (product / a_squared) > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * b_squared;
}
