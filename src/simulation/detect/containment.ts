import { CAPACITY, pairPlace } from '../capacities.ts';
import { type Context, raise, type Stage } from '../stage.ts';
import { CONTAINMENT, COUNTERS, INSIDE } from '../state.ts';
import { visitContainingTets } from './containing-tets.ts';
import { isInvertedTo, isOfInverted } from './inverted-boundary.ts';

/**
 * DCD of vertices and centroids with the tetrahedra of all bodies. Its argument is one of CONTAINMENT: `classify` writes
 * `inside`; the others write pairs and their counts.
 * A point keeps the pairs with the smallest bodies, then tetrahedra, in ascending order, whatever the trees' order is; the
 * others are counted as dropped. Contacts leave out what inverted tetrahedra take part in within their body.
 */
export const containment: Stage = {
  chunk: 256,
  count: ({ world, argument }) =>
    argument === CONTAINMENT.measured ? world.surfaceVertexCount : world.points.firstEdge,
  run(context, begin, end) {
    if (context.argument === CONTAINMENT.classify) classify(context, begin, end);
    else collectPairs(context, begin, end);
  },
};

function classify(context: Context, begin: number, end: number): void {
  const { world, state } = context;
  at = context;
  for (point = begin; point < end; point++) {
    skipped = 0;
    ofInverted = undefined;
    if (visitContainingTets(world, state, point, endAtFirst)) state.inside[point] = INSIDE.inside;
    else state.inside[point] = skipped > 0 ? INSIDE.inverted : INSIDE.outside;
  }
}

/** Ends the visit at the first tetrahedron that contacts don't leave out. */
function endAtFirst(body: number, tet: number): boolean {
  if (!isLeftOut(body, tet)) return true;
  skipped++;
  return false;
}

function collectPairs(context: Context, begin: number, end: number): void {
  const { world, state, argument } = context;
  const keep = argument === CONTAINMENT.measured ? keepPair : keepUnlessInverted;
  capacity = state.capacities[CAPACITY.pairsPerPoint];
  if (pair.length < 2 * capacity) pair = new Uint32Array(2 * capacity);
  let dropped = 0;
  let most = 0;
  at = context;
  skipped = 0;
  for (point = begin; point < end; point++) {
    found = 0;
    kept = 0;
    ofInverted = undefined;
    if (argument !== CONTAINMENT.inside || state.inside[point] !== INSIDE.outside)
      visitContainingTets(world, state, point, keep);
    dropped += found - kept;
    most = Math.max(most, found);
    state.pairCounts[point] = kept;
    const place = 2 * pairPlace(world, capacity, point);
    for (let i = 0; i < 2 * kept; i++) state.pairs[place + i] = pair[i];
  }
  if (dropped > 0) {
    Atomics.add(state.counters, COUNTERS.pairsDropped, dropped);
    raise(state.counters, COUNTERS.needs + CAPACITY.pairsPerPoint, most);
  }
  Atomics.add(state.counters, COUNTERS.invertedSkipped, skipped);
}

let at: Context;
let point = 0;
let skipped = 0;
/** Whether the point at hand is of an inverted element; undefined until its first pair asks. */
let ofInverted: boolean | undefined;
/** The pairs of the point at hand: body and tetrahedron of each, ascending. */
let pair = new Uint32Array();
/** Pairs that are kept per point. */
let capacity = 0;
let found = 0;
let kept = 0;

/** Sorts a pair in; from a full list the last one falls out. */
function keepPair(body: number, tet: number): boolean {
  found++;
  let i = kept;
  while (i > 0 && (pair[2 * i - 2] > body || (pair[2 * i - 2] === body && pair[2 * i - 1] > tet))) i--;
  if (i === capacity) return false;
  if (kept < capacity) kept++;
  for (let k = 2 * kept - 1; k > 2 * i + 1; k--) pair[k] = pair[k - 2];
  pair[2 * i] = body;
  pair[2 * i + 1] = tet;
  return false;
}

function keepUnlessInverted(body: number, tet: number): boolean {
  if (!isLeftOut(body, tet)) return keepPair(body, tet);
  skipped++;
  return false;
}

/** Whether an inverted element takes part in a pair within the body of the point at hand. */
function isLeftOut(body: number, tet: number): boolean {
  const { world, state } = at;
  if (body !== world.points.bodies[point]) return false;
  ofInverted ??= isOfInverted(world, state, point);
  return ofInverted || isInvertedTo(world, state, point, tet);
}
