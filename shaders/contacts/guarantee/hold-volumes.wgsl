// Shortens the motions of elements whose volume would fall to its bound (src/simulation/contacts/guarantee/volumes.ts). The argument is one of HOLD_*: they
// keep a share; they go back to x0; or their bodies do. One thread per tetrahedron.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/contacts/guarantee/element-volume.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads dispatch_arguments;
#atomics guard;

// Bisections of the time at which an element reaches its bound.
const BISECTIONS = 12u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = element(id, groups);
  if (i >= dispatch_arguments.count || !is_free() || guard_word(GUARD_ROUND) == ROUND_DONE) {
    return;
  }
  let own = world_element(i);
  if (!(own.rest > 0.0)) {
    return;
  }
  let v = own.corners;
  let x0 = array(position_t0(v.x), position_t0(v.y), position_t0(v.z), position_t0(v.w));
  let x = array(position(v.x), position(v.y), position(v.z), position(v.w));
  let after = volume_of(x[0], x[1], x[2], x[3]);
  let least = VOLUME_FLOOR * own.rest;
  if (after.six - after.error > least) {
    return;
  }
  let before = volume_of(x0[0], x0[1], x0[2], x0[3]);
  // In a state with an inverted element, an inverted one may take any volume.
  if (!(before.six > before.error) && guard_word(GUARD_IS_POSITIVE) == 0u) {
    return;
  }
  // An element that is below the floor already keeps what it has, up to rounding; and each stays positive for certain.
  let bound = min(least, before.six - before.error);
  if (after.six > after.error && after.six > bound) {
    return;
  }
  if (all(x0[0] == x[0]) && all(x0[1] == x[1]) && all(x0[2] == x[2]) && all(x0[3] == x[3])) {
    return;
  }
  add_to_guard_word(GUARD_HITS, 1u);
  if (dispatch_arguments.argument == HOLD_BODIES) {
    atomicStore(&guard[word_of(WORLD_RETURNS, body_of(i, BODY_TET_BASE))], 1u);
    return;
  }
  var share = 1.0;
  if (dispatch_arguments.argument == HOLD_SHARES) {
    share = 1.0 - KEPT_SHARE * time_at(bound, x0, x);
  }
  for (var k = 0u; k < 4u; k++) {
    raise_cut(v[k], share);
  }
}

// A time at which the volume is above a bound, and positive for certain; 0 if none is found.
fn time_at(bound: f32, x0: array<vec3f, 4>, x: array<vec3f, 4>) -> f32 {
  var low = 0.0;
  var high = 1.0;
  for (var n = 0u; n < BISECTIONS; n++) {
    let t = 0.5 * (low + high);
    let at = volume_of(mix(x0[0], x[0], t), mix(x0[1], x[1], t), mix(x0[2], x[2], t), mix(x0[3], x[3], t));
    if (at.six > max(bound, at.error)) {
      low = t;
    } else {
      high = t;
    }
  }
  return low;
}
