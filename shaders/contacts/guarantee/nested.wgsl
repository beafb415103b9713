// Finds out whether the step begins free, part 2: whether a connected surface lies inside of another one at x0 (isAnyNested in
// src/simulation/contacts/guarantee/freedom.ts). Where edges cross faces it doesn't matter. One workgroup per connected surface, of which there are as many as the argument says: its
// threads sum the solid angles of all other surfaces that bound a volume, seen from the surface's first vertex, and its own volume.
#include /shaders/path/body-of.wgsl;
#include /shaders/contacts/ccd/swept-trees.wgsl;
#include /shaders/shared/aabb.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/tetrahedron.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads parameters, dispatch_arguments, topology, swept_boxes, surfaces;

var<workgroup> sums: array<vec2f, WORKGROUP_SIZE>;
var<workgroup> is_needed: u32;

// A number of turns may be this far from a whole one. Rounding is far below it, and more counts as nested.
const MOST_OFF = 0.2;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = group.x + group.y * groups.x;
  if (thread == 0u) {
    is_needed = u32(i < dispatch_arguments.argument && !is_free() && guard_word(GUARD_CROSSINGS) == 0u);
  }
  if (workgroupUniformLoad(&is_needed) == 0u) {
    return;
  }
  let first = surfaces[parameters.vertex_count + i];
  sums[thread] = sum_faces(first, thread);
  workgroupBarrier();
  if (thread > 0u) {
    return;
  }
  var sum = vec2f();
  for (var k = 0u; k < WORKGROUP_SIZE; k++) {
    sum += sums[k];
  }
  // A cavity's surface is inside out, and lies inside of one.
  let expected = select(0.0, 1.0, sum.y < 0.0);
  if (!(abs(sum.x / (2.0 * TWO_PI) - expected) < MOST_OFF)) {
    put_guard_word(GUARD_NESTED, 1u);
  }
}

// The thread's part of the solid angle of all others, and of six times the own volume.
fn sum_faces(first: u32, thread: u32) -> vec2f {
  let x = position_t0(first);
  let own_body = body_of(first, BODY_VERTEX_BASE);
  var sum = vec2f();
  for (var body = 0u; body < topology[WORLD_BODY_COUNT]; body++) {
    let model = body_model(body);
    if (!has_volume(model) || (body != own_body && !box_contains(swept_boxes[swept_face_tree(body).nodes], x))) {
      continue;
    }
    for (var face = thread; face < topology[model + MODEL_FACE_COUNT]; face += WORKGROUP_SIZE) {
      let f = face_vertices(model, face) + body_word(body, BODY_VERTEX_BASE);
      let a = position_t0(f.x) - x;
      let b = position_t0(f.y) - x;
      let c = position_t0(f.z) - x;
      if (surfaces[f.x] == first) {
        sum.y += determinant3(a, b, c);
      } else {
        sum.x += solid_angle(a, b, c);
      }
    }
  }
  return sum;
}

// Source: Van Oosterom, Strackee 1983.
fn solid_angle(a: vec3f, b: vec3f, c: vec3f) -> f32 {
  let la = length(a);
  let lb = length(b);
  let lc = length(c);
  let flat = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return 2.0 * atan2(determinant3(a, b, c), flat);
}
