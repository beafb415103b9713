// Position of a vertex [m], without its remainder (remainder.wgsl). `v` is an index over all bodies.
#reads positions;

fn position(v: u32) -> vec3f {
  return vec3f(positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]);
}
