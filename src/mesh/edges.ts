import { sortByKeys } from './counting-sort.ts';

const TET_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];

/**
 * Lists each edge of a tetrahedral mesh once, inner edges included. The spring constraints are made from this list.
 * @param tets vertex ids, 4 per tetrahedron
 * @returns 2 vertex ids per edge, the smaller first; edges sorted by the first id, then by the second
 */
export function meshEdges(tets: Uint32Array): Uint32Array {
  const count = (tets.length / 4) * TET_EDGES.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  let bound = 0;
  for (let t = 0, i = 0; t < tets.length; t += 4) {
    for (let e = 0; e < TET_EDGES.length; e++, i++) {
      const a = tets[t + TET_EDGES[e][0]];
      const b = tets[t + TET_EDGES[e][1]];
      low[i] = Math.min(a, b);
      high[i] = Math.max(a, b);
      bound = Math.max(bound, high[i] + 1);
    }
  }
  const order = sortByKeys([low, high], bound);
  const edges = new Uint32Array(2 * count);
  let end = 0;
  for (let i = 0; i < count; i++) {
    const a = low[order[i]];
    const b = high[order[i]];
    if (end > 0 && edges[end - 2] === a && edges[end - 1] === b) continue;
    edges[end++] = a;
    edges[end++] = b;
  }
  return edges.slice(0, end);
}
