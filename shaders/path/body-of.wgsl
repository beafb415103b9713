// The body of an element among all bodies': the last whose elements start no later. `base` is the field that says where.
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
