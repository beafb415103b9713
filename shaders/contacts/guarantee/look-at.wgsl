// Looks at a pair whose motions' boxes meet. Twin of src/simulation/contacts/guarantee/pairs.ts. With the argument 1, a kernel
// only finds out whether pairs touch at x0.
#include /shaders/contacts/ccd/motion.wgsl;
#include /shaders/contacts/ccd/time-of-impact.wgsl;
#include /shaders/contacts/guarantee/gap.wgsl;
#include /shaders/contacts/guarantee/held-with.wgsl;
#reads dispatch_arguments, topology;
#writes push_pairs;
#atomics guard;

// Up to this time a pair may also touch at x0: as in pairs.ts, but for the kernels' resolution.
const EARLY = f32(RESOLUTION) * TICK;

var<private> tested: u32;

// Whether the kernel asks what touches at x0, rather than what touches on the way to x.
fn is_at_start() -> bool {
  return dispatch_arguments.argument == 1u;
}

fn is_looking() -> bool {
  if (is_at_start()) {
    return !is_free();
  }
  let round = guard_word(GUARD_ROUND);
  return round == ROUND_PUSH || round == ROUND_CUT_ALL || (round == ROUND_CUT && guard_word(GUARD_IS_PROVED) == 0u);
}

// The box of a vertex's motion or, at the start, of x0.
fn looked_box(v: u32) -> Box {
  let start = position_t0(v);
  if (is_at_start()) {
    return Box(start, start);
  }
  return motion_box(v);
}

fn looked_face_box(f: vec3u) -> Box {
  return box_union(box_union(looked_box(f.x), looked_box(f.y)), looked_box(f.z));
}

fn looked_edge_box(ends: vec2u) -> Box {
  return box_union(looked_box(ends.x), looked_box(ends.y));
}

fn word_at(array: u32, v: u32) -> u32 {
  return atomicLoad(&guard[word_of(array, v)]);
}

// Whether a vertex of the pair has been cut since its last look.
fn is_due(ids: vec4u) -> bool {
  if (is_at_start() || guard_word(GUARD_ROUND) == ROUND_CUT_ALL) {
    return true;
  }
  let looks = word_at(WORLD_LOOKS, ids.x) | word_at(WORLD_LOOKS, ids.y) | word_at(WORLD_LOOKS, ids.z) | word_at(WORLD_LOOKS, ids.w);
  return (looks & LOOK_IS_DUE) != 0u;
}

// Whether a pair belongs to a tangle at x0, and may cross (mayCross).
fn may_cross(ids: vec4u, first: u32) -> bool {
  if (is_free()) {
    return false;
  }
  var own = 0u;
  var other = 0u;
  for (var k = 0u; k < 4u; k++) {
    let tangle = word_at(WORLD_TANGLES, ids[k]);
    if (k < first) {
      own |= tangle;
    } else {
      other |= tangle;
    }
  }
  let inner = select(own, own | other, first == 2u);
  return (inner & TANGLE_INSIDE) != 0u || (own & other & TANGLE_CROSSES) != 0u;
}

fn impact_of_pair(start: array<vec3f, 4>, end: array<vec3f, 4>, first: u32) -> Impact {
  if (first == 2u) {
    return edge_edge_impact(mat2x3f(start[0], start[1]), mat2x3f(start[2], start[3]), mat2x3f(end[0], end[1]), mat2x3f(end[2], end[3]));
  }
  return vertex_face_impact(start[0], mat3x3f(start[1], start[2], start[3]), end[0], mat3x3f(end[1], end[2], end[3]));
}

fn look_at(ids: vec4u, own_body: u32, body: u32, first: u32) {
  var pair: Pair;
  pair.first = first;
  var moves = false;
  for (var k = 0u; k < 4u; k++) {
    pair.start[k] = position_t0(ids[k]);
    pair.end[k] = position(ids[k]);
    moves = moves || any(pair.start[k] != pair.end[k]);
  }
  tested++;
  if (is_at_start()) {
    if (impact_of_pair(pair.start, pair.start, first).hit) {
      put_guard_word(GUARD_TOUCHING, 1u);
    }
    return;
  }
  if (!moves || may_cross(ids, first)) {
    return;
  }
  var share = 1.0; // of the motions that all four vertices lose, if there is no room for a plane
  let round = guard_word(GUARD_ROUND);
  if (round != ROUND_CUT_ALL) {
    let impact = impact_of_pair(pair.start, pair.end, first);
    if (!impact.hit) {
      return;
    }
    share = 1.0 - KEPT_SHARE * impact.t;
    // A pair that touches already is on no side, and isn't held until it doesn't.
    if (!is_free() && impact.t <= EARLY && impact_of_pair(pair.start, pair.start, first).hit) {
      return;
    }
  }
  let gap = find_gap(pair);
  if (round == ROUND_PUSH) {
    if (!gap.has_room || cut_at_plane(gap, first, ids, false)) {
      list_push(ids, first);
      add_to_guard_word(GUARD_HITS, 1u);
    }
    return;
  }
  if (!gap.has_room) {
    for (var k = 0u; k < 4u; k++) {
      raise_cut(ids[k], share);
    }
  } else if (!cut_at_plane(gap, first, ids, true)) {
    return;
  }
  add_to_guard_word(GUARD_HITS, 1u);
  join(own_body, body);
}

// Lists a pair that guard-push.wgsl moves apart, if there is room, and counts it at its vertices.
fn list_push(ids: vec4u, first: u32) {
  for (var k = 0u; k < 4u; k++) {
    atomicAdd(&guard[word_of(WORLD_PUSH_COUNTS, ids[k])], 1u);
  }
  let at = PUSH_PAIR * atomicAdd(&guard[topology[WORLD_GUARD] + GUARD_PUSHES], 1u);
  if (at + PUSH_PAIR > arrayLength(&push_pairs)) {
    return;
  }
  for (var k = 0u; k < 4u; k++) {
    push_pairs[at + k] = ids[k];
  }
  push_pairs[at + 4u] = first;
}
