// Adds a moment to a vertex's sum of moments. Each moment is that of an impulse of this step, as if the impulse acted at x0, the vertex's
// position at the step's start. The sum over a body should be zero. If it isn't, the sum is the angular momentum that XPBD wrongly
// gained or lost, and src/simulation/integrators/xpbd/moments.ts removes it.
#writes moments;

fn add_moment(v: u32, moment: vec3f) {
  moments[3u * v] += moment.x;
  moments[3u * v + 1u] += moment.y;
  moments[3u * v + 2u] += moment.z;
}
