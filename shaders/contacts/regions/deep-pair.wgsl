// Twin of isDeepPair in src/simulation/detect/deep-pairs.ts.
#include /shaders/shared/topology.wgsl;
#reads parameters, topology, inside;

// Whether two bodies were deep in one another at the step's start, so that CCD leaves them to regions.
fn is_deep_pair(own: u32, other: u32) -> bool {
  if (parameters.parts_regions == 0u || own == other) {
    return false;
  }
  let words = (topology[WORLD_BODY_COUNT] + 31u) / 32u;
  return (inside[topology[WORLD_DEEP_PAIRS] + words * own + other / 32u] & (1u << (other % 32u))) != 0u;
}
