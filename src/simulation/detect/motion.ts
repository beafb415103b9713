import { createImpact, QUERY_STRIDE } from '../../geometry/time-of-impact.ts';
import { HIT, type State, type Words } from '../state.ts';

/** What the searches of vertices and of edges share: one query of the narrow phase at a time, and the earliest hit so far. */

/** Corners of a query at x0, then at x. */
export const motion = new Float64Array(QUERY_STRIDE);
export const impact = createImpact();
/**
 * Error of the coordinates that the narrow phase is told of. They are float32, so that it is larger by far, but what matters
 * here is that it isn't 0: what float64 can't decide counts as a hit, instead of being asked again in integers of any size. At
 * rest thousands of points touch a face to the last bit, and that cost a tenth of the step. It misses nothing; of queries made
 * to be hard (the benchmark of Wang et al. 2021) one in 26 that don't touch is taken for a hit.
 */
export const ROUNDED = Number.MIN_VALUE;
/** Lower and upper corner of what searches, over the whole step. */
export const sweptBox = new Float32Array(6);
/** `t` is 2 before the first hit. */
const earliest = { t: 2, body: 0, element: 0, u: 0, v: 0 };

/** Sets one corner, 0 to 3, of the query. */
export function setCorner(corner: number, { positionsT0, positions }: State, vertex: number): void {
  const at = 3 * corner;
  const from = 3 * vertex;
  motion[at] = positionsT0[from];
  motion[at + 1] = positionsT0[from + 1];
  motion[at + 2] = positionsT0[from + 2];
  motion[at + 12] = positions[from];
  motion[at + 13] = positions[from + 1];
  motion[at + 14] = positions[from + 2];
}

/** Forgets the search before, all of it: what a record says mustn't depend on who wrote the one before. */
export function clearEarliest(): void {
  earliest.t = 2;
  earliest.body = 0;
  earliest.element = 0;
  earliest.u = 0;
  earliest.v = 0;
}

/** Sets sweptBox to what the first `corners` corners of the query sweep. */
export function sweepCorners(corners: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let lower = Infinity;
    let upper = -Infinity;
    for (let at = axis; at < 3 * corners; at += 3) {
      lower = Math.min(lower, motion[at], motion[at + 12]);
      upper = Math.max(upper, motion[at], motion[at + 12]);
    }
    sweptBox[axis] = lower;
    sweptBox[axis + 3] = upper;
  }
}

/** Keeps the impact at hand if it is the earliest; of equal ones that with the smaller body, then element. */
export function keepEarliest(body: number, element: number): void {
  if (impact.t > earliest.t) return;
  const isTie = impact.t === earliest.t;
  if (isTie && (body > earliest.body || (body === earliest.body && element > earliest.element))) return;
  earliest.t = impact.t;
  earliest.body = body;
  earliest.element = element;
  earliest.u = impact.u;
  earliest.v = impact.v;
}

/** Writes the search's result as record i. */
export function writeHit({ f32, u32 }: Words, i: number): void {
  const at = HIT.stride * i;
  f32[at + HIT.t] = earliest.t;
  u32[at + HIT.body] = earliest.body;
  u32[at + HIT.element] = earliest.element;
  f32[at + HIT.u] = earliest.u;
  f32[at + HIT.v] = earliest.v;
}
