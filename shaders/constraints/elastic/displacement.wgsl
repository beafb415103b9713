// Displacement x - x0 of a vertex [m], valid while the material's constraints are solved: src/simulation/constraints/elastic/displacements.ts.
#reads displacements;

fn displacement(v: u32) -> vec3f {
  return vec3f(displacements[3u * v], displacements[3u * v + 1u], displacements[3u * v + 2u]);
}
