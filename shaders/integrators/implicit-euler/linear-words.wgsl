// Adds up the chunks' sums, and sets the words of the linear solve (LINEAR_*) from the total; `argument` says which, WORDS_*. Twin of
// beginSearch, findStep and findKeep in src/simulation/integrators/implicit-euler/conjugate-gradients.ts. One workgroup.
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads parameters, dispatch_arguments;
#atomics counters;

const WORDS_BEGIN = 0u;
const WORDS_STEP = 1u;
const WORDS_KEEP = 2u;

fn begin_search(norm: f32) {
  linear_sums[LINEAR_NORM_AT_START] = norm;
  linear_sums[LINEAR_NORM] = norm;
  linear_sums[LINEAR_KEEP] = 0.0;
  linear_sums[LINEAR_DECREMENT] = 0.0;
  linear_sums[LINEAR_IS_DONE] = select(1.0, 0.0, norm > 0.0);
  atomicAdd(&counters[COUNTER_LINEAR_SOLVES], 1u);
}

fn find_step(curvature: f32) {
  // Rounding may leave no curvature near the solution; then the search ends.
  linear_sums[LINEAR_STEP] = select(0.0, linear_sums[LINEAR_NORM] / curvature, curvature > 0.0);
  atomicAdd(&counters[COUNTER_LINEAR_ITERATIONS], 1u);
}

fn find_keep(norm: f32) {
  let before = linear_sums[LINEAR_NORM];
  let tolerance = parameters.linear_tolerance;
  linear_sums[LINEAR_DECREMENT] += linear_sums[LINEAR_STEP] * before;
  linear_sums[LINEAR_KEEP] = norm / before;
  linear_sums[LINEAR_NORM] = norm;
  if (!(norm > tolerance * tolerance * linear_sums[LINEAR_NORM_AT_START]) || linear_sums[LINEAR_STEP] == 0.0) {
    linear_sums[LINEAR_IS_DONE] = 1.0;
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let chunks = (parameters.vertex_count + SUM_CHUNK - 1u) / SUM_CHUNK;
  var sum = 0.0;
  for (var chunk = thread; chunk < chunks; chunk += WORKGROUP_SIZE) {
    sum += linear_sums[LINEAR_STRIDE + chunk];
  }
  sum = workgroup_sum(sum, thread);
  if (thread > 0u) {
    return;
  }
  switch dispatch_arguments.argument {
    case WORDS_BEGIN: {
      begin_search(sum);
    }
    case WORDS_STEP: {
      if (!is_solved()) {
        find_step(sum);
      }
    }
    default: {
      if (!is_solved()) {
        find_keep(sum);
      }
    }
  }
}
