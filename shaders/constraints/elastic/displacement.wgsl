// Displacement of a vertex since the step's start, x - x0 [m]. Only valid between displace.wgsl and place.wgsl.
#reads displacements;

fn displacement(v: u32) -> vec3f {
  return vec3f(displacements[3u * v], displacements[3u * v + 1u], displacements[3u * v + 2u]);
}
