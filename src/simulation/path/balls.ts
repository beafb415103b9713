/**
 * Bounding balls of obstacles: inverted elements or branched edges, near which culling is not proved. Obstacles are rare in a body. Each
 * block of balls has a bounding box, so that queries can skip whole blocks.
 */
export interface Balls {
  count: number;
  /** Centre and radius [m], 4 numbers per ball; the array may be longer. */
  balls: Float64Array;
  /** Bounding box of each block of BLOCK balls: lower corner, upper corner [m], 6 numbers per block. */
  blocks: Float64Array;
}

/** Number of balls per block. Elements with consecutive ids are mostly near one another, so the block's box is small. */
export const BLOCK = 16;
/** Numbers per box. */
const BOX = 6;

/** Appends a ball to the list. @returns the offset of the ball's 4 numbers in `balls`; the caller writes them */
export function addBall(list: Balls): number {
  const at = 4 * list.count++;
  if (at === list.balls.length) {
    const { balls } = list;
    list.balls = new Float64Array(2 * balls.length);
    list.balls.set(balls);
  }
  return at;
}

/** Computes the bounding boxes of the blocks. Call it when all balls have been added. */
export function boxBalls(list: Balls): void {
  const { balls, count } = list;
  const blockCount = Math.ceil(count / BLOCK);
  if (list.blocks.length < BOX * blockCount) list.blocks = new Float64Array(2 * BOX * blockCount);
  const { blocks } = list;
  for (let block = 0; block < blockCount; block++)
    for (let axis = 0; axis < 3; axis++) {
      let lower = Infinity;
      let upper = -Infinity;
      const end = 4 * Math.min(count, (block + 1) * BLOCK);
      for (let i = 4 * block * BLOCK; i < end; i += 4) {
        lower = Math.min(lower, balls[i + axis] - balls[i + 3]);
        upper = Math.max(upper, balls[i + axis] + balls[i + 3]);
      }
      blocks[BOX * block + axis] = lower;
      blocks[BOX * block + 3 + axis] = upper;
    }
}

/** Returns the squared distance [m^2] from a point to the box of a block of balls; 0 inside. */
export function squaredDistanceToBlock(
  blocks: Float64Array,
  block: number,
  px: number,
  py: number,
  pz: number,
): number {
  const i = BOX * block;
  const x = twicePositive(blocks[i] - px) + twicePositive(px - blocks[i + 3]);
  const y = twicePositive(blocks[i + 1] - py) + twicePositive(py - blocks[i + 4]);
  const z = twicePositive(blocks[i + 2] - pz) + twicePositive(pz - blocks[i + 5]);
  return 0.25 * (x * x + y * y + z * z);
}

/** Returns 2 x if x is positive, else 0. Exact, and without a branch, which would be unpredictable. */
export const twicePositive = (x: number): number => x + Math.abs(x);

/** Returns the distance [m] from a point to the nearest ball: 0 inside a ball, Infinity if no ball is nearer than `radius` [m]. */
export function distanceToBalls(
  { balls, count, blocks }: Balls,
  px: number,
  py: number,
  pz: number,
  radius: number,
): number {
  let nearest = radius;
  for (let block = 0; block * BLOCK < count; block++) {
    if (squaredDistanceToBlock(blocks, block, px, py, pz) >= nearest * nearest) continue;
    const end = 4 * Math.min(count, (block + 1) * BLOCK);
    for (let i = 4 * block * BLOCK; i < end; i += 4) {
      const x = balls[i] - px,
        y = balls[i + 1] - py,
        z = balls[i + 2] - pz;
      const distance = Math.sqrt(x * x + y * y + z * z) - balls[i + 3];
      if (distance < nearest) nearest = Math.max(0, distance);
    }
  }
  return nearest < radius ? nearest : Infinity;
}
