// Whether the segment from p in triangle `first` to s is a valid path. Twin of src/simulation/path-2d/traversal.ts, which gives the
// reasons. Each thread has its own lists.
#include /shaders/path-2d/body.wgsl;
#include /shaders/path-2d/skin.wgsl;

// The sides by which a ray leaves a triangle. Twin of src/simulation/path-2d/exit-sides.ts, which gives the reasons.

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

// Limits of TRAVERSAL_LIMITS_2D, and of traverse_line. Tests set smaller ones to reach them.
override BRANCH_LIMIT: u32 = TRAVERSAL_2D_BRANCHES;
override RING_LIMIT: u32 = TRAVERSAL_2D_RING;
override STEP_LIMIT: u32 = TRAVERSAL_2D_STEPS;
override LINE_LIMIT: u32 = TRAVERSAL_2D_LINE;

// The latest triangles visited.
var<private> ring: array<u32, TRAVERSAL_2D_RING>;
// Triangles waiting to be visited.
var<private> branches: array<u32, TRAVERSAL_2D_BRANCHES>;
// Triangles reached by traverse_line.
var<private> line: array<u32, TRAVERSAL_2D_LINE>;

const INVALID = 0u;
const VALID = 1u;
const OVERFLOWED = 2u; // a limit was reached while triangles still waited: no answer

// The goal: any triangle that holds the vertex or, if that is NONE, this triangle.
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

// Aims the ray from p along `offset`. If p and s coincide, no side is in range.
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

// Returns VALID, INVALID or OVERFLOWED. `offset` is s - p [m].
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
    // A waiting triangle may have been visited since it was put there.
    var found = false;
    while (depth > 0u && !found) {
      depth--;
      triangle = branches[depth];
      found = !in_ring(triangle);
    }
    if (!found) {
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

fn in_line(triangle: u32, count: u32) -> bool {
  for (var i = 0u; i < count; i++) {
    if (line[i] == triangle) {
      return true;
    }
  }
  return false;
}

// Follows the line instead of the segment, for paths near inverted triangles. One list holds both visited and waiting triangles.
fn traverse_line(first: u32, offset: vec2f, goal: Target2d) -> u32 {
  let distance = length(offset);
  line[0] = first;
  var count = 1u;
  for (var next = 0u; next < count; next++) {
    let triangle = line[next];
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
      if ((beyond & BOUNDARY) != 0u || in_line(beyond, count)) {
        continue;
      }
      if (count == LINE_LIMIT) {
        return OVERFLOWED;
      }
      line[count] = beyond;
      count++;
    }
  }
  return INVALID;
}
