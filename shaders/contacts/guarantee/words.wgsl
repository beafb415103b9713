// The guarantee's words in the buffer `guard`: those of the arrays `freedom` and `guard` (GUARD_*), then arrays with a word per vertex or body
// (src/simulation/contacts/guarantee/arrays.ts). All are atomic, since threads of several kernels share them.
#reads topology;
#atomics guard;

fn guard_word(word: u32) -> u32 {
  return atomicLoad(&guard[topology[WORLD_GUARD] + word]);
}

fn put_guard_word(word: u32, value: u32) {
  atomicStore(&guard[topology[WORLD_GUARD] + word], value);
}

fn add_to_guard_word(word: u32, count: u32) {
  atomicAdd(&guard[topology[WORLD_GUARD] + word], count);
}

fn is_free() -> bool {
  return guard_word(GUARD_IS_FREE) == 1u;
}

// Word of a vertex or a body in the array that begins at topology[array], such as WORLD_CUTS.
fn word_of(array: u32, i: u32) -> u32 {
  return topology[array] + i;
}

// Adds to the pushes of a vertex, in units of 1 / PUSH_UNIT [m]. Sums of whole numbers don't depend on the order of the threads.
fn add_push(v: u32, push: vec3f) {
  let whole = vec3i(round(clamp(push, vec3f(-PUSH_UNIT), vec3f(PUSH_UNIT))));
  for (var j = 0u; j < 3u; j++) {
    atomicAdd(&guard[word_of(WORLD_PUSH_SUMS, 3u * v + j)], bitcast<u32>(whole[j]));
  }
}

// Takes at least this share of a vertex's motion away. Shares are positive, so their bits have the order of the numbers.
fn raise_cut(v: u32, share: f32) {
  atomicMax(&guard[word_of(WORLD_CUTS, v)], bitcast<u32>(clamp(share, 0.0, 1.0)));
}
