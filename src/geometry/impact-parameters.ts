import { setOffsetAtStart } from './relative-motion.ts';
import type { ImpactScratch, Place, RelativeMotion } from './impact-scratch.ts';

// Notation as in relative-motion.ts: at parameters (u, v), the offset between the two elements is r - u A + v B.

/** Corners (u, v) of the domain, in order around it: the unit square for two edges, a triangle for a vertex and a face. */
const SQUARE = new Float64Array([0, 0, 1, 0, 1, 1, 0, 1]);
const TRIANGLE = new Float64Array([0, 0, 1, 0, 0, 1]);

/**
 * Finds the parameters (u, v) of the domain at which the two elements are closest, at the start of the interval of `scratch.motion`. If
 * the interval begins at a contact, they tell where on the elements it is (time-of-impact.ts).
 * This is the least-squares solution of r - u A + v B = 0 if that lies inside the domain, else the best point of the domain's sides.
 * @returns an object of the scratch, valid until the next call
 */
export function closestParameters(scratch: ImpactScratch, square: boolean): { readonly u: number; readonly v: number } {
  const { nearest } = scratch;
  const { best, from, to } = nearest;
  const corners = square ? SQUARE : TRIANGLE;
  best.squared = Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    const j = (i + 2) % corners.length;
    from.u = corners[i];
    from.v = corners[i + 1];
    to.u = corners[j];
    to.v = corners[j + 1];
    trySide(scratch);
  }
  tryInside(scratch, square);
  return best;
}

/** Tries the best point of the domain's side from `from` to `to`. */
function trySide(scratch: ImpactScratch): void {
  const { motion, nearest } = scratch;
  const { from, to, tried } = nearest;
  setOffsetAtStart(motion, from);
  setOffsetAtStart(motion, to);
  const x = to.x - from.x;
  const y = to.y - from.y;
  const z = to.z - from.z;
  const along = 0 - from.x * x - from.y * y - from.z * z;
  const length = x * x + y * y + z * z;
  const s = length > 0 ? Math.min(Math.max(along / length, 0), 1) : 0;
  tried.u = from.u + s * (to.u - from.u);
  tried.v = from.v + s * (to.v - from.v);
  tryPoint(scratch);
}

/** Tries the least-squares solution, from the normal equations of r = u A - v B. */
function tryInside(scratch: ImpactScratch, square: boolean): void {
  const { motion, nearest } = scratch;
  // The three places serve as memory here. Their vectors are r (tried), r - A (from) and r + B (to), so their differences are A and B.
  const { from, to, tried } = nearest;
  setPlace(motion, tried, 0, 0);
  setPlace(motion, from, 1, 0);
  setPlace(motion, to, 0, 1);
  const ax = tried.x - from.x;
  const ay = tried.y - from.y;
  const az = tried.z - from.z;
  const bx = to.x - tried.x;
  const by = to.y - tried.y;
  const bz = to.z - tried.z;
  const aa = ax * ax + ay * ay + az * az;
  const ab = ax * bx + ay * by + az * bz;
  const bb = bx * bx + by * by + bz * bz;
  const ar = ax * tried.x + ay * tried.y + az * tried.z;
  const br = bx * tried.x + by * tried.y + bz * tried.z;
  const determinant = aa * bb - ab * ab;
  const u = (ar * bb - ab * br) / determinant;
  const v = (ab * ar - aa * br) / determinant;
  // Parallel edges and degenerate faces give NaN or arbitrary values. For these, some point of the domain's sides is as good.
  if (!(u >= 0 && v >= 0 && (square ? u <= 1 && v <= 1 : u + v <= 1))) return;
  tried.u = u;
  tried.v = v;
  tryPoint(scratch);
}

/** Sets `place` to the corner (u, v) of the domain. V8 passes small integers as arguments without allocating. */
function setPlace(motion: RelativeMotion, place: Place, u: 0 | 1, v: 0 | 1): void {
  place.u = u;
  place.v = v;
  setOffsetAtStart(motion, place);
}

/** Copies (u, v) of `tried` to `best` if the elements are closer there than at the best parameters so far. */
function tryPoint(scratch: ImpactScratch): void {
  const { motion, nearest } = scratch;
  const { best, tried } = nearest;
  setOffsetAtStart(motion, tried);
  const { u, v, x, y, z } = tried;
  const squared = x * x + y * y + z * z;
  if (squared >= best.squared) return;
  best.u = u;
  best.v = v;
  best.squared = squared;
}
