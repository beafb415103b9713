// Adds up, per vertex, the moments of the step's impulses about x0, the positions at the step's start. Over a body they should sum to
// zero; the rest is angular momentum that XPBD gained or lost, and src/simulation/integrators/xpbd/moments.ts takes it back.
#writes moments;

fn add_moment(v: u32, moment: vec3f) {
  moments[3u * v] += moment.x;
  moments[3u * v + 1u] += moment.y;
  moments[3u * v + 2u] += moment.z;
}
