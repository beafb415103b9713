// Words of the present linear solve (LINEAR_*, src/simulation/integrators/implicit-euler/words.ts), then sums per chunk.
#reads parameters, linear_sums;

fn is_solved() -> bool {
  return linear_sums[LINEAR_IS_DONE] == 1.0;
}

// Number of chunks of vertices.
fn chunk_count() -> u32 {
  return (parameters.vertex_count + SUM_CHUNK - 1u) / SUM_CHUNK;
}
