// Keys of the radix sort that rebuilds trees (radix-scatter.wgsl). A key has the index of a tree (sorted-trees.wgsl) above the place of an
// element on a curve through its body, so that sorting by it keeps each tree's part of `orders`. keyBits in
// src/simulation/detect/rebuild-passes.ts computes the same number of bits.
#reads topology;

// Bits of the index of a tree: the last one is three times the number of bodies.
fn tree_bits() -> u32 {
  return 32u - countLeadingZeros(3u * topology[WORLD_BODY_COUNT]);
}

// Bits of a place on the curve, for one axis: as many as the index of a tree leaves free.
fn axis_bits() -> u32 {
  return min(CURVE_AXIS_BITS, (32u - tree_bits()) / 3u);
}

fn key_bits() -> u32 {
  return tree_bits() + 3u * axis_bits();
}
