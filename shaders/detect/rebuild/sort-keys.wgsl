// Keys of the radix sort that rebuilds trees (radix-scatter.wgsl). A key has the index of a tree (sorted-trees.wgsl) above the place of an
// element on a curve through its body, so that sorting by it keeps each tree's part of `orders`. keyBits in
// src/simulation/detect/rebuild-passes.ts computes the same number of bits.
#reads topology;

// Bits of a place on the curve, for one axis: as many as the index of a tree leaves free.
fn axis_bits() -> u32 {
  let tree_bits = 32u - countLeadingZeros(3u * topology[WORLD_BODY_COUNT]);
  return min(CURVE_AXIS_BITS, (32u - tree_bits) / 3u);
}

fn key_bits() -> u32 {
  return 32u - countLeadingZeros(3u * topology[WORLD_BODY_COUNT]) + 3u * axis_bits();
}
