// Adds up, per vertex, the moments of the step's impulses about x0, the positions at the step's start. The sum over a body should be
// zero. If it isn't, XPBD has changed the angular momentum, and src/simulation/integrators/xpbd/moments.ts undoes the change.
#writes moments;

fn add_moment(v: u32, moment: vec3f) {
  moments[3u * v] += moment.x;
  moments[3u * v + 1u] += moment.y;
  moments[3u * v + 2u] += moment.z;
}
