// Sets the displacement of a vertex (displacement.wgsl).
#include /shaders/constraints/elastic/displacement.wgsl;
#writes displacements;

fn put_displacement(v: u32, u: vec3f) {
  displacements[3u * v] = u.x;
  displacements[3u * v + 1u] = u.y;
  displacements[3u * v + 2u] = u.z;
}
