import { areaSign, AREA_ROUNDOFFS, COORDINATE_ROUNDOFFS, type Projection, UNDECIDED } from './projection.ts';

/** Scratch and counts of contour tests. */
export interface ContourScratch {
  /** Chains: begin and end of each, as sides of the projection; 2 numbers per chain. */
  readonly chains: Int32Array;
  /** Boxes of chains: 4 numbers each. */
  readonly boxes: Float64Array;
  /** Sides of two chains that lie in both chains' boxes. */
  near: Int32Array;
  otherNear: Int32Array;
  /** Number of pairs of sides whose boxes met and which were tested. */
  sideTests: number;
}

/** Boxes that come closer than this, per size of the contour, count as meeting: each of two coordinates has its rounding error. */
export const BOX_ROUNDOFFS = 2 * COORDINATE_ROUNDOFFS;

/** A contour that falls into more monotone chains than this isn't tested: it counts as crossing. Contours that pass have 2 to 20. */
const MOST_CHAINS = 64;

export const createContourScratch = (): ContourScratch => ({
  chains: new Int32Array(2 * MOST_CHAINS),
  boxes: new Float64Array(4 * MOST_CHAINS),
  near: new Int32Array(64),
  otherNear: new Int32Array(64),
  sideTests: 0,
});

/**
 * Whether a contour, which is one loop, surely stays simple during the whole motion: no two of its sides touch, except that consecutive
 * ones share their vertex, where they don't fold back onto one another.
 *
 * The loop is cut into chains that are monotone in some direction d: d . side > 0 at both ends of the motion, and so, since a side
 * changes linearly, in between. A monotone chain never touches itself. Sides of different chains are tested in pairs: they stay apart if
 * their boxes do, or if one has both points of the other on one side of its line all the time (areaSign).
 * All comparisons leave room for rounding errors. So `true` is a proof, and `false` means that the contour may touch itself.
 */
export function staysSimple(projection: Projection, scratch: ContourScratch): boolean {
  const chainCount = cutIntoChains(projection, scratch);
  if (chainCount < 0) return false;
  const error = AREA_ROUNDOFFS * projection.size * projection.size;
  const margin = BOX_ROUNDOFFS * projection.size;
  for (let a = 0; a < chainCount; a++) {
    if (!turnsSurely(projection, scratch.chains[2 * a + 1] - 1, error)) return false;
    for (let b = a + 1; b < chainCount; b++) if (!stayApart(projection, scratch, a, b, error, margin)) return false;
  }
  return true;
}

/** Cuts the loop into monotone chains. @returns their number, or -1 if there are too many or a side has no direction */
function cutIntoChains(projection: Projection, scratch: ContourScratch): number {
  const { count } = projection;
  const { chains } = scratch;
  let chainCount = 0;
  for (let begin = 0; begin < count; ) {
    if (chainCount === MOST_CHAINS) return -1;
    const end = chainEnd(projection, begin);
    if (end === begin) return -1;
    chains[2 * chainCount] = begin;
    chains[2 * chainCount + 1] = end;
    setChainBox(projection, scratch, chainCount++);
    begin = end;
  }
  // A single chain would be a closed curve that is monotone, which doesn't exist.
  return chainCount > 1 ? chainCount : -1;
}

/**
 * Returns the end of the longest monotone chain from a side on. Three directions are tried: the mean of the first side's at both ends of
 * the motion, and this one turned by 45 degrees to either side.
 */
function chainEnd(projection: Projection, begin: number): number {
  const { points, ends } = projection;
  const a = 4 * begin;
  const b = 4 * ends[begin];
  const u = points[b] - points[a] + points[b + 2] - points[a + 2];
  const v = points[b + 1] - points[a + 1] + points[b + 3] - points[a + 3];
  let end = monotoneEnd(projection, begin, u, v);
  end = Math.max(end, monotoneEnd(projection, begin, u - v, u + v));
  return Math.max(end, monotoneEnd(projection, begin, u + v, v - u));
}

/** Returns the end of the chain from `begin` on that is monotone in direction (u, v). */
function monotoneEnd({ points, ends, count, size, isMoving }: Projection, begin: number, u: number, v: number): number {
  // Error of a side's extent along (u, v): its two coordinates are differences of two points.
  const error = 8 * COORDINATE_ROUNDOFFS * size * ((u < 0 ? -u : u) + (v < 0 ? -v : v));
  let i = begin;
  for (; i < count; i++) {
    const a = 4 * i;
    const b = 4 * ends[i];
    if (!(u * (points[b] - points[a]) + v * (points[b + 1] - points[a + 1]) > error)) break;
    if (isMoving && !(u * (points[b + 2] - points[a + 2]) + v * (points[b + 3] - points[a + 3]) > error)) break;
  }
  return i;
}

function setChainBox({ boxes }: Projection, { chains, boxes: chainBoxes }: ContourScratch, chain: number): void {
  const at = 4 * chain;
  for (let k = 0; k < 2; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = chains[2 * chain]; i < chains[2 * chain + 1]; i++) {
      if (boxes[4 * i + k] < low) low = boxes[4 * i + k];
      if (boxes[4 * i + 2 + k] > high) high = boxes[4 * i + 2 + k];
    }
    chainBoxes[at + k] = low;
    chainBoxes[at + 2 + k] = high;
  }
}

/**
 * Whether a side and the next one surely don't fold back onto one another: they turn left or right all the time, or both keep a positive
 * extent in a common direction.
 */
export function turnsSurely(projection: Projection, side: number, error: number): boolean {
  const { points, ends, isMoving, size } = projection;
  const next = ends[side];
  if (areaSign(projection, side, next, ends[next], error) !== UNDECIDED) return true;
  const a = 4 * side;
  const b = 4 * next;
  const c = 4 * ends[next];
  // The direction from the first side's beginning to the second one's end. It proves what a common monotone chain would.
  const u = points[c] - points[a] + points[c + 2] - points[a + 2];
  const v = points[c + 1] - points[a + 1] + points[c + 3] - points[a + 3];
  const room = 8 * COORDINATE_ROUNDOFFS * size * ((u < 0 ? -u : u) + (v < 0 ? -v : v));
  for (let k = 0; k < (isMoving ? 4 : 2); k += 2) {
    if (!(u * (points[b + k] - points[a + k]) + v * (points[b + 1 + k] - points[a + 1 + k]) > room)) return false;
    if (!(u * (points[c + k] - points[b + k]) + v * (points[c + 1 + k] - points[b + 1 + k]) > room)) return false;
  }
  return true;
}

/** Whether the sides of two chains surely stay apart. Sides that follow one another share a vertex and are left to turnsSurely. */
function stayApart(
  projection: Projection,
  scratch: ContourScratch,
  a: number,
  b: number,
  error: number,
  margin: number,
): boolean {
  const { boxes: chainBoxes } = scratch;
  if (!boxesMeet(chainBoxes, a, chainBoxes, b, margin)) return true;
  const { ends } = projection;
  scratch.near = reserve(scratch.near, projection.count);
  scratch.otherNear = reserve(scratch.otherNear, projection.count);
  const nearCount = collectNear(projection, scratch, a, b, margin, scratch.near);
  const otherCount = collectNear(projection, scratch, b, a, margin, scratch.otherNear);
  for (let i = 0; i < nearCount; i++) {
    const side = scratch.near[i];
    for (let j = 0; j < otherCount; j++) {
      const other = scratch.otherNear[j];
      if (ends[side] === other || ends[other] === side) continue;
      if (!boxesMeet(projection.boxes, side, projection.boxes, other, margin)) continue;
      scratch.sideTests++;
      if (!sidesStayApart(projection, side, other, error)) return false;
    }
  }
  return true;
}

const reserve = (list: Int32Array, count: number): Int32Array =>
  list.length >= count ? list : new Int32Array(2 * count);

/** Lists the sides of chain a whose boxes meet that of chain b. */
function collectNear(
  { boxes }: Projection,
  { chains, boxes: chainBoxes }: ContourScratch,
  a: number,
  b: number,
  margin: number,
  list: Int32Array,
): number {
  let count = 0;
  for (let i = chains[2 * a]; i < chains[2 * a + 1]; i++)
    if (boxesMeet(boxes, i, chainBoxes, b, margin)) list[count++] = i;
  return count;
}

/** Whether two boxes in the plane come closer than a margin. @param i, j indices of the boxes */
export function boxesMeet(p: Float64Array, i: number, q: Float64Array, j: number, margin: number): boolean {
  const a = 4 * i;
  const b = 4 * j;
  return (
    p[a] <= q[b + 2] + margin &&
    q[b] <= p[a + 2] + margin &&
    p[a + 1] <= q[b + 3] + margin &&
    q[b + 1] <= p[a + 3] + margin
  );
}

/** Whether one of two sides surely has the whole other one on one side of its line, at all times. */
export function sidesStayApart(projection: Projection, side: number, other: number, error: number): boolean {
  const { ends } = projection;
  const first = areaSign(projection, side, ends[side], other, error);
  if (first !== UNDECIDED && first === areaSign(projection, side, ends[side], ends[other], error)) return true;
  const second = areaSign(projection, other, ends[other], side, error);
  return second !== UNDECIDED && second === areaSign(projection, other, ends[other], ends[side], error);
}
