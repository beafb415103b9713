// Moments of impulses that should have cancelled out. The kernel that includes this declares `moments`, to be written.
fn add_moment(v: u32, moment: vec3f) {
  moments[3u * v] += moment.x;
  moments[3u * v + 1u] += moment.y;
  moments[3u * v + 2u] += moment.z;
}
