// A radix sort of `sort_pairs` by their keys (x), from the lowest digit of DIGIT_BITS bits to the highest. The dispatch's argument is the
// digit. Each digit sorts from one half of the array to the other, and leaves pairs of equal digits in their order. A workgroup has a block
// of consecutive pairs: SORT_ROUNDS per thread. Sources: Satish et al. 2009; Harada and Howes 2011.
#include /shaders/detect/rebuild/sort-keys.wgsl;
#reads dispatch_arguments, topology;

const DIGITS = 1u << DIGIT_BITS;

fn block_size() -> u32 {
  return SORT_ROUNDS * WORKGROUP_SIZE;
}

// Number of pairs.
fn pair_count() -> u32 {
  return topology[WORLD_ORDER_COUNT];
}

fn block_count() -> u32 {
  return (pair_count() + block_size() - 1u) / block_size();
}

// First pair of the half from which this digit sorts.
fn source() -> u32 {
  return (dispatch_arguments.argument & 1u) * pair_count();
}

fn digit_of(key: u32) -> u32 {
  return (key >> (DIGIT_BITS * dispatch_arguments.argument)) & (DIGITS - 1u);
}

// Word of `block_sums` with the number of a block's pairs that have a digit. The numbers of all blocks for one digit are together, so that the
// sum of all numbers before is the place of the block's first such pair.
fn digit_word(digit: u32, block: u32) -> u32 {
  return digit * block_count() + block;
}
