import { exactFirstContact } from './exact-contact.ts';
import { closestParameters } from './impact-parameters.ts';
import {
  alwaysOutside,
  apartOnAnAxis,
  neverCoplanar,
  setInterval,
  setMotion,
  SPAN,
  surelyTouching,
} from './relative-motion.ts';
import { edgesStayApart, vertexFaceStaysApart } from './separating-axis.ts';
import { createImpactScratch, type ImpactScratch } from './impact-scratch.ts';

/**
 * Continuous collision detection of a vertex with a face and of two edges whose corners move on straight lines.
 *
 * Most queries end at a filter: a fixed axis separates the two all the while. Else time is bisected, the earliest interval
 * first. An interval is thrown away only when an inclusion function with bounds on
 * its rounding errors proves that nothing touches in it, so no collision is missed and no time is later than the true
 * one. After Wang et al. 2021, "A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous Collision
 * Detection"; unlike there, u and v need no bisection: the polynomials that bound them in relative-motion.ts close in
 * on the contact with the interval alone, also for parallel edges and coplanar motion.
 */

/** A first contact, and what queries work in; made once by the caller and written by each query. */
export interface Impact {
  hit: boolean;
  /**
   * Time of impact, 0 to 1: not later than the true one, and at most 1e-6 before it; where coordinates have errors also
   * the earliest time from which contact can't be excluded. Meaningless without a hit.
   */
  t: number;
  /** Vertex-face: weight of the face's corner 1. Edge-edge: parameter along edge a, 0 at its first end. */
  u: number;
  /** Vertex-face: weight of the face's corner 2. Edge-edge: parameter along edge b. */
  v: number;
  readonly scratch: ImpactScratch;
}

/** Made of fractions, so that V8 keeps its numbers in place from the first on. */
export const createImpact = (): Impact => ({ hit: false, t: 0.5, u: 0.5, v: 0.5, scratch: createImpactScratch() });

/** Numbers in a query: 4 points at t = 0 and 4 at t = 1, x y z each. */
export const QUERY_STRIDE = 24;

/** Length of an interval that is answered as soon as contact is proved in it. */
const RESOLUTION = 2 ** -24;
/** Length of an interval in which rounding leaves nothing to be proved. -1 - t must be exact for its multiples. */
const FINEST = 2 ** -48;
/** Intervals looked at in float64. Most queries need 1 to 5, a hit about 50; more only if elements slide along each other. */
const MAX_INTERVALS = 512;

/**
 * First contact of a moving vertex with a moving face.
 * @param points x y z of v, f0, f1, f2 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact written; u and v are the weights of f1 and f2 at the contact
 * @param inputError bound on the error of each coordinate where these were rounded [unit of the points]
 * @returns impact.hit
 */
export function vertexFaceTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, false, impact, inputError);
}

/**
 * First contact of two moving edges.
 * @param points x y z of a0, a1, b0, b1 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact written; u and v are the parameters along a and b at the contact
 * @param inputError bound on the error of each coordinate where these were rounded [unit of the points]
 * @returns impact.hit
 */
export function edgeEdgeTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, true, impact, inputError);
}

function timeOfImpact(points: Float64Array, offset: number, square: boolean, impact: Impact, inputError: number) {
  const { scratch } = impact;
  const { found, motion, separation } = scratch;
  impact.hit = false;
  if (alwaysApart(points, offset, square, inputError)) return false;
  if (
    square
      ? edgesStayApart(separation, points, offset, inputError)
      : vertexFaceStaysApart(separation, points, offset, inputError)
  )
    return false;
  setMotion(motion, points, offset, square, inputError);
  findFirstContact(scratch, square);
  if (found.t < 0) {
    // Open. Coordinates with errors of their own have no more to tell; the others are looked at without rounding.
    if (inputError > 0) found.t = -1 - found.t;
    else found.t = exactFirstContact(points, offset, square, -1 - found.t);
    motion[SPAN] = found.t;
    motion[SPAN + 1] = found.t;
    setInterval(motion);
  }
  if (found.t > 1) return false;
  const at = closestParameters(scratch, square);
  impact.hit = true;
  impact.t = found.t;
  impact.u = at.u;
  impact.v = at.v;
  return true;
}

/**
 * Separation along an axis at both ends of the step, in the same order, lasts all the step. Exact: the sign of a float64
 * difference is.
 */
function alwaysApart(points: Float64Array, offset: number, square: boolean, inputError: number): boolean {
  for (let k = offset; k < offset + 3; k++) {
    const order = orderAlongAxis(points, k, square, inputError);
    if (order !== 0 && order === orderAlongAxis(points, k + 12, square, inputError)) return true;
  }
  return false;
}

/** -1 or 1: the first element is below or above the second by more than both errors; 0: they overlap. */
function orderAlongAxis(points: Float64Array, k: number, square: boolean, inputError: number): number {
  const gap = 2 * inputError;
  const a = points[k];
  const b = points[k + 3];
  const c = points[k + 6];
  const d = points[k + 9];
  const top = square ? Math.max(c, d) : Math.max(b, c, d);
  if ((square ? Math.min(a, b) : a) - top > gap) return 1;
  const bottom = square ? Math.min(c, d) : Math.min(b, c, d);
  return bottom - (square ? Math.max(a, b) : a) > gap ? -1 : 0;
}

/**
 * Time of the first contact, the interval left at it; 2 without one; -1 - t where contact from t on can neither be proved
 * nor excluded in float64.
 */
function findFirstContact(scratch: ImpactScratch, square: boolean): void {
  const { found, motion } = scratch;
  let start = 0;
  let width = 1;
  for (let count = 0; count < MAX_INTERVALS; count++) {
    motion[SPAN] = start;
    motion[SPAN + 1] = start + width;
    setInterval(motion);
    if (apartOnAnAxis(motion, square) || neverCoplanar(motion) || alwaysOutside(motion, square)) {
      start += width;
      if (start >= 1) {
        found.t = 2;
        return;
      }
      // The largest interval of the bisection that begins here: depth first without a stack.
      while (Number.isInteger(start / (2 * width))) width *= 2;
    } else if (width <= RESOLUTION && surelyTouching(motion, square)) {
      found.t = start;
      return;
    } else if (width <= FINEST) {
      break;
    } else {
      width /= 2;
    }
  }
  found.t = -1 - start;
}
