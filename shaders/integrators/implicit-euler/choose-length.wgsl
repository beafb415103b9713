// Chooses the line search's step length; `argument` is 1 if there is gas. Twin of chooseLength in src/simulation/integrators/implicit-euler/line-search.ts. One workgroup.
#reads parameters, dispatch_arguments;
#writes linear_sums;

var<workgroup> changes: array<f32, STEP_LENGTHS>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(local_invocation_index) thread: u32) {
  let bodies = dispatch_arguments.argument * parameters.body_count;
  let chunks = bodies + (parameters.tet_count + SUM_CHUNK - 1u) / SUM_CHUNK + (parameters.spring_count + SUM_CHUNK - 1u) / SUM_CHUNK;
  let slope = linear_sums[LINEAR_SLOPE];
  if (thread < STEP_LENGTHS) {
    let l = exp2(-f32(thread));
    var change = 0.5 * l * l * linear_sums[LINEAR_CURVATURE] - l * slope;
    for (var chunk = 0u; chunk < chunks; chunk++) {
      change += linear_sums[LINEAR_STRIDE + STEP_LENGTHS * chunk + thread];
    }
    changes[thread] = change;
  }
  workgroupBarrier();
  if (thread > 0u) {
    return;
  }
  var l = 1.0;
  for (var k = 0u; k < STEP_LENGTHS; k++) {
    if (changes[k] <= -SUFFICIENT_DECREASE * l * slope) {
      linear_sums[LINEAR_LENGTH] = l;
      return;
    }
    l *= 0.5;
  }
  linear_sums[LINEAR_LENGTH] = 0.0;
}
