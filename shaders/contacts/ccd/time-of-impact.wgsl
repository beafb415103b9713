// First contact of a vertex and a face, or of two edges, whose corners move on straight lines during the step, in float32. The method and
// the notation are those of src/geometry/time-of-impact.ts and relative-motion.ts: the elements touch at time t if r(t) = u A(t) - v B(t)
// for (u, v) in a domain, and an interval of time is discarded only if a value proves that nothing touches in it, although its rounding
// error is as large as it can be. So no contact is missed. What float32 can't decide counts as a contact.
// Source: Wang et al. 2021, "A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous Collision Detection".

// Unit roundoff of float32. A device may flush subnormal results to 0; UNDERFLOW covers that, since all lengths are scaled to at most 2.
const ROUNDOFF = 0x1p-24;
// The bounds below hold for a sum in any order, and with fused operations, which round less often: WGSL allows both.
// Relative error of a component of r, A or B at some time: 1 roundoff for a difference, 2 for the interpolation, 1 as slack.
const COMPONENT_ROUNDOFFS = 4.0 * ROUNDOFF;
// Relative error of a sum of products of components: at most 8 operations in sequence, and 2 as slack.
const PRODUCT_ROUNDOFFS = 10.0 * ROUNDOFF;
const UNDERFLOW = 0x1p-100;
// Intervals begin and end at multiples of 1 / TICKS of the step. Products with TICK are exact; quotients needn't be in WGSL.
const TICKS = 65536u;
const TICK = 0x1p-16;
// A proof of contact in an interval is accepted as the answer if the interval is at most this long [ticks].
const RESOLUTION = 16u;
// Maximum number of intervals tested. Hits need about 25; only elements that slide along each other need more.
const MAX_INTERVALS = 96u;

// r, A and B at the start and at the end of the step.
struct Motion {
  r0: vec3f, a0: vec3f, b0: vec3f,
  r1: vec3f, a1: vec3f, b1: vec3f,
  square: bool, // whether the domain is the unit square (two edges), not the triangle u, v, 1 - u - v >= 0 (a vertex and a face)
}

struct Impact {
  hit: bool,
  t: f32, // 0 to 1: time at which contact is proved, or from which on it can't be excluded
  u: f32, // weight of the face's corner 1, or parameter along edge a
  v: f32, // weight of the face's corner 2, or parameter along edge b
}

// Error bounds of the values that are compared with 0 (setBounds in relative-motion.ts).
struct Bounds {
  corner: f32, // of a component of r - u A + v B at a corner of the domain
  cubic: f32, // of the cubic r . (A x B)
  quadratic: f32, // of a quadratic m . (x x y), per unit of |m|_1
}

fn largest(x: vec3f, y: vec3f) -> f32 {
  let z = max(abs(x), abs(y));
  return max(z.x, max(z.y, z.z));
}

// The power of two that scales a positive size to 1 up to 2.
fn scale_to_one(size: f32) -> f32 {
  let exponent = clamp(bitcast<u32>(size) >> 23u, 1u, 253u);
  return bitcast<f32>((254u - exponent) << 23u);
}

fn bounds_of(motion: Motion) -> Bounds {
  let size = vec3f(largest(motion.r0, motion.r1), largest(motion.a0, motion.a1), largest(motion.b0, motion.b1));
  let error = COMPONENT_ROUNDOFFS * size + UNDERFLOW;
  let r = size.x + error.x;
  let a = size.y + error.y;
  let b = size.z + error.z;
  return Bounds(
    error.x + error.y + error.z + PRODUCT_ROUNDOFFS * (r + a + b),
    6.0 * (error.x * a * b + r * error.y * b + r * a * error.z + PRODUCT_ROUNDOFFS * r * a * b) + UNDERFLOW,
    2.0 * (error.x * (a + b) + error.y * (r + b) + error.z * (r + a) + PRODUCT_ROUNDOFFS * (r * (a + b) + a * b)) + UNDERFLOW);
}

// 1: the quadratic q is never between 0 and d in the interval, -1: it always is, 0: undecided. Both by their Bernstein coefficients.
fn compare_weight(q: vec3f, d: vec3f, e: f32) -> i32 {
  let p = q - d;
  let q_above = all(q > vec3f(e));
  let q_below = all(q < vec3f(-e));
  let p_above = all(p > vec3f(e));
  let p_below = all(p < vec3f(-e));
  if ((q_above && p_above) || (q_below && p_below)) {
    return 1;
  }
  return select(0, -1, (q_above && p_below) || (q_below && p_above));
}

// Compares (u, v) with the domain, along the vector m. 1: always outside, -1: always inside, 0: undecided. The columns of ab, rb and ra are
// the Bernstein coefficients of A x B, r x B and r x A, the middle one doubled.
fn compare_weights(m: vec3f, ab: mat3x3f, rb: mat3x3f, ra: mat3x3f, square: bool, quadratic: f32) -> i32 {
  let e = (abs(m.x) + abs(m.y) + abs(m.z)) * quadratic + UNDERFLOW;
  let halves = vec3f(1.0, 0.5, 1.0);
  let d = halves * (m * ab);
  let u = halves * (m * rb);
  let v = halves * (m * ra);
  let of_u = compare_weight(u, d, e);
  let of_v = compare_weight(v, d, e);
  var of_w = of_v;
  if (!square) {
    of_w = compare_weight(d - u - v, d, e);
  }
  if (max(of_u, max(of_v, of_w)) > 0) {
    return 1;
  }
  return select(0, -1, of_u < 0 && of_v < 0 && of_w < 0);
}

// Whether a coordinate of r - u A + v B keeps its sign over domain and interval.
fn apart_on_an_axis(r0: vec3f, a0: vec3f, b0: vec3f, r1: vec3f, a1: vec3f, b1: vec3f, square: bool, e: f32) -> bool {
  let p0 = r0 - a0;
  let p1 = r1 - a1;
  let q0 = r0 + b0;
  let q1 = r1 + b1;
  var lower = min(min(min(r0, r1), min(p0, p1)), min(q0, q1));
  var upper = max(max(max(r0, r1), max(p0, p1)), max(q0, q1));
  if (square) {
    lower = min(lower, min(p0 + b0, p1 + b1));
    upper = max(upper, max(p0 + b0, p1 + b1));
  }
  return any(lower > vec3f(e)) || any(upper < vec3f(-e));
}

// 1: nothing touches in the interval from t0 to t1, -1: contact is proved, 0: undecided.
fn judge(motion: Motion, bounds: Bounds, t0: f32, t1: f32) -> i32 {
  let r0 = (1.0 - t0) * motion.r0 + t0 * motion.r1;
  let a0 = (1.0 - t0) * motion.a0 + t0 * motion.a1;
  let b0 = (1.0 - t0) * motion.b0 + t0 * motion.b1;
  let r1 = (1.0 - t1) * motion.r0 + t1 * motion.r1;
  let a1 = (1.0 - t1) * motion.a0 + t1 * motion.a1;
  let b1 = (1.0 - t1) * motion.b0 + t1 * motion.b1;
  if (apart_on_an_axis(r0, a0, b0, r1, a1, b1, motion.square, bounds.corner)) {
    return 1;
  }
  let ab = mat3x3f(cross(a0, b0), cross(a0, b1) + cross(a1, b0), cross(a1, b1));
  let start = dot(ab[0], r0);
  let end = dot(ab[2], r1);
  let middle = vec2f(dot(ab[0], r1) + dot(ab[1], r0), dot(ab[2], r0) + dot(ab[1], r1)); // tripled
  let e = bounds.cubic;
  if ((min(start, end) > e && min(middle.x, middle.y) > 3.0 * e) || (max(start, end) < -e && max(middle.x, middle.y) < -3.0 * e)) {
    return 1; // the four points are never coplanar
  }
  let rb = mat3x3f(cross(r0, b0), cross(r0, b1) + cross(r1, b0), cross(r1, b1));
  let ra = mat3x3f(cross(r0, a0), cross(r0, a1) + cross(r1, a0), cross(r1, a1));
  let weights = compare_weights(ab[0] + ab[1] + ab[2], ab, rb, ra, motion.square, bounds.quadratic);
  if (weights > 0) {
    return 1;
  }
  // For parallel or degenerate elements A x B proves nothing; the normal of the plane through r and the longer of A and B may.
  let second = select(rb[0] + rb[1] + rb[2], ra[0] + ra[1] + ra[2], largest(motion.a0, motion.a1) > largest(motion.b0, motion.b1));
  if (compare_weights(second, ab, rb, ra, motion.square, bounds.quadratic) > 0) {
    return 1;
  }
  let changes_sign = (start > e && end < -e) || (start < -e && end > e);
  return select(0, -1, changes_sign && weights < 0);
}

// Time of the first contact; 2 if there is none.
fn first_contact(motion: Motion, bounds: Bounds) -> f32 {
  var start = 0u;
  var width = TICKS;
  for (var count = 0u; count < MAX_INTERVALS; count++) {
    let verdict = judge(motion, bounds, f32(start) * TICK, f32(start + width) * TICK);
    if (verdict > 0) {
      start += width;
      if (start == TICKS) {
        return 2.0;
      }
      // The largest interval of the bisection that begins at `start`: a depth-first search without a stack.
      width = 1u << countTrailingZeros(start);
    } else if (width == 1u || (verdict < 0 && width <= RESOLUTION)) {
      break;
    } else {
      width >>= 1u;
    }
  }
  return f32(start) * TICK;
}

// The best parameters found so far, and the squared distance of the elements there.
var<private> nearest: vec3f;

fn try_parameters(r: vec3f, a: vec3f, b: vec3f, u: f32, v: f32) {
  let offset = r - u * a + v * b;
  let squared = dot(offset, offset);
  if (squared < nearest.z) {
    nearest = vec3f(u, v, squared);
  }
}

// Tries the best point of the domain's side between two corners.
fn try_side(r: vec3f, a: vec3f, b: vec3f, start: vec2f, end: vec2f) {
  let offset = r - start.x * a + start.y * b;
  let along = (start.x - end.x) * a + (end.y - start.y) * b;
  let length = dot(along, along);
  var s = 0.0;
  if (length > 0.0) {
    s = clamp(-dot(offset, along) / length, 0.0, 1.0);
  }
  let at = start + s * (end - start);
  try_parameters(r, a, b, at.x, at.y);
}

// Parameters of the domain at which the elements are closest at time t (src/geometry/impact-parameters.ts).
fn closest_parameters(motion: Motion, t: f32) -> vec2f {
  let r = (1.0 - t) * motion.r0 + t * motion.r1;
  let a = (1.0 - t) * motion.a0 + t * motion.a1;
  let b = (1.0 - t) * motion.b0 + t * motion.b1;
  nearest = vec3f(0.0, 0.0, LARGEST);
  try_side(r, a, b, vec2f(0.0, 0.0), vec2f(1.0, 0.0));
  if (motion.square) {
    try_side(r, a, b, vec2f(1.0, 0.0), vec2f(1.0, 1.0));
    try_side(r, a, b, vec2f(1.0, 1.0), vec2f(0.0, 1.0));
  } else {
    try_side(r, a, b, vec2f(1.0, 0.0), vec2f(0.0, 1.0));
  }
  try_side(r, a, b, vec2f(0.0, 1.0), vec2f(0.0, 0.0));
  let aa = dot(a, a);
  let ab = dot(a, b);
  let bb = dot(b, b);
  let ar = dot(a, r);
  let br = dot(b, r);
  let determinant = aa * bb - ab * ab;
  // Parallel edges and degenerate faces have no best point inside; some point of the sides is as good.
  if (determinant > 0.0) {
    let u = (ar * bb - ab * br) / determinant;
    let v = (ab * ar - aa * br) / determinant;
    if (u >= 0.0 && v >= 0.0 && select(u + v <= 1.0, u <= 1.0 && v <= 1.0, motion.square)) {
      try_parameters(r, a, b, u, v);
    }
  }
  return nearest.xy;
}

fn impact_of(given: Motion) -> Impact {
  var motion = given;
  let size = max(largest(motion.r0, motion.r1), max(largest(motion.a0, motion.a1), largest(motion.b0, motion.b1)));
  let scale = scale_to_one(size); // multiplying by it is exact
  motion.r0 *= scale;
  motion.a0 *= scale;
  motion.b0 *= scale;
  motion.r1 *= scale;
  motion.a1 *= scale;
  motion.b1 *= scale;
  let t = first_contact(motion, bounds_of(motion));
  if (t > 1.0) {
    return Impact(false, t, 0.0, 0.0);
  }
  let at = closest_parameters(motion, t);
  return Impact(true, t, at.x, at.y);
}

// First contact of a vertex p and a face f; the columns are the positions of the face's corners at the step's start (0) and end (1).
fn vertex_face_impact(p0: vec3f, f0: mat3x3f, p1: vec3f, f1: mat3x3f) -> Impact {
  return impact_of(Motion(
    p0 - f0[0], f0[1] - f0[0], f0[0] - f0[2],
    p1 - f1[0], f1[1] - f1[0], f1[0] - f1[2], false));
}

// First contact of two edges; the columns are the positions of their ends.
fn edge_edge_impact(a0: mat2x3f, b0: mat2x3f, a1: mat2x3f, b1: mat2x3f) -> Impact {
  return impact_of(Motion(
    b0[0] - a0[0], a0[1] - a0[0], b0[1] - b0[0],
    b1[0] - a1[0], a1[1] - a1[0], b1[1] - b1[0], true));
}
