// Finds the body of an element (such as a vertex, an edge or a tetrahedron), for kernels with one thread per element of all bodies.
// `element` is the element's number, counted over all bodies. `base` is the field of the bodies' records that contains the number of the
// body's first element of this kind, such as BODY_TET_BASE.
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
