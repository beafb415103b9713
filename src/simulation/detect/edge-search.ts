import { HIT, type Words } from '../state.ts';

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
  /** The earliest hit of each; `times` is 2 before the first. */
  readonly times: Float64Array;
  readonly bodies: Int32Array;
  readonly elements: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
}

export const createSearch = (size: number): Search => ({
  count: 0,
  ids: new Int32Array(size),
  leaves: new Int32Array(size),
  vertices: new Int32Array(2 * size),
  boxes: new Float32Array(6 * size),
  kept: 0,
  hitIds: new Int32Array(size),
  times: new Float64Array(size),
  bodies: new Int32Array(size),
  elements: new Int32Array(size),
  us: new Float64Array(size),
  vs: new Float64Array(size),
});

/** Forgets the search before, all of it: what a record says mustn't depend on who wrote the one before. */
export function forgetHits(search: Search): void {
  search.count = 0;
  search.kept = 0;
  search.times.fill(2);
  search.bodies.fill(0);
  search.elements.fill(0);
  search.us.fill(0);
  search.vs.fill(0);
}

/** Writes a record for each edge of the search: first those that don't search, empty, then those that do. */
export function writeSearch(search: Search, hits: Words): void {
  for (let k = 0; k < search.kept; k++) writeHit(hits, search.hitIds[k], 2, 0, 0, 0, 0);
  for (let i = 0; i < search.count; i++) {
    writeHit(hits, search.ids[i], search.times[i], search.bodies[i], search.elements[i], search.us[i], search.vs[i]);
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
