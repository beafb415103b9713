// The sides by which a ray leaves a triangle. Twin of src/simulation/path-2d/exit-sides.ts, which gives the reasons.
#include /shaders/path-2d/body.wgsl;

// Larger than the twin's tolerance: rounding errors are some 1e-7 here, and so is the distance of s from the ray.
const RAY_TOLERANCE = 2e-6;

// The ray starts at p, the origin.
var<private> ray_direction: vec2f; // of length 1
var<private> ray_near: f32; // range of distances along the ray in which crossed sides count as exits [m]
var<private> ray_far: f32;
var<private> ray_both_ways: bool; // whether sides crossed inward count as exits, too

// Distance of a vertex to the left of the ray (x), and along it (y).
fn seen_along(vertex: u32) -> vec2f {
  let at = corner(vertex);
  return vec2f(cross2(ray_direction, at), dot(ray_direction, at));
}

// The exits. Returns bit i for the side opposite corner i.
fn exit_sides(vertices: vec3u) -> u32 {
  let a = seen_along(vertices.x);
  let b = seen_along(vertices.y);
  let c = seen_along(vertices.z);
  let largest = max(max(abs(a), abs(b)), abs(c));
  let tolerance = RAY_TOLERANCE * max(largest.x, largest.y);
  return select(0u, 1u, crosses(b, c, tolerance)) | select(0u, 2u, crosses(c, a, tolerance))
    | select(0u, 4u, crosses(a, b, tolerance));
}

// Whether the ray crosses the side from i to j within its range, outward, or either way if ray_both_ways.
fn crosses(i: vec2f, j: vec2f, tolerance: f32) -> bool {
  let outward = i.x <= tolerance && j.x >= -tolerance;
  let inward = i.x >= -tolerance && j.x <= tolerance;
  if (!(outward || (ray_both_ways && inward))) {
    return false;
  }
  let low = min(i.y, j.y);
  let high = max(i.y, j.y);
  if (low > ray_far + tolerance || high < ray_near - tolerance) {
    return false;
  }
  // A side that lies along the ray counts wholly; of other sides, the crossing point must be in range.
  if (abs(i.x) <= tolerance && abs(j.x) <= tolerance) {
    return true;
  }
  let at = clamp((i.y * j.x - j.y * i.x) / (j.x - i.x), low, high);
  return at <= ray_far + tolerance && at >= ray_near - tolerance;
}
