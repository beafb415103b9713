// The body of an element numbered over all bodies: the last body whose first element is not after it. `base` is the field with a body's
// first element.
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
