// Adds up the chunks' sums, and sets the words of the linear solve (LINEAR_*) from the total; `argument` says which, WORDS_*. Twin of
// keepReference, beginSearch, findStep, findKeep, keepCurvature and findSlope in src/simulation/integrators/implicit-euler/conjugate-gradients.ts, and of what endSolve counts
// (motion.ts). One workgroup.
#include /shaders/integrators/implicit-euler/sum.wgsl;
#include /shaders/integrators/implicit-euler/words.wgsl;
#reads parameters, dispatch_arguments;
#writes linear_sums;
#atomics counters;

// Begins the search, unless Newton's method has converged. @param reference norm with which the solve compares
// @param least share of the step's norm below which Newton's method has converged
fn begin_search(norm: f32, reference: f32, least: f32) {
  linear_sums[LINEAR_NORM_AT_START] = reference;
  linear_sums[LINEAR_NORM] = norm;
  linear_sums[LINEAR_KEEP] = 0.0;
  linear_sums[LINEAR_CURVATURE] = 0.0;
  linear_sums[LINEAR_SLOPE] = 0.0;
  // A norm that is no number must reach the positions, where it is reported.
  let has_converged = norm <= least * linear_sums[LINEAR_NORM_OF_STEP];
  linear_sums[LINEAR_IS_DONE] = select(0.0, 1.0, has_converged);
  if (!has_converged) {
    atomicAdd(&counters[COUNTER_LINEAR_SOLVES], 1u);
  }
}

fn find_step(curvature: f32) {
  // Rounding may leave no curvature near the solution; then the search ends. A curvature that is no number must reach the positions.
  linear_sums[LINEAR_STEP] = select(linear_sums[LINEAR_NORM] / curvature, 0.0, curvature <= 0.0);
  atomicAdd(&counters[COUNTER_LINEAR_ITERATIONS], 1u);
}

fn find_keep(norm: f32) {
  let before = linear_sums[LINEAR_NORM];
  let tolerance = parameters.linear_tolerance;
  // Where the solve has started at 0, both are the same sum.
  linear_sums[LINEAR_CURVATURE] += linear_sums[LINEAR_STEP] * before;
  linear_sums[LINEAR_SLOPE] = linear_sums[LINEAR_CURVATURE];
  linear_sums[LINEAR_KEEP] = norm / before;
  linear_sums[LINEAR_NORM] = norm;
  if (norm <= tolerance * tolerance * linear_sums[LINEAR_NORM_AT_START] || linear_sums[LINEAR_STEP] == 0.0) {
    linear_sums[LINEAR_IS_DONE] = 1.0;
  }
}

// Counts the residual that is left, in millionths of that at the step's start.
fn count_residual() {
  let at_start = linear_sums[LINEAR_NORM_OF_STEP];
  if (at_start > 0.0) {
    let share = min(sqrt(linear_sums[LINEAR_NORM] / at_start), MOST_RESIDUAL);
    atomicAdd(&counters[COUNTER_LINEAR_RESIDUAL], u32(1e6 * share + 0.5));
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
    case WORDS_OPEN: {
      // Kernels do nothing in a solve that is done, as the step's before is.
      linear_sums[LINEAR_IS_DONE] = 0.0;
    }
    case WORDS_REFERENCE: {
      linear_sums[LINEAR_NORM_OF_STEP] = sum;
      // By this the solution moves to where the first solve starts.
      linear_sums[LINEAR_STEP] = 1.0;
    }
    case WORDS_CURVATURE: {
      linear_sums[LINEAR_CURVATURE] = sum;
    }
    case WORDS_SLOPE: {
      linear_sums[LINEAR_SLOPE] = linear_sums[LINEAR_CURVATURE] + sum;
    }
    case WORDS_BEGIN: {
      let at_rest = linear_sums[LINEAR_NORM_OF_STEP];
      begin_search(sum, min(max(sum, LEAST_REFERENCE * at_rest), at_rest), 0.0);
    }
    case WORDS_BEGIN_LATER: {
      begin_search(sum, sum, parameters.newton_tolerance * parameters.newton_tolerance);
    }
    case WORDS_END: {
      count_residual();
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
