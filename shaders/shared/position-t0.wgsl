#reads positions_t0;

fn position_t0(v: u32) -> vec3f {
  return vec3f(positions_t0[3u * v], positions_t0[3u * v + 1u], positions_t0[3u * v + 2u]);
}
