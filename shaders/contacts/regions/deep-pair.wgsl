// Twin of isDeepPair in src/simulation/detect/deep-pairs.ts.
#include /shaders/detect/deep-words.wgsl;
#reads parameters, inside;

// Whether two bodies were deep in one another at the step's start, so that CCD leaves them to regions.
fn is_deep_pair(own: u32, other: u32) -> bool {
  if (parameters.parts_regions == 0u || own == other) {
    return false;
  }
  return (inside[deep_word(own, other)] & (1u << (other % 32u))) != 0u;
}
