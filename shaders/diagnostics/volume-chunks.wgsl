// The first of a body's sums in `volume_sums`. Twin of `firstChunk` in src/simulation/state.ts.
#include /shaders/shared/topology.wgsl;

fn first_chunk(body: u32) -> u32 {
  return body_word(body, BODY_TET_BASE) / SUM_CHUNK + body;
}
