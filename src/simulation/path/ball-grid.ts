import type { Balls } from './balls.ts';

/**
 * A spatial hash of bounding balls, which finds the balls around a point. Space is divided into cubes, and a hash of a cube's integer
 * coordinates is an index in the table. Cubes with the same hash share a table entry, which costs tests but changes no result.
 * Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects.
 */
export interface BallGrid {
  /** Cubes per metre along each axis. */
  scale: number;
  /** Size of the table minus 1. The size is a power of two. */
  mask: number;
  /** Entry h of the table lists the balls items[offsets[h]] to items[offsets[h + 1] - 1]. */
  offsets: Uint32Array;
  items: Uint32Array;
  /** Scratch while the grid is built: least and greatest integer coordinates of the cubes that each ball's bounding box meets. */
  boxes: Float64Array;
  /** Scratch: hash and ball of each pair of a cube and a ball whose bounding box meets the cube. */
  hashes: Uint32Array;
  pairBalls: Uint32Array;
}

export const createBallGrid = (): BallGrid => ({
  scale: 1,
  mask: 0,
  offsets: new Uint32Array(2),
  items: new Uint32Array(0),
  boxes: new Float64Array(0),
  hashes: new Uint32Array(0),
  pairBalls: new Uint32Array(0),
});

/** Maximum mean number of cubes per ball. If a few balls are much larger than the others, larger cubes keep the table small. */
const MOST_CUBES = 16;

/** Returns the index of the table's entry for the cube that contains a point. @param x, y, z the point times `scale` */
export const cubeHash = (x: number, y: number, z: number, mask: number): number =>
  (Math.imul(Math.floor(x), 73856093) ^ Math.imul(Math.floor(y), 19349663) ^ Math.imul(Math.floor(z), 83492791)) & mask;

/** Builds the grid. Balls whose centre or radius is not finite are left out. */
export function buildBallGrid(grid: BallGrid, list: Balls): void {
  const { count } = list;
  if (grid.boxes.length < 6 * count) grid.boxes = new Float64Array(12 * count);
  grid.scale = cubesPerMetre(list);
  let pairCount = fitBoxes(grid, list);
  while (pairCount > MOST_CUBES * count) {
    grid.scale /= 2;
    pairCount = fitBoxes(grid, list);
  }
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, pairCount)));
  grid.mask = size - 1;
  if (grid.offsets.length <= size) grid.offsets = new Uint32Array(size + 1);
  if (grid.items.length < pairCount) {
    grid.items = new Uint32Array(2 * pairCount);
    grid.hashes = new Uint32Array(2 * pairCount);
    grid.pairBalls = new Uint32Array(2 * pairCount);
  }
  listPairs(grid, count);
  const { hashes, pairBalls, offsets, items } = grid;
  // Counting sort by hash.
  offsets.fill(0);
  for (let k = 0; k < pairCount; k++) offsets[hashes[k]]++;
  for (let hash = 1; hash <= size; hash++) offsets[hash] += offsets[hash - 1];
  for (let k = pairCount - 1; k >= 0; k--) items[--offsets[hashes[k]]] = pairBalls[k];
}

/** Returns the scale at which a cube is as large as the mean ball. */
function cubesPerMetre({ balls, count }: Balls): number {
  let radii = 0;
  let finite = 0;
  for (let at = 0; at < 4 * count; at += 4) {
    if (!Number.isFinite(balls[at] + balls[at + 1] + balls[at + 2] + balls[at + 3])) continue;
    radii += balls[at + 3];
    finite++;
  }
  return radii > 0 ? finite / (2 * radii) : 1;
}

/** Writes the cubes that the balls' bounding boxes meet to `grid.boxes`. @returns the number of pairs of a ball and such a cube */
function fitBoxes({ boxes, scale }: BallGrid, { balls, count }: Balls): number {
  let pairs = 0;
  for (let i = 0; i < count; i++) {
    const at = 6 * i;
    const radius = balls[4 * i + 3];
    let cubes = 1;
    for (let axis = 0; axis < 3; axis++) {
      const centre = balls[4 * i + axis];
      boxes[at + axis] = Math.floor(scale * (centre - radius));
      boxes[at + 3 + axis] = Math.floor(scale * (centre + radius));
      cubes *= boxes[at + 3 + axis] - boxes[at + axis] + 1;
    }
    if (Number.isFinite(cubes)) pairs += cubes;
    else boxes.fill(0, at, at + 3).fill(-1, at + 3, at + 6); // the box is empty
  }
  return pairs;
}

/** Lists the pairs that fitBoxes counts. */
function listPairs({ boxes, mask, hashes, pairBalls }: BallGrid, count: number): void {
  let pair = 0;
  for (let i = 0; i < count; i++) {
    const at = 6 * i;
    for (let x = boxes[at]; x <= boxes[at + 3]; x++)
      for (let y = boxes[at + 1]; y <= boxes[at + 4]; y++)
        for (let z = boxes[at + 2]; z <= boxes[at + 5]; z++) {
          hashes[pair] = cubeHash(x, y, z, mask);
          pairBalls[pair++] = i;
        }
  }
}
