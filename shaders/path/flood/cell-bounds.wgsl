// Computes the bounding balls of the patches and sides of all cells (groups of tetrahedra, src/simulation/path/flood/cells.ts). With these
// balls, flood.wgsl skips patches and sides that are too far away. Twin of src/simulation/path/flood/refit-cells.ts, which computes them
// on demand. One thread per ball: first those of all patches, then those of all sides.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/topology.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/path/body-of.wgsl;
#reads dispatch_arguments, topology;
#writes path_balls;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count) {
    return;
  }
  if (i < body_word(0u, BODY_SIDE_BALLS)) {
    let body = body_of(i, BODY_PATCH_BALLS);
    let model = body_model(body);
    let range = words2(topology[model + MODEL_PATCH_VERTEX_OFFSETS] + i - body_word(body, BODY_PATCH_BALLS));
    let list = topology[model + MODEL_PATCH_VERTICES];
    let base = body_word(body, BODY_VERTEX_BASE);
    path_balls[i] = ball_around(mean_of(list, range, base), list, range, base);
    return;
  }
  let body = body_of(i, BODY_SIDE_BALLS);
  let model = body_model(body);
  let border = topology[topology[model + MODEL_SIDE_BORDERS] + i - body_word(body, BODY_SIDE_BALLS)];
  let range = words2(topology[model + MODEL_BORDER_OFFSETS] + border);
  let list = topology[model + MODEL_BORDER_VERTICES];
  let base = body_word(body, BODY_VERTEX_BASE);
  path_balls[i] = ball_around(box_centre_of(list, range, base), list, range, base);
}

// In the functions below, the vertices are entries range.x to range.y - 1, at least one, of the list that begins at word `list` of
// `topology`. `base` is the body's first vertex.

// Returns the mean of vertices.
fn mean_of(list: u32, range: vec2u, base: u32) -> vec3f {
  let first = position(base + topology[list + range.x]);
  var sum = vec3f();
  for (var k = range.x + 1u; k < range.y; k++) {
    sum += position(base + topology[list + k]) - first;
  }
  return first + sum / f32(range.y - range.x);
}

// Returns the centre of the bounding box of vertices.
fn box_centre_of(list: u32, range: vec2u, base: u32) -> vec3f {
  var lower = position(base + topology[list + range.x]);
  var upper = lower;
  for (var k = range.x + 1u; k < range.y; k++) {
    let x = position(base + topology[list + k]);
    lower = min(lower, x);
    upper = max(upper, x);
  }
  return 0.5 * (lower + upper);
}

// Returns the ball around a centre that encloses vertices: the centre, and the radius [m].
fn ball_around(centre: vec3f, list: u32, range: vec2u, base: u32) -> vec4f {
  var squared = 0.0;
  for (var k = range.x; k < range.y; k++) {
    let away = position(base + topology[list + k]) - centre;
    squared = max(squared, dot(away, away));
  }
  return vec4f(centre, (1.0 + BALL_SLACK) * sqrt(squared));
}
