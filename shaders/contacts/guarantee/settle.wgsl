// Ends a round of the guarantee on one thread, between its other kernels; the argument is one of SETTLE_* (src/simulation/contacts/guarantee/kernels.ts).
#include /shaders/contacts/guarantee/words.wgsl;
#reads parameters, dispatch_arguments;
#atomics guard, counters;

@compute @workgroup_size(1)
fn main() {
  let round = guard_word(GUARD_ROUND);
  switch (dispatch_arguments.argument) {
    case SETTLE_FREEDOM: {
      let obstacles = guard_word(GUARD_CROSSINGS) + guard_word(GUARD_NESTED) + guard_word(GUARD_TOUCHING);
      if (obstacles == 0u) {
        put_guard_word(GUARD_IS_FREE, 1u);
      }
      if (is_free() && guard_word(GUARD_INVERTED) == 0u) {
        put_guard_word(GUARD_IS_POSITIVE, 1u);
      }
    }
    case SETTLE_PUSH: {
      if (round == ROUND_PUSH) {
        atomicAdd(&counters[COUNTER_GUARD_LOOKS], 1u);
        if (guard_word(GUARD_HITS) == 0u) {
          put_guard_word(GUARD_ROUND, ROUND_CUT);
          put_guard_word(GUARD_IS_PROVED, 1u);
        }
      }
      put_guard_word(GUARD_HITS, 0u);
    }
    case SETTLE_CUT: {
      put_guard_word(GUARD_ROUND, ROUND_CUT);
      // No look has seen the vertices that colliders have moved again.
      if (guard_word(GUARD_MOVED) > 0u) {
        put_guard_word(GUARD_IS_PROVED, 0u);
      }
    }
    case SETTLE_ROUND: {
      if (round == ROUND_CUT_ALL || (round == ROUND_CUT && guard_word(GUARD_IS_PROVED) == 0u)) {
        atomicAdd(&counters[COUNTER_GUARD_LOOKS], 1u);
      }
      put_guard_word(GUARD_IS_PROVED, 0u);
      // Planes for all hold for all shorter motions, so that only volumes are left. None was looked at since the last cuts.
      if (round == ROUND_CUT_ALL) {
        put_guard_word(GUARD_ROUND, ROUND_VOLUMES);
      } else if (guard_word(GUARD_HITS) == 0u) {
        put_guard_word(GUARD_ROUND, ROUND_DONE);
      }
      put_guard_word(GUARD_HITS, 0u);
    }
    case SETTLE_CUT_ALL: {
      if (round == ROUND_CUT) {
        put_guard_word(GUARD_ROUND, ROUND_CUT_ALL);
      }
    }
    default: {
      end_step();
    }
  }
}

// Notes what the next step begins with (endGuarantee in src/simulation/contacts/guarantee/stages.ts).
fn end_step() {
  let next = parameters.step + 2u;
  let free = guard_word(GUARD_IS_FREE);
  if (free == 0u) {
    for (var word = 0u; word < FREEDOM_STRIDE; word++) {
      atomicStore(&guard[word], 0u);
    }
  } else {
    if (atomicLoad(&guard[FREEDOM_FREE]) != parameters.step + 1u) {
      atomicStore(&guard[FREEDOM_SINCE], parameters.step + 1u);
    }
    atomicStore(&guard[FREEDOM_FREE], next);
    atomicStore(&guard[FREEDOM_POSITIVE], select(0u, next, guard_word(GUARD_IS_POSITIVE) == 1u));
  }
  atomicStore(&counters[COUNTER_FREE], free);
  atomicAdd(&counters[COUNTER_TRUNCATED], guard_word(GUARD_CUT));
}
