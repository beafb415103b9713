// Applies the cuts of a look: shortens motions, and notes what that takes (cutMotions in src/simulation/contacts/guarantee/stages.ts). The argument is 1 after a look at pairs: then
// vertices that have had no cut since are not due in the next one. One thread per vertex.
#include /shaders/shared/dispatch.wgsl;
#include /shaders/shared/position-t0.wgsl;
#include /shaders/shared/remainder.wgsl;
#include /shaders/contacts/guarantee/words.wgsl;
#reads remainders_t0, dispatch_arguments;
#writes lost_moves, remainders;
#atomics guard;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let v = element(id, groups);
  if (v >= dispatch_arguments.count || guard_word(GUARD_ROUND) == ROUND_DONE) {
    return;
  }
  let look = word_of(WORLD_LOOKS, v);
  let cut = bitcast<f32>(atomicExchange(&guard[word_of(WORLD_CUTS, v)], 0u));
  if (cut > 0.0 && shorten(v, 1.0 - cut)) {
    atomicStore(&guard[look], LOOK_IS_DUE);
    if (atomicExchange(&guard[word_of(WORLD_WAS_CUT, v)], 1u) == 0u) {
      add_to_guard_word(GUARD_CUT, 1u);
    }
  } else if (dispatch_arguments.argument == 1u) {
    atomicStore(&guard[look], 0u);
  }
}

// Shortens a vertex's motion to a share of it; one that is too short to become shorter in float32 is taken back as a whole. Returns false if the vertex doesn't move.
fn shorten(v: u32, share: f32) -> bool {
  let x0 = position_t0(v);
  let x = position(v);
  if (all(x == x0)) {
    return false;
  }
  let way = x - x0;
  let rest0 = vec3f(remainders_t0[3u * v], remainders_t0[3u * v + 1u], remainders_t0[3u * v + 2u]);
  let rest = remainder(v);
  // Each coordinate stays between those of x0 and x, however the sum is rounded.
  var next = clamp(rounded(x0 + share * way), min(x0, x), max(x0, x));
  var next_rest = (x0 - next) + share * way + (rest0 + share * (rest - rest0));
  if (share <= 0.0 || all(next == x)) {
    next = x0;
    next_rest = rest0;
  }
  put_position(v, next);
  let lost = (x - next) + (rest - next_rest);
  let is_first = atomicLoad(&guard[word_of(WORLD_WAS_CUT, v)]) == 0u;
  for (var k = 0u; k < 3u; k++) {
    remainders[3u * v + k] = next_rest[k];
    lost_moves[3u * v + k] = select(lost_moves[3u * v + k], 0.0, is_first) + lost[k];
  }
  return true;
}
