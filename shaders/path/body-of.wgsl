// Finds the body of a vertex, an edge, a tetrahedron or the like, for kernels whose threads process those of all bodies. `element` is its
// number, counted over all bodies. `base` chooses the kind: it is a field of a body's record, with the number of the body's first one.
#include /shaders/shared/topology.wgsl;
#reads topology;

fn body_of(element: u32, base: u32) -> u32 {
  var low = 0u;
  var high = topology[WORLD_BODY_COUNT];
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (body_word(middle, base) <= element) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
