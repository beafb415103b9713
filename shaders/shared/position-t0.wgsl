// Position x0 of a vertex at the step's start [m], without its remainder. `v` is an index over all bodies.
#reads positions_t0;

fn position_t0(v: u32) -> vec3f {
  return vec3f(positions_t0[3u * v], positions_t0[3u * v + 1u], positions_t0[3u * v + 2u]);
}
