// Finds the body of an element (a vertex, an edge, a tetrahedron ...) whose number counts over all bodies. `base` is the field of a body's
// record that has the number of the body's first such element.
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
