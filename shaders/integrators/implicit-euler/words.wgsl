// Words of the present linear solve (LINEAR_*, src/simulation/integrators/implicit-euler/words.ts), then sums per chunk.
#reads linear_sums;

fn is_solved() -> bool {
  return linear_sums[LINEAR_IS_DONE] == 1.0;
}
