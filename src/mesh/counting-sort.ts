/**
 * Sorts items by several keys (radix sort): one stable counting sort per key, beginning with the least significant key. Takes linear
 * time, and every engine returns the same order.
 * @param keys one array per key, the most significant key first; each array has one value per item, below `bound`
 * @returns item ids in ascending order of their keys; items with equal keys stay in the order of their ids
 */
export function sortByKeys(keys: readonly Uint32Array[], bound: number): Uint32Array {
  const count = keys[0]?.length ?? 0;
  let order = new Uint32Array(count);
  let next = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const starts = new Uint32Array(bound + 1);
  for (let k = keys.length - 1; k >= 0; k--) {
    const key = keys[k] as Uint32Array;
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[key[i] + 1]++;
    for (let v = 0; v < bound; v++) starts[v + 1] += starts[v];
    for (let i = 0; i < count; i++) {
      const item = order[i];
      next[starts[key[item]]++] = item;
    }
    [order, next] = [next, order];
  }
  return order;
}

/**
 * Groups items by a key, the number of a group. The items of group g are items[offsets[g] .. offsets[g+1]], ascending.
 * @param groups the groups of each item, below `groupCount`; `groupsPerItem` consecutive entries per item
 * @param groupsPerItem number of groups that each item belongs to: 3, for example, to group triangles by their vertices
 */
export function groupByKey(
  groups: Uint32Array,
  groupCount: number,
  groupsPerItem = 1,
): { offsets: Uint32Array; items: Uint32Array } {
  const offsets = new Uint32Array(groupCount + 1);
  for (let i = 0; i < groups.length; i++) offsets[groups[i] + 1]++;
  for (let g = 0; g < groupCount; g++) offsets[g + 1] += offsets[g];
  const starts = offsets.slice();
  const items = new Uint32Array(groups.length);
  for (let i = 0; i < groups.length; i++) items[starts[groups[i]]++] = Math.floor(i / groupsPerItem);
  return { offsets, items };
}
