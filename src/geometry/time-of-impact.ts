import { findDirectHit } from './direct-hit.ts';
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
 * Continuous collision detection of a vertex and a face, or of two edges, whose corners move on straight lines. The contact source `ccd`
 * calls it for pairs that pass its broad phase.
 *
 * 1. Filters: most queries end here, since one axis separates the elements during the whole step.
 * 2. A short way to hits (direct-hit.ts), with the same results as 3.
 * 3. Bisection of time, the earliest interval first. An interval is discarded only if an inclusion function, with bounds on its
 *    rounding errors, proves that nothing touches in it. So no collision is missed, and no reported time is later than the true one.
 * 4. If an interval stays undecided because of rounding errors, exact-contact.ts decides the query with integers.
 *
 * Source: Wang et al. 2021, "A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous Collision Detection". Unlike Wang
 * et al., this code does not bisect the parameters u and v. The polynomials in relative-motion.ts bound u and v for an interval of
 * time, and converge to the contact as the interval shrinks, also for parallel edges and coplanar motion.
 */

/** A first contact, and the scratch of queries; made once by the caller and written by each query. */
export interface Impact {
  hit: boolean;
  /**
   * Time of impact, 0 to 1: not later than the true time, and at most 1e-6 earlier. If coordinates have errors (`inputError`), it is the
   * earliest time at which contact can't be excluded. Meaningless if `hit` is false.
   */
  t: number;
  /** Vertex-face: weight of the face's corner 1. Edge-edge: parameter along edge a, 0 at its first end. */
  u: number;
  /** Vertex-face: weight of the face's corner 2. Edge-edge: parameter along edge b. */
  v: number;
  readonly scratch: ImpactScratch;
}

/** Creates the numbers as fractions, so that V8 stores them as doubles in place from the start. */
export const createImpact = (): Impact => ({ hit: false, t: 0.5, u: 0.5, v: 0.5, scratch: createImpactScratch() });

/** Numbers per query: 4 points at t = 0 and 4 at t = 1, with x, y, z each. */
export const QUERY_STRIDE = 24;

/** A proof of contact in an interval is accepted as the answer if the interval is at most this long. */
const RESOLUTION = 2 ** -24;
/**
 * Length of the shortest intervals tested. In shorter ones nothing more could be proved, because of rounding errors. All interval starts t
 * are multiples of this length, so -1 - t, which findFirstContact returns for undecided queries, is exact in float64.
 */
const FINEST = 2 ** -48;
/**
 * Maximum number of intervals tested in float64. Most queries need 1 to 5; hits that direct-hit.ts can't answer need about 50. Only
 * elements that slide along each other need more.
 */
const MAX_INTERVALS = 512;

/**
 * Finds the first contact of a moving vertex with a moving face.
 * @param points x y z of the vertex v and the face's corners f0, f1, f2 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact written; u and v are the weights of f1 and f2 at the contact
 * @param inputError bound on the error of each coordinate, if the coordinates were rounded [unit of the points]
 * @returns impact.hit
 */
export function vertexFaceTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, false, impact, inputError);
}

/**
 * Finds the first contact of two moving edges.
 * @param points x y z of the edges' ends a0, a1, b0, b1 at t = 0, then at t = 1, from `points[offset]` on
 * @param impact written; u and v are the parameters along a and b at the contact
 * @param inputError bound on the error of each coordinate, if the coordinates were rounded [unit of the points]
 * @returns impact.hit
 */
export function edgeEdgeTimeOfImpact(points: Float64Array, offset: number, impact: Impact, inputError = 0): boolean {
  return timeOfImpact(points, offset, true, impact, inputError);
}

/**
 * Answers a query of either kind.
 * @param square true: two edges, whose parameters (u, v) lie in a square; false: a vertex and a face
 */
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
    // The query is undecided from time -1 - found.t on. If coordinates have errors, this counts as contact. Otherwise the query is decided
    // with integers.
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
 * Proves that a coordinate axis separates the elements during the whole step: it separates them at the start and at the end, in the same
 * order. The test is exact, since the sign of a float64 difference is exact.
 */
function alwaysApart(points: Float64Array, offset: number, square: boolean, inputError: number): boolean {
  for (let k = offset; k < offset + 3; k++) {
    const order = orderAlongAxis(points, k, square, inputError);
    if (order !== 0 && order === orderAlongAxis(points, k + 12, square, inputError)) return true;
  }
  return false;
}

/**
 * Returns the order of the two elements along one coordinate axis.
 * @param k offset of the first corner's coordinate in `points`
 * @returns -1 or 1 if the first element is below or above the second by more than both errors; 0 if they overlap
 */
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
 * Finds the time of the first contact and writes it to `scratch.found.t`: 2 if there is no contact, or -1 - t if float64 can neither
 * prove nor exclude contact from time t on. If there is a contact, the interval that is left in `motion` begins at the contact's time.
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
      // Continue with the largest interval of the bisection that begins at `start`. This is a depth-first search without a stack.
      while (Number.isInteger(start / (2 * width))) width *= 2;
    } else if (width <= RESOLUTION && surelyTouching(motion, square)) {
      found.t = start;
      return;
    } else if (width <= FINEST) {
      break;
    } else {
      if (width === 1 && findDirectHit(scratch, square, RESOLUTION)) return;
      width /= 2;
    }
  }
  found.t = -1 - start;
}
