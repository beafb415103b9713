import type { ImpactScratch, RelativeMotion } from './impact-scratch.ts';
import {
  alwaysOutside,
  apartOnAnAxis,
  clearlyNeverCoplanar,
  CUBIC,
  neverCoplanar,
  setInterval,
  SPAN,
  surelyTouching,
} from './relative-motion.ts';

/**
 * A short way to the first contact, which time-of-impact.ts tries before it bisects time. Its result equals that of bisection bit
 * for bit, but it takes two intervals instead of some 50:
 *
 * 1. j w is the last multiple of w (`resolution`) before the time at which the four points become coplanar. Newton's method finds this time
 *    as the first root of the cubic.
 * 2. [0, j w] is proved free of contact with three times the error bound. Hence, the proof also succeeds on each interval within [0, j w].
 * 3. [j w, (j + 1) w] is proved to hold a contact. So no proof of the opposite can succeed on this interval, or on one that contains it.
 *
 * Because of item 2, bisection would discard each of its intervals before j w. Because of item 3, it would halve each one that contains
 * [j w, (j + 1) w]. So it would arrive at this interval, and accept it by the same proof. If one of the two proofs fails, bisection
 * decides.
 */

/** Newton's method stops once t changes by at most this [duration of the time step]. Resolutions in use are 2^16 times as long. */
const TOLERANCE = 2 ** -40;
/** Maximum number of Newton's iterations. In tests, almost all roots need 3 to 6. If it finds no root, bisection decides. */
const MAX_ITERATIONS = 30;

/**
 * Tries the short way. If it succeeds, it writes the time of the first contact to `scratch.found.t`, and the interval of `motion` begins at
 * this time. The predicates must just have left the whole step, 0 to 1, undecided.
 * @param square as in relative-motion.ts
 * @param resolution length w of the interval that is accepted as a contact; 2^-n for some n
 * @returns whether it succeeded
 */
export function findDirectHit({ found, motion }: ImpactScratch, square: boolean, resolution: number): boolean {
  const index = intervalOfFirstRoot(motion, resolution);
  if (index < 0) return false;
  const start = index * resolution;
  if (start > 0) {
    motion[SPAN] = 0;
    motion[SPAN + 1] = start;
    setInterval(motion);
    if (!clearlyNeverCoplanar(motion)) return false;
  }
  motion[SPAN] = start;
  motion[SPAN + 1] = start + resolution;
  setInterval(motion);
  // The first three can't be true if the last one is. They are called as bisection calls them: surelyTouching reads what they write.
  if (
    apartOnAnAxis(motion, square) ||
    neverCoplanar(motion) ||
    alwaysOutside(motion, square) ||
    !surelyTouching(motion, square)
  )
    return false;
  found.t = start;
  return true;
}

/**
 * Finds the first root in 0..1 of the cubic at offset CUBIC, with rounding errors.
 * @returns index j of the interval [j w, (j + 1) w] that holds the root; -1 if there is no root or the cubic starts at 0. It is an integer,
 *   since V8 would put a number with a fraction on the heap.
 */
function intervalOfFirstRoot(motion: RelativeMotion, resolution: number): number {
  // d + c t + b t^2 + a t^3, from the Bernstein coefficients and with a positive start.
  const sign = motion[CUBIC] < 0 ? -1 : 1;
  const d = sign * motion[CUBIC];
  const tripled1 = sign * motion[CUBIC + 1];
  const tripled2 = sign * motion[CUBIC + 2];
  const last = sign * motion[CUBIC + 3];
  if (!(d > 0)) return -1;
  const c = tripled1 - 3 * d;
  const b = 3 * d - 2 * tripled1 + tripled2;
  const a = last - tripled2 + tripled1 - d;
  // A cubic has one local minimum at most. If it lies in 0..1, and below 0, then the first root lies before it, else there is a root only
  // if the cubic ends below 0. Either way, it is the only root between 0 and `upper`.
  const root = Math.sqrt(b * b - 3 * a * c);
  const minimum = b > 0 ? -c / (b + root) : (root - b) / (3 * a);
  const hasMinimumBelow = minimum > 0 && minimum < 1 && ((a * minimum + b) * minimum + c) * minimum + d < 0;
  if (!hasMinimumBelow && !(last < 0)) return -1;
  let upper = hasMinimumBelow ? minimum : 1;
  let lower = 0;
  // Newton's method, from the root of the secant. A step that leaves the bracket is replaced by the bracket's middle.
  let t = (d * upper) / (d - (((a * upper + b) * upper + c) * upper + d));
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    const value = ((a * t + b) * t + c) * t + d;
    if (value > 0) lower = t;
    else upper = t;
    let next = t - value / ((3 * a * t + 2 * b) * t + c);
    if (!(next > lower && next < upper)) next = 0.5 * (lower + upper);
    const change = Math.abs(next - t);
    t = next;
    if (change <= TOLERANCE) break;
  }
  const index = Math.floor(t / resolution);
  return index * resolution < 1 ? index : -1;
}
