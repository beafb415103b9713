import type { Context, Stage } from '../stage.ts';
import { CONTAINMENT, COUNTERS, PAIRS_PER_VERTEX, type State } from '../state.ts';
import { visitContainingTets } from './containing-tets.ts';

/**
 * DCD of the surface vertices with the tetrahedra of all bodies. Its argument is one of CONTAINMENT: `classify` writes
 * `inside`; `inside` and `all` write pairs and their counts for the vertices in P_in, or for all.
 * A vertex keeps the pairs with the smallest bodies, then tetrahedra, in ascending order, whatever the trees' order is; the
 * others are counted as dropped.
 */
export const containment: Stage = {
  chunk: 256,
  count: ({ world }) => world.surfaceVertexCount,
  run(context, begin, end) {
    if (context.argument === CONTAINMENT.classify) classify(context, begin, end);
    else collectPairs(context, begin, end);
  },
};

const atOnce = (): boolean => true;

function classify({ world, state }: Context, begin: number, end: number): void {
  for (let s = begin; s < end; s++) state.inside[s] = visitContainingTets(world, state, s, atOnce) ? 1 : 0;
}

function collectPairs({ world, state, argument }: Context, begin: number, end: number): void {
  let dropped = 0;
  for (let s = begin; s < end; s++) {
    found = 0;
    kept = 0;
    if (argument === CONTAINMENT.all || state.inside[s] === 1) visitContainingTets(world, state, s, keepPair);
    dropped += found - kept;
    writePairs(state, s);
  }
  Atomics.add(state.counters, COUNTERS.pairsDropped, dropped);
}

/** The pairs of the vertex at hand: body and tetrahedron of each, ascending. */
const pair = new Uint32Array(2 * PAIRS_PER_VERTEX);
let found = 0;
let kept = 0;

/** Sorts a pair in; from a full list the last one falls out. */
function keepPair(body: number, tet: number): boolean {
  found++;
  let i = kept;
  while (i > 0 && (pair[2 * i - 2] > body || (pair[2 * i - 2] === body && pair[2 * i - 1] > tet))) i--;
  if (i === PAIRS_PER_VERTEX) return false;
  if (kept < PAIRS_PER_VERTEX) kept++;
  pair.copyWithin(2 * i + 2, 2 * i, 2 * kept - 2);
  pair[2 * i] = body;
  pair[2 * i + 1] = tet;
  return false;
}

function writePairs({ pairs, pairCounts }: State, surface: number): void {
  pairCounts[surface] = kept;
  for (let i = 0; i < 2 * kept; i++) pairs[2 * PAIRS_PER_VERTEX * surface + i] = pair[i];
}
