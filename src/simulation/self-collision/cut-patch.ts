import { NONE } from '../../mesh/topology.ts';

/** Cuts the patch order[begin .. end - 1] in two and reorders it. @returns the place at which the second part begins */
export type Cutter = (order: Uint32Array, begin: number, end: number) => number;

/**
 * Makes a function that cuts patches of a surface in two. A patch that hangs together by edges is cut at the median of its faces' centres
 * along the longest axis of their box; then, so that both parts hang together too, pieces that the cut has split off change sides. If
 * that leaves a part in pieces or very small, the next axis is tried, and at last the cut runs where two faces that are far apart
 * within the patch are equally far. A patch in pieces is divided into whole pieces.
 *
 * Parts that hang together matter: the two parts of a disc are then discs again, and only discs can be proved free of collisions.
 * @param faces vertex ids, 3 per face    @param twins as in PatchTree    @param positions rest positions [m]
 */
export function cutInTwo(faces: Uint32Array, twins: Uint32Array, positions: Float32Array): Cutter {
  const centres = Float64Array.from(faces, (_, i) => {
    const face = i - (i % 3);
    return (
      (positions[3 * faces[face] + (i % 3)] +
        positions[3 * faces[face + 1] + (i % 3)] +
        positions[3 * faces[face + 2] + (i % 3)]) /
      3
    );
  });
  const labels = new Int32Array(faces.length / 3).fill(OUTSIDE);
  const graph = { twins, labels };
  return (order, begin, end) => {
    const patch = order.slice(begin, end);
    for (const face of patch) labels[face] = UNSEEN;
    const pieces = findPieces(graph, patch);
    const parts =
      pieces.length > 1 ? dividePieces(pieces) : (cutByPlane(graph, patch, centres) ?? cutBetweenSeeds(graph, patch));
    order.set(parts[0], begin);
    order.set(parts[1], begin + parts[0].length);
    for (const face of patch) labels[face] = OUTSIDE;
    return begin + parts[0].length;
  };
}

type Faces = ArrayLike<number> & Iterable<number>;
type Parts = readonly [Faces, Faces];

/** The faces' neighbours, and a label per face: OUTSIDE for faces that aren't in the patch. */
interface Graph {
  readonly twins: Uint32Array;
  readonly labels: Int32Array;
}
const OUTSIDE = -1;
const UNSEEN = 0;
const SEEN = 1;
const LEFT = 2;
const RIGHT = 3;
/** The smaller part of a patch must have at least this share of its faces, so that the tree's depth stays in proportion to log n. */
const LEAST_SHARE = 0.25;

/** Collects, nearest first, the faces that hang together with the first ones and have their label `from`; they get the label `to`. */
function spread({ twins, labels }: Graph, first: number, from: number, to: number): number[] {
  const found = [first];
  labels[first] = to;
  for (let i = 0; i < found.length; i++)
    for (let side = 3 * found[i]; side < 3 * found[i] + 3; side++) {
      if (twins[side] === NONE) continue;
      const face = Math.floor(twins[side] / 3);
      if (labels[face] !== from) continue;
      labels[face] = to;
      found.push(face);
    }
  return found;
}

/** Finds the pieces of a patch; its labels are UNSEEN before and after. */
function findPieces(graph: Graph, patch: Faces): number[][] {
  const pieces: number[][] = [];
  for (const face of patch) if (graph.labels[face] === UNSEEN) pieces.push(spread(graph, face, UNSEEN, SEEN));
  for (const face of patch) graph.labels[face] = UNSEEN;
  return pieces;
}

/** Divides pieces so that both parts have about as many faces: the largest first, each to the smaller part. */
function dividePieces(pieces: number[][]): Parts {
  const parts: [number[], number[]] = [[], []];
  for (const piece of pieces.sort((a, b) => b.length - a.length || a[0] - b[0])) {
    const part = parts[Number(parts[1].length < parts[0].length)];
    for (const face of piece) part.push(face);
  }
  return parts;
}

/** Cuts a patch at the median along an axis. @returns undefined if no axis gives two parts that hang together and are large enough */
function cutByPlane(graph: Graph, patch: Faces, centres: Float64Array): Parts | undefined {
  const extents = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const face of patch) {
      low = Math.min(low, centres[3 * face + axis]);
      high = Math.max(high, centres[3 * face + axis]);
    }
    return high - low;
  });
  const axes = [0, 1, 2].sort((a, b) => extents[b] - extents[a] || a - b).filter((axis) => extents[axis] > 0);
  for (const axis of axes) {
    const sorted = Uint32Array.from(patch).sort((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
    const middle = sorted.length >> 1;
    const parts = joinPieces(graph, [sorted.subarray(0, middle), sorted.subarray(middle)]);
    if (parts) return parts;
  }
  return undefined;
}

/** Lets all but the largest piece of each part change sides. @returns undefined if a part is still in pieces then, or too small */
function joinPieces(graph: Graph, halves: Parts): Parts | undefined {
  const { labels } = graph;
  const patch = [...halves[0], ...halves[1]];
  for (const [part, from, to] of [
    [0, LEFT, RIGHT],
    [1, RIGHT, LEFT],
  ] as const) {
    if (part === 0)
      halves.forEach((half, k) => {
        for (const face of half) labels[face] = k === 0 ? LEFT : RIGHT;
      });
    const pieces: number[][] = [];
    for (const face of patch) if (labels[face] === from) pieces.push(spread(graph, face, from, SEEN));
    const largest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), []);
    for (const piece of pieces) for (const face of piece) labels[face] = piece === largest ? from : to;
  }
  const parts = [LEFT, RIGHT].map((label) => patch.filter((face) => labels[face] === label));
  const hangTogether = parts.every(
    (part, k) =>
      part.length >= LEAST_SHARE * patch.length && spread(graph, part[0], LEFT + k, SEEN).length === part.length,
  );
  for (const face of patch) labels[face] = UNSEEN;
  return hangTogether ? [parts[0], parts[1]] : undefined;
}

/**
 * Cuts a patch between two faces a and b that are far apart. Let d_a and d_b be the least number of edges that a way within the patch
 * crosses from a, or from b. The cut separates faces with a small d_a - d_b from those with a large one. Both parts hang together: on
 * the shortest way from a face to a, d_a falls by 1 per step and d_b by at most 1, so the difference never grows; likewise towards b.
 */
function cutBetweenSeeds(graph: Graph, patch: Faces): Parts {
  const a = farthest(graph, patch, patch[0]);
  const b = farthest(graph, patch, a.face);
  const fromA = distances(graph, a.face);
  const fromB = distances(graph, b.face);
  const keys = Array.from(patch, (face) => (fromA.get(face) as number) - (fromB.get(face) as number));
  const sorted = [...keys].sort((x, y) => x - y);
  // The cut lies where the difference changes, nearest to the middle.
  let cut = 1;
  for (let i = 1; i < sorted.length; i++)
    if (
      sorted[i] !== sorted[i - 1] &&
      (sorted[cut] === sorted[cut - 1] || Math.abs(2 * i - sorted.length) < Math.abs(2 * cut - sorted.length))
    )
      cut = i;
  const isFirst = (i: number) => keys[i] < sorted[cut];
  const faces = Array.from(patch);
  return [faces.filter((_, i) => isFirst(i)), faces.filter((_, i) => !isFirst(i))];
}

/** Finds a face of a patch that hangs together which is farthest from `from`. */
function farthest(graph: Graph, patch: Faces, from: number): { face: number } {
  const found = spread(graph, from, UNSEEN, SEEN);
  for (const face of patch) graph.labels[face] = UNSEEN;
  return { face: found[found.length - 1] };
}

/** Returns the least number of edges crossed on a way from a face to each face of the patch. */
function distances({ twins, labels }: Graph, from: number): Map<number, number> {
  const found = new Map([[from, 0]]);
  for (const [face, distance] of found)
    for (let side = 3 * face; side < 3 * face + 3; side++) {
      if (twins[side] === NONE) continue;
      const other = Math.floor(twins[side] / 3);
      if (labels[other] !== OUTSIDE && !found.has(other)) found.set(other, distance + 1);
    }
  return found;
}
