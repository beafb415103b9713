import type { Impact } from '../../geometry/time-of-impact.ts';
import { EDGE_HITS, HIT, type Words } from '../state.ts';

/** Edges that search together for what they hit first. */
export interface Search {
  /** How many search. */
  count: number;
  readonly ids: Int32Array;
  /** Each one's leaf in its tree. */
  readonly leaves: Int32Array;
  /** Two ids each, among all bodies'. */
  readonly vertices: Int32Array;
  /** What each sweeps: lower corner, upper corner. */
  readonly boxes: Float32Array;
  /** Records that are written, also of those that don't search. */
  kept: number;
  readonly hitIds: Int32Array;
  /** EDGE_HITS of each, the earliest first; `times` is 2 where there is none. */
  readonly times: Float64Array;
  readonly bodies: Int32Array;
  readonly elements: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
  /** Hits that found no room. */
  dropped: number;
}

export const createSearch = (size: number): Search => ({
  count: 0,
  ids: new Int32Array(size),
  leaves: new Int32Array(size),
  vertices: new Int32Array(2 * size),
  boxes: new Float32Array(6 * size),
  kept: 0,
  hitIds: new Int32Array(size),
  times: new Float64Array(EDGE_HITS * size),
  bodies: new Int32Array(EDGE_HITS * size),
  elements: new Int32Array(EDGE_HITS * size),
  us: new Float64Array(EDGE_HITS * size),
  vs: new Float64Array(EDGE_HITS * size),
  dropped: 0,
});

/** Forgets the search before, all of it: what a record says mustn't depend on who wrote the one before. */
export function forgetHits(search: Search): void {
  search.count = 0;
  search.kept = 0;
  search.dropped = 0;
  search.times.fill(2);
  search.bodies.fill(0);
  search.elements.fill(0);
  search.us.fill(0);
  search.vs.fill(0);
}

/** Puts a hit among those of edge i of the search: the earliest first, of equal ones that of the smaller body, then element. */
export function keepHit(search: Search, i: number, impact: Impact, body: number, element: number): void {
  const first = EDGE_HITS * i;
  const last = first + EDGE_HITS - 1;
  if (search.times[last] <= 1) search.dropped++;
  if (!precedes(search, last, impact.t, body, element)) return;
  let at = last;
  for (; at > first && precedes(search, at - 1, impact.t, body, element); at--) copyHit(search, at - 1, at);
  search.times[at] = impact.t;
  search.bodies[at] = body;
  search.elements[at] = element;
  search.us[at] = impact.u;
  search.vs[at] = impact.v;
}

/** Whether a hit comes before the one that is kept at a place. */
function precedes({ times, bodies, elements }: Search, at: number, t: number, body: number, element: number): boolean {
  if (t !== times[at]) return t < times[at];
  return body < bodies[at] || (body === bodies[at] && element < elements[at]);
}

function copyHit({ times, bodies, elements, us, vs }: Search, from: number, to: number): void {
  times[to] = times[from];
  bodies[to] = bodies[from];
  elements[to] = elements[from];
  us[to] = us[from];
  vs[to] = vs[from];
}

/** Writes the records of each edge of the search: first of all in its group, empty, then of those that search. */
export function writeSearch(search: Search, hits: Words): void {
  for (let k = 0; k < search.kept; k++) {
    for (let j = 0; j < EDGE_HITS; j++) writeHit(hits, EDGE_HITS * search.hitIds[k] + j, 2, 0, 0, 0, 0);
  }
  for (let i = 0; i < search.count; i++) {
    for (let j = 0; j < EDGE_HITS; j++) {
      const at = EDGE_HITS * i + j;
      const record = EDGE_HITS * search.ids[i] + j;
      writeHit(hits, record, search.times[at], search.bodies[at], search.elements[at], search.us[at], search.vs[at]);
    }
  }
}

function writeHit(
  { f32, u32 }: Words,
  i: number,
  t: number,
  body: number,
  element: number,
  u: number,
  v: number,
): void {
  const at = HIT.stride * i;
  f32[at + HIT.t] = t;
  u32[at + HIT.body] = body;
  u32[at + HIT.element] = element;
  f32[at + HIT.u] = u;
  f32[at + HIT.v] = v;
}
