// Twin of isDeepPair in src/simulation/detect/watch.ts.
#include /shaders/shared/topology.wgsl;
#reads parameters, topology, inside;

// Whether two bodies were deep in one another at the step's start, so that CCD leaves them to regions.
fn is_deep_pair(own: u32, other: u32) -> bool {
  if (parameters.parts_regions == 0u || own == other) {
    return false;
  }
  let bit = own * topology[WORLD_BODY_COUNT] + other;
  return (inside[topology[WORLD_DEEP_PAIRS] + bit / 32u] & (1u << (bit % 32u))) != 0u;
}
