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
    path_balls[i] = ball_around(topology[model + MODEL_PATCH_VERTICES], range, body_word(body, BODY_VERTEX_BASE));
    return;
  }
  let body = body_of(i, BODY_SIDE_BALLS);
  let model = body_model(body);
  let border = topology[topology[model + MODEL_SIDE_BORDERS] + i - body_word(body, BODY_SIDE_BALLS)];
  let range = words2(topology[model + MODEL_BORDER_OFFSETS] + border);
  path_balls[i] = ball_around(topology[model + MODEL_BORDER_VERTICES], range, body_word(body, BODY_VERTEX_BASE));
}

// Returns a bounding ball of vertices: the centre of their bounding box, and the radius [m]. The vertices are entries range.x to
// range.y - 1, at least one, of the list that begins at word `list` of `topology`. `base` is the body's first vertex.
fn ball_around(list: u32, range: vec2u, base: u32) -> vec4f {
  var lower = position(base + topology[list + range.x]);
  var upper = lower;
  for (var k = range.x + 1u; k < range.y; k++) {
    let x = position(base + topology[list + k]);
    lower = min(lower, x);
    upper = max(upper, x);
  }
  let centre = 0.5 * (lower + upper);
  var squared = 0.0;
  for (var k = range.x; k < range.y; k++) {
    let away = position(base + topology[list + k]) - centre;
    squared = max(squared, dot(away, away));
  }
  return vec4f(centre, (1.0 + BALL_SLACK) * sqrt(squared));
}
