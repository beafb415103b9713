// The gap of a pair at x0, and planes in it, in float32. Twin of src/simulation/contacts/guarantee/gap.ts and planes.ts.
//
// A plane parts a pair however inexact its normal is; it depends only on the heights of the pair's vertices over it. Their errors, in
// units of the roundoff: of a height over the pair's first vertex, 4 times the pair's extent (1 for the difference, 3 for products and sums, for
// a normal of length 1); of the rise in a step as much; of a shortened motion 8 times the extent for the share, and for the position that is stored 1
// of each coordinate. has_room asks that what a cut leaves between a vertex and the plane exceeds all of these.
#include /shaders/shared/closest-point.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;

struct Pair {
  start: array<vec3f, 4>, // positions at x0
  end: array<vec3f, 4>, // positions at x
  first: u32, // number of vertices of the first element: 1 of a vertex and a face, 2 of two edges
}

struct Gap {
  normal: vec3f, // along the gap, from the first element to the second one
  length: f32, // 0 if they touch
  heights: vec4f, // of the vertices over the first one at x0, along the gap
  rises: vec4f, // of the vertices in the step
  top: f32, // greatest height of the first element
  width: f32, // of the gap, along itself
  forth: f32, // how far the first element's vertices rise at most, and the second one's sink; 0 if none does
  back: f32,
  has_room: bool,
}

// Vector from the segment 0-1 to the segment 2-3 at x0, between their nearest points. Source: Ericson 2005, section 5.1.9.
fn segment_gap(pair: Pair) -> vec3f {
  let u = pair.start[1] - pair.start[0];
  let v = pair.start[3] - pair.start[2];
  let r = pair.start[0] - pair.start[2];
  let a = dot(u, u);
  let b = dot(u, v);
  let c = dot(u, r);
  let e = dot(v, v);
  let f = dot(v, r);
  let denominator = a * e - b * b;
  var s = 0.0;
  if (denominator > FLAT_SINE_SQUARED * a * e) {
    s = clamp((b * f - c * e) / denominator, 0.0, 1.0);
  }
  var t = 0.0;
  if (e > 0.0) {
    t = (b * s + f) / e;
  }
  if (t < 0.0 || t > 1.0) {
    let nearest = select(b - c, -c, t < 0.0);
    t = clamp(t, 0.0, 1.0);
    s = 0.0;
    if (a > 0.0) {
      s = clamp(nearest / a, 0.0, 1.0);
    }
  }
  return t * v - s * u - r;
}

fn find_gap(pair: Pair) -> Gap {
  let origin = pair.start[0];
  var vector: vec3f;
  if (pair.first == 2u) {
    vector = segment_gap(pair);
  } else {
    vector = closest_point(pair.start[1] - origin, pair.start[2] - origin, pair.start[3] - origin).offset;
  }
  var gap = Gap(vec3f(), 0.0, vec4f(), vec4f(), -LARGEST, 0.0, 0.0, 0.0, false);
  let length = length(vector);
  if (!(length > 0.0)) {
    return gap;
  }
  let normal = vector / length;
  gap.normal = normal;
  gap.length = length;
  var bottom = LARGEST;
  var scale = 0.0;
  var extent = 0.0;
  for (var k = 0u; k < 4u; k++) {
    let offset = pair.start[k] - origin;
    let way = pair.end[k] - pair.start[k];
    let height = dot(normal, offset);
    let rise = dot(normal, way);
    gap.heights[k] = height;
    gap.rises[k] = rise;
    if (k < pair.first) {
      gap.top = max(gap.top, height);
      gap.forth = max(gap.forth, rise);
    } else {
      bottom = min(bottom, height);
      gap.back = max(gap.back, -rise);
    }
    let far = max(abs(pair.start[k]), abs(pair.end[k]));
    scale = max(scale, max(far.x, max(far.y, far.z)));
    extent = max(extent, max(length_of(offset), length_of(way)));
  }
  gap.width = bottom - gap.top;
  // sqrt(3) roundoffs of the scale for the stored position, and 16 of the extent.
  gap.has_room = (1.0 - KEPT_SHARE) * LEAST_SHARE * gap.width > 0x1p-24 * (2.0 * scale + 24.0 * extent);
  return gap;
}

// A bound of a vector's length.
fn length_of(x: vec3f) -> f32 {
  let size = abs(x);
  return size.x + size.y + size.z;
}

// Cuts the motions of a pair's vertices at a plane in the gap, which has room for it (cutAtPlane), unless it is only asked. Returns whether one has to be shortened;
// if not, the plane proves that the pair doesn't touch.
fn cut_at_plane(gap: Gap, first: u32, ids: vec4u, cuts: bool) -> bool {
  let approach = gap.forth + gap.back;
  if (!(approach > 0.0)) {
    return false;
  }
  let plane = gap.top + clamp(gap.forth / approach, LEAST_SHARE, 1.0 - LEAST_SHARE) * gap.width;
  var is_cut = false;
  for (var k = 0u; k < 4u; k++) {
    let rise = gap.rises[k];
    if (select(rise >= 0.0, rise <= 0.0, k < first)) {
      continue;
    }
    let way = KEPT_SHARE * (plane - gap.heights[k]);
    if (abs(rise) > abs(way)) {
      is_cut = true;
      if (cuts) {
        raise_cut(ids[k], 1.0 - max(0.0, way / rise));
      }
    }
  }
  return is_cut;
}
