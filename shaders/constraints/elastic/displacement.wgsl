// Returns the displacement of a vertex since the step's start [m]. `displacements` holds displacements only between the kernels displace
// and place (src/simulation/constraints/elastic/displacements.ts).
#reads displacements;

fn displacement(v: u32) -> vec3f {
  return vec3f(displacements[3u * v], displacements[3u * v + 1u], displacements[3u * v + 2u]);
}
