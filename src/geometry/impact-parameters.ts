import { offsetAtStart } from './relative-motion.ts';

/** The corners (u, v) of the domains, in order around them: the unit square, and the triangle u + v <= 1. */
const SQUARE = new Float64Array([0, 0, 1, 0, 1, 1, 0, 1]);
const TRIANGLE = new Float64Array([0, 0, 1, 0, 0, 1]);

/** The (u, v) found, and the squared length of r - u A + v B there. */
const best = { u: 0, v: 0, squared: 0 };

/**
 * Finds the (u, v) of the domain where the two elements are closest at the start of the interval set in
 * relative-motion: the least squares solution if it is inside, else the best point of the domain's sides.
 * @returns a scratch object, valid until the next call
 */
export function closestParameters(square: boolean): { readonly u: number; readonly v: number } {
  const corners = square ? SQUARE : TRIANGLE;
  best.squared = Infinity;
  for (let i = 0; i < corners.length; i += 2) {
    const j = (i + 2) % corners.length;
    trySide(corners[i], corners[i + 1], corners[j], corners[j + 1]);
  }
  tryInside(square);
  return best;
}

function trySide(u0: number, v0: number, u1: number, v1: number): void {
  let along = 0;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    const from = offsetAtStart(k, u0, v0);
    const side = offsetAtStart(k, u1, v1) - from;
    along -= from * side;
    length += side * side;
  }
  const s = length > 0 ? Math.min(Math.max(along / length, 0), 1) : 0;
  tryPoint(u0 + s * (u1 - u0), v0 + s * (v1 - v0));
}

/** Solves the normal equations of r = u A - v B. */
function tryInside(square: boolean): void {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let ar = 0;
  let br = 0;
  for (let k = 0; k < 3; k++) {
    const r = offsetAtStart(k, 0, 0);
    const a = r - offsetAtStart(k, 1, 0);
    const b = offsetAtStart(k, 0, 1) - r;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ar += a * r;
    br += b * r;
  }
  const determinant = aa * bb - ab * ab;
  const u = (ar * bb - ab * br) / determinant;
  const v = (ab * ar - aa * br) / determinant;
  // Parallel edges and degenerate faces give NaN or nonsense; then a side is at least as good.
  if (u >= 0 && v >= 0 && (square ? u <= 1 && v <= 1 : u + v <= 1)) tryPoint(u, v);
}

function tryPoint(u: number, v: number): void {
  const x = offsetAtStart(0, u, v);
  const y = offsetAtStart(1, u, v);
  const z = offsetAtStart(2, u, v);
  const squared = x * x + y * y + z * z;
  if (squared >= best.squared) return;
  best.u = u;
  best.v = v;
  best.squared = squared;
}
