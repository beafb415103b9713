// The elements at a vertex of a model, in the topology (elementIncidence).
#include /shaders/integrators/implicit-euler/has-springs.wgsl;

// Range of words with entries: an element's number times its number of corners, plus the corner.
fn incident_range(table: u32, v: u32) -> vec2u {
  return words2(table + v);
}
