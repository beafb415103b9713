// Sums of the springs for the line search. Twin of addSpringRemainders in src/simulation/integrators/implicit-euler/springs.ts. One workgroup
// per chunk of SUM_CHUNK springs.
#include /shaders/integrators/implicit-euler/spring.wgsl;
#include /shaders/integrators/implicit-euler/remainder-sums.wgsl;
#include /shaders/integrators/implicit-euler/vectors.wgsl;
#reads parameters;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let chunk = group.x + group.y * groups.x;
  var sums: LengthSums;
  let end = min(SUM_CHUNK * (chunk + 1u), parameters.spring_count);
  for (var i = SUM_CHUNK * chunk + thread; i < end; i += WORKGROUP_SIZE) {
    let body = body_of(i, BODY_SPRING_BASE);
    if (!has_springs(body)) {
      continue;
    }
    let spring = load_spring(body, i);
    let p = vector_at(VECTOR_SOLUTION, spring.vertices.x) - vector_at(VECTOR_SOLUTION, spring.vertices.y);
    let now = length(spring.difference);
    let along = dot(spring.difference, p);
    let square = dot(p, p);
    let curvature = dot(p, spring_hessian(i) * p);
    var share = 1.0;
    for (var n = 0u; n < STEP_LENGTHS; n++) {
      let both = now + length(spring.difference + share * p);
      // The length's change, and what it changes more than in proportion to `share`: both without cancellation.
      var change = 0.0;
      if (both > 0.0) {
        change = share * (2.0 * along + share * square) / both;
      }
      var more = change;
      if (now > 0.0) {
        more = share * (share * square - along * change / now) / both;
      }
      sums[n] += spring.pull * more + 0.5 * spring.stiffness * change * change - 0.5 * share * share * curvature;
      share *= 0.5;
    }
  }
  if (SUM_CHUNK * chunk < parameters.spring_count) {
    // Behind the chunks of tetrahedra.
    put_remainders(sums, (parameters.tet_count + SUM_CHUNK - 1u) / SUM_CHUNK + chunk, thread);
  }
}
