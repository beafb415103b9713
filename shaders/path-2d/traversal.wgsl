// Tests whether the straight path from p to the boundary point s is valid: whether it leads from p's triangle to s through adjacent
// triangles. Twin of traverse2d and traverseMarked2d in src/simulation/path-2d/traversal.ts; the docstrings there describe the walk. Each
// thread has its own lists of triangles.
#include /shaders/path-2d/body.wgsl;
#include /shaders/path-2d/skin.wgsl;

// Tolerance of exit_sides, relative to the triangle. It is larger than on the CPU, since float32 rounds by about 1e-7. For the same
// reason, s may lie about 1e-7 beside the ray.
const RAY_TOLERANCE = 2e-6;

// The ray starts at p, which is the origin of coordinates here.
var<private> ray_direction: vec2f; // of length 1
// A crossed side counts as an exit if its distance from p along the ray is between ray_near and ray_far [m].
var<private> ray_near: f32;
var<private> ray_far: f32;
var<private> ray_both_ways: bool; // whether sides that the ray crosses inward count as exits, too

// Coordinates of a vertex relative to the ray [m]: the distance to the left of the ray (x) and the distance along the ray (y).
fn relative_to_ray(vertex: u32) -> vec2f {
  let at = offset_to(vertex);
  return vec2f(cross2(ray_direction, at), dot(ray_direction, at));
}

// Finds the sides by which the ray leaves a triangle. Returns a bit mask: bit i is set for the side opposite corner i. Twin of
// src/simulation/path-2d/exit-sides.ts.
fn exit_sides(vertices: vec3u) -> u32 {
  let a = relative_to_ray(vertices.x);
  let b = relative_to_ray(vertices.y);
  let c = relative_to_ray(vertices.z);
  let largest = max(max(abs(a), abs(b)), abs(c));
  let tolerance = RAY_TOLERANCE * max(largest.x, largest.y);
  return select(0u, 1u, crosses(b, c, tolerance)) | select(0u, 2u, crosses(c, a, tolerance))
    | select(0u, 4u, crosses(a, b, tolerance));
}

// Whether the ray crosses a side outward, at a distance between ray_near and ray_far. If ray_both_ways is set, a crossing inward counts,
// too. i and j are the coordinates of the side's ends relative to the ray.
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
  // If the side lies along the ray, any part of the side may be in range. Otherwise the crossing point must be in range.
  if (abs(i.x) <= tolerance && abs(j.x) <= tolerance) {
    return true;
  }
  let at = clamp((i.y * j.x - j.y * i.x) / (j.x - i.x), low, high);
  return at <= ray_far + tolerance && at >= ray_near - tolerance;
}

// Limits of `traverse` (TRAVERSAL_LIMITS_2D on the CPU), and maximum number of triangles that `traverse_line` visits. Tests set smaller
// limits, so that traversals reach them.
override BRANCH_LIMIT: u32 = TRAVERSAL_2D_BRANCHES;
override RING_LIMIT: u32 = TRAVERSAL_2D_RING;
override STEP_LIMIT: u32 = TRAVERSAL_2D_STEPS;
override LINE_LIMIT: u32 = TRAVERSAL_2D_LINE;

// The triangles most recently visited by `traverse`: a ring buffer.
var<private> ring: array<u32, TRAVERSAL_2D_RING>;
// Triangles that wait to be visited by `traverse`.
var<private> branches: array<u32, TRAVERSAL_2D_BRANCHES>;
// Triangles reached by `traverse_line`, visited or waiting.
var<private> reached: array<u32, TRAVERSAL_2D_LINE>;

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // a limit was reached while triangles still waited: no answer

// Goal of a traversal: any triangle around `vertex`, or `triangle` if `vertex` is NONE.
struct Target2d {
  triangle: u32,
  vertex: u32,
}

fn holds_target(goal: Target2d, triangle: u32, vertices: vec3u) -> bool {
  if (goal.vertex == NONE) {
    return triangle == goal.triangle;
  }
  return any(vertices == vec3u(goal.vertex));
}

// Aims the ray from p along `offset`. If p and s coincide, the range is empty: only the sides at p's home feature count as exits.
fn aim_ray(offset: vec2f, distance: f32, both_ways: bool) {
  if (!(distance > 0.0)) {
    ray_direction = vec2f(1.0, 0.0);
    ray_near = LARGEST;
    ray_far = -LARGEST;
    return;
  }
  ray_direction = offset / distance;
  ray_near = -INVERTED_REACH * distance;
  ray_far = select(distance, distance + INVERTED_REACH * distance, both_ways);
  ray_both_ways = both_ways;
}

fn in_ring(triangle: u32) -> bool {
  for (var i = 0u; i < RING_LIMIT; i++) {
    if (ring[i] == triangle) {
      return true;
    }
  }
  return false;
}

// Walks from p's triangle `first` towards s. Returns VALID, INVALID or OVERFLOWED. `offset` is s - p [m].
fn traverse(first: u32, offset: vec2f, goal: Target2d) -> u32 {
  var triangle = first;
  var vertices = triangle_vertices(triangle);
  triangles_visited++;
  if (holds_target(goal, triangle, vertices)) {
    return VALID;
  }
  aim_ray(offset, length(offset), false);
  for (var i = 0u; i < TRAVERSAL_2D_RING; i++) {
    ring[i] = NONE;
  }
  ring[0] = triangle;
  var depth = 0u;
  var steps = 0u;
  loop {
    let exits = exit_sides(vertices) | sides_at_home(vertices);
    for (var i = 0u; i < 3u; i++) {
      if ((exits & (1u << i)) == 0u) {
        continue;
      }
      let next = triangle_neighbour(triangle, i);
      if ((next & BOUNDARY) != 0u || in_ring(next)) {
        continue;
      }
      if (depth == BRANCH_LIMIT) {
        return OVERFLOWED;
      }
      branches[depth] = next;
      depth++;
    }
    // A waiting triangle may have been visited since it was pushed.
    var has_next = false;
    while (depth > 0u && !has_next) {
      depth--;
      triangle = branches[depth];
      has_next = !in_ring(triangle);
    }
    if (!has_next) {
      break;
    }
    steps++;
    if (steps == STEP_LIMIT) {
      return OVERFLOWED;
    }
    ring[steps % RING_LIMIT] = triangle;
    vertices = triangle_vertices(triangle);
    triangles_visited++;
    if (holds_target(goal, triangle, vertices)) {
      return VALID;
    }
  }
  return INVALID;
}

// Whether a triangle is one of the first `count` entries of `reached`.
fn is_reached(triangle: u32, count: u32) -> bool {
  for (var i = 0u; i < count; i++) {
    if (reached[i] == triangle) {
      return true;
    }
  }
  return false;
}

// Does the same as `traverse` for paths near inverted triangles: follows the line through p and s in both directions, also beyond p and
// s. One list holds both the visited and the waiting triangles.
fn traverse_line(first: u32, offset: vec2f, goal: Target2d) -> u32 {
  let distance = length(offset);
  reached[0] = first;
  var count = 1u;
  for (var next = 0u; next < count; next++) {
    let triangle = reached[next];
    let vertices = triangle_vertices(triangle);
    triangles_visited++;
    if (holds_target(goal, triangle, vertices)) {
      return VALID;
    }
    if (next == 0u) {
      aim_ray(offset, distance, true);
    }
    let exits = exit_sides(vertices) | sides_at_home(vertices);
    for (var i = 0u; i < 3u; i++) {
      if ((exits & (1u << i)) == 0u) {
        continue;
      }
      let beyond = triangle_neighbour(triangle, i);
      if ((beyond & BOUNDARY) != 0u || is_reached(beyond, count)) {
        continue;
      }
      if (count == LINE_LIMIT) {
        return OVERFLOWED;
      }
      reached[count] = beyond;
      count++;
    }
  }
  return INVALID;
}
