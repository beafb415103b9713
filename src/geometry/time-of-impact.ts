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
 * Continuous collision detection of a vertex and a face, or of two edges, whose corners move on straight lines.
 *
 * 1. Two filters look for an axis that separates the elements during the whole step. Most queries end here.
 * 2. Time is bisected, the earliest interval first. An interval is discarded only if an inclusion function, with bounds on its
 *    rounding errors, proves that nothing touches in it. So no collision is missed and no time is later than the true one.
 * 3. If rounding leaves an interval undecided, exact-contact.ts decides it in integers.
 * Source: Wang et al. 2021, "A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous Collision Detection". Unlike
 * there, only time is bisected, not the parameters u and v: as the interval of time shrinks, the polynomials that bound u and v
 * (relative-motion.ts) converge to the contact, also for parallel edges and coplanar motion.
 */

/** Result of a query, with the query's scratch memory. The caller creates it once; each query overwrites it. */
export interface Impact {
  hit: boolean;
  /**
   * Time of impact, 0 to 1. It is not later than the true time, and at most 1e-6 earlier. If the coordinates have errors, it is the
   * earliest time at which contact can't be excluded. Only valid if `hit` is true.
   */
  t: number;
  /** Vertex-face: weight of the face's corner 1. Edge-edge: parameter along edge a, 0 at its first end. */
  u: number;
  /** Vertex-face: weight of the face's corner 2. Edge-edge: parameter along edge b. */
  v: number;
  readonly scratch: ImpactScratch;
}

/** Initialised with fractions, so that V8 stores the numbers as doubles in place from the start. */
export const createImpact = (): Impact => ({ hit: false, t: 0.5, u: 0.5, v: 0.5, scratch: createImpactScratch() });

/** Numbers per query: 4 points at t = 0 and 4 at t = 1, with x, y, z each. */
export const QUERY_STRIDE = 24;

/** Maximum length of an interval for which a proof of contact is accepted as the answer. */
const RESOLUTION = 2 ** -24;
/** Minimum length of an interval: in shorter ones rounding leaves nothing to prove. -1 - t must be exact for all multiples t of it. */
const FINEST = 2 ** -48;
/** Maximum number of intervals tested in float64. Most queries need 1 to 5, a hit about 50, and elements that slide along each other more. */
const MAX_INTERVALS = 512;

/**
 * Finds the first contact of a moving vertex with a moving face.
 * @param points x y z of v, f0, f1, f2 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact output; u and v are the weights of f1 and f2 at the contact
 * @param inputError bound on the error of each coordinate, if they were rounded [unit of the points]
 * @returns impact.hit
 */
export function vertexFaceTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, false, impact, inputError);
}

/**
 * Finds the first contact of two moving edges.
 * @param points x y z of a0, a1, b0, b1 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact output; u and v are the parameters along a and b at the contact
 * @param inputError bound on the error of each coordinate, if they were rounded [unit of the points]
 * @returns impact.hit
 */
export function edgeEdgeTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, true, impact, inputError);
}

/** Answers a query of either kind. @param square true for two edges, false for a vertex and a face */
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
    // Undecided. If coordinates have errors, this counts as contact; otherwise it is decided without rounding.
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
 * Proves that a coordinate axis separates the elements. If it separates them in the same order at both ends of the step, it does so
 * during the whole step. The test is exact, since the sign of a float64 difference is exact.
 */
function alwaysApart(points: Float64Array, offset: number, square: boolean, inputError: number): boolean {
  for (let k = offset; k < offset + 3; k++) {
    const order = orderAlongAxis(points, k, square, inputError);
    if (order !== 0 && order === orderAlongAxis(points, k + 12, square, inputError)) return true;
  }
  return false;
}

/** Compares the elements along axis k. @returns -1: the first is below the second by more than both errors; 1: above; 0: neither */
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
 * Finds the first contact and writes its time to `scratch.found.t`; 2 if there is none; -1 - t if float64 can neither prove nor
 * exclude contact from time t on. The interval of `scratch.motion` then begins at the contact.
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
      // Continues with the largest interval of the bisection that begins here. This goes depth first without a stack.
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
