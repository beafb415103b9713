import { sortByKeys } from './counting-sort.ts';
import { cutIntoPatches } from './patches.ts';

/** Triangles without those that are there twice. */
export interface SingleTriangles {
  /** Vertex ids, 3 per triangle, in the order of the first triangle with these corners. */
  readonly triangles: Uint32Array;
  /** Number of triangles whose corners, in whatever order, an earlier one has. */
  readonly repeated: number;
  /** Number of places where triangles look to both sides, equally many to each, and were left out altogether. */
  readonly cancelled: number;
  /** Whether all triangles that are left looked to both sides, so that none says where the outside is. */
  readonly isTwoSided: boolean;
}

/** Places of triangles: the first triangle of each set of corners, and which of the two sides most of them look to. */
interface Places {
  /** First triangle of each place, in the order of sorted corners. */
  readonly first: number[];
  /** Triangles that look to the side of the first one, less those that look to the other side. */
  readonly net: number[];
}

/**
 * Takes each triangle of a welded surface once, if several have the same corners. Where most of them look to one side, one that looks there
 * is taken. Where equally many look to each side, such as on surfaces that are drawn from both sides, their winding numbers cancel. Groups of
 * such triangles, joined by edges, are taken once if this closes the surface at least as well as leaving them out: a body with two-sided
 * triangles, or a part of one. Else they are left out: walls between two parts, and sheets beside a body. If nothing else is left, they are taken once.
 * @param triangles vertex ids below `vertexCount`, 3 different ones per triangle @returns the same array if no triangle is there twice
 */
export function takeOnce(triangles: Uint32Array, vertexCount: number): SingleTriangles {
  const { first, net } = placesOf(triangles, vertexCount);
  const repeated = triangles.length / 3 - first.length;
  if (repeated === 0) return { triangles, repeated, cancelled: 0, isTwoSided: false };
  const isBalanced = net.map((count) => count === 0);
  const single = Uint32Array.from(
    { length: 3 * first.length },
    (_, i) => triangles[3 * first[Math.floor(i / 3)] + (i % 3)],
  );
  const isLeft = keepClosing(single, isBalanced, vertexCount);
  if (!isLeft.some(Boolean)) isLeft.fill(true);
  const kept = Array.from(first.keys())
    .filter((place) => isLeft[place])
    .sort((a, b) => first[a] - first[b]);
  const corners = new Uint32Array(3 * kept.length);
  kept.forEach((place, i) => {
    const [a, b, c] = single.subarray(3 * place, 3 * place + 3);
    corners.set(net[place] < 0 ? [a, c, b] : [a, b, c], 3 * i);
  });
  // Two-sided triangles are there in both orders of their corners, so the one that fits their neighbours is taken.
  const fitting = cutIntoPatches(corners, vertexCount).triangles;
  kept.forEach((place, i) => {
    if (isBalanced[place]) corners.set(fitting.subarray(3 * i, 3 * i + 3), 3 * i);
  });
  return {
    triangles: corners,
    repeated,
    cancelled: first.length - kept.length,
    isTwoSided: kept.every((place) => isBalanced[place]),
  };
}

/** Finds triangles with the same corners. */
function placesOf(triangles: Uint32Array, vertexCount: number): Places {
  const count = triangles.length / 3;
  const [low, middle, high] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    low[t] = Math.min(a, b, c);
    high[t] = Math.max(a, b, c);
    middle[t] = a !== low[t] && a !== high[t] ? a : b !== low[t] && b !== high[t] ? b : c;
  }
  const order = sortByKeys([low, middle, high], vertexCount);
  // Whether the corners ascend in the triangle's order, begun at the lowest.
  const ascends = (t: number) => triangles[3 * t + ((triangles.indexOf(low[t], 3 * t) - 3 * t + 1) % 3)] === middle[t];
  const first: number[] = [];
  const net: number[] = [];
  for (let i = 0, next = 0; i < count; i = next) {
    const t = order[i];
    let sum = 0;
    for (next = i; next < count; next++) {
      const other = order[next];
      if (low[other] !== low[t] || middle[other] !== middle[t] || high[other] !== high[t]) break;
      sum += ascends(other) === ascends(t) ? 1 : -1;
    }
    first.push(t);
    net.push(sum);
  }
  return { first, net };
}

/**
 * Decides which triangles to keep: all that look to one side, and each group of balanced ones that leaves no more edges open when kept than
 * when left out. An edge counts as open if it has an odd number of triangles.
 */
function keepClosing(triangles: Uint32Array, isBalanced: readonly boolean[], vertexCount: number): boolean[] {
  const [low, high] = [new Uint32Array(triangles.length), new Uint32Array(triangles.length)];
  for (let side = 0; side < triangles.length; side++) {
    const end = triangles[side % 3 === 2 ? side - 2 : side + 1];
    low[side] = Math.min(triangles[side], end);
    high[side] = Math.max(triangles[side], end);
  }
  const order = sortByKeys([low, high], vertexCount);
  const groups = Uint32Array.from(isBalanced, (_, t) => t);
  const groupOf = (t: number): number => {
    let root = t;
    for (; groups[root] !== root; root = groups[root]) groups[root] = groups[groups[root]];
    return root;
  };
  // One balanced triangle of each edge that has some, and whether it is open when they are kept, less whether it is when they aren't.
  const edges: [number, number][] = [];
  for (let i = 0, next = 0; i < order.length; i = next) {
    let [balanced, others] = [0, 0];
    let one = -1;
    for (
      next = i;
      next < order.length && low[order[next]] === low[order[i]] && high[order[next]] === high[order[i]];
      next++
    ) {
      const t = Math.floor(order[next] / 3);
      if (!isBalanced[t]) others++;
      else {
        balanced++;
        if (one < 0) one = t;
        else groups[groupOf(t)] = groupOf(one);
      }
    }
    if (one >= 0) edges.push([one, ((others + balanced) % 2) - (others % 2)]);
  }
  const opened = new Int32Array(isBalanced.length);
  for (const [t, more] of edges) opened[groupOf(t)] += more;
  return isBalanced.map((balanced, t) => !balanced || opened[groupOf(t)] <= 0);
}
