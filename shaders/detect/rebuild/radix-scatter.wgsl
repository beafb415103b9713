// Moves the pairs of each block to where one digit sorts them (radix.wgsl). After the last digit, the pairs' values are the new order of
// the elements in all trees' leaves. One workgroup per block: each thread has consecutive pairs, counts them by digit, and a prefix sum by
// digit, then thread, tells where they go.
#include /shaders/detect/rebuild/radix.wgsl;
#include /shaders/shared/prefix-sum.wgsl;
#reads dispatch_arguments, block_sums;
#writes sort_pairs, orders;

// Per digit, per thread: the number of pairs; then the place of the next pair, counted from the block's first pair in digit order.
var<workgroup> counts: array<u32, DIGITS * WORKGROUP_SIZE>;
var<workgroup> digit_begins: array<u32, DIGITS>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = group.x + group.y * groups.x;
  if (block >= block_count()) {
    return;
  }
  let first = min(block * block_size() + thread * SORT_ROUNDS, pair_count());
  let end = min(first + SORT_ROUNDS, pair_count());
  for (var i = first; i < end; i++) {
    counts[digit_of(sort_pairs[source() + i].x) * WORKGROUP_SIZE + thread]++;
  }
  workgroupBarrier();
  sum_counts(thread);
  let goal = pair_count() - source();
  let is_last = DIGIT_BITS * (dispatch_arguments.argument + 1u) >= key_bits();
  for (var i = first; i < end; i++) {
    let pair = sort_pairs[source() + i];
    let digit = digit_of(pair.x);
    let word = digit * WORKGROUP_SIZE + thread;
    let place = block_sums[digit_word(digit, block)] + counts[word] - digit_begins[digit];
    counts[word]++;
    if (is_last) {
      orders[place] = pair.y;
    } else {
      sort_pairs[goal + place] = pair;
    }
  }
}

// Replaces each number in `counts` by the sum of all numbers before.
fn sum_counts(thread: u32) {
  let begin = thread * DIGITS;
  var sum = 0u;
  for (var k = begin; k < begin + DIGITS; k++) {
    sum += counts[k];
  }
  var before = prefix_sum(thread, sum) - sum;
  for (var k = begin; k < begin + DIGITS; k++) {
    let count = counts[k];
    counts[k] = before;
    before += count;
  }
  workgroupBarrier();
  for (var digit = thread; digit < DIGITS; digit += WORKGROUP_SIZE) {
    digit_begins[digit] = counts[digit * WORKGROUP_SIZE];
  }
  workgroupBarrier();
}
