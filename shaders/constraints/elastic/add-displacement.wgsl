// Moves a vertex while displacements hold (displacement.wgsl).
#include /shaders/constraints/elastic/displacement.wgsl;
#writes displacements;

fn add_displacement(v: u32, d: vec3f) {
  displacements[3u * v] += d.x;
  displacements[3u * v + 1u] += d.y;
  displacements[3u * v + 2u] += d.z;
}
