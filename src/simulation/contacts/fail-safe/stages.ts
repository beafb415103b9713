import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, type State } from '../../state.ts';
import { groupsOf, tryPairs } from '../ccd/stages.ts';
import { FAIL_SAFE } from './arrays.ts';
import { CUT_UNIT } from './hold-back.ts';

/**
 * The fail-safe of sheets. A sheet has no inside, so no shortest path leads out of it: what has crossed it once stays crossed. So a step in a
 * world with sheets ends with this pass. It shortens motions from x0 to x, the positions at the step's start and end, until no sheet's element
 * touches another element, of any body, on the way.
 *
 * Invariant. Let a pair be a vertex and a face, or two edges, that share no vertex, at least one of them a sheet's. If no pair touches at x0,
 * then at the end of the step none touches, and the edges and faces that cross are the same as at x0: none, if there were none.
 *
 * Proof. 1. Each round tests all pairs whose motions' boxes meet, on straight motions from x0 to x, with exact arithmetic (time-of-impact.ts),
 * times 0 and 1 included. The motions tested are those between the stored float32 positions: both ends are float32 numbers, which float64
 * holds exactly. The remainders are no part of it: they only say where the next step starts to predict from.
 * 2. A cut replaces x by the float32 number nearest to x0 + share (x - x0). Rounding is monotone, so each coordinate stays between those of
 * x0 and x. So the boxes of the first round hold all later motions, and all later rounds need only pairs of that round's.
 * 3. A pair is tested again whenever one of its vertices was cut. So a round without hits has seen or inherited, for every pair, a test of
 * exactly what is stored. A pair that stays at x0 as a whole isn't tested: it doesn't touch, as it didn't at x0.
 * 4. The rounds end. `truncate` runs in a fixed number of them (ROUNDS in passes.ts). Then `setBack` puts all vertices of each hit back to x0, again and again. A pair
 * that is hit has a vertex that moves, so each time at least one vertex stops, for good: it takes at most as many rounds as there are
 * vertices. Whole groups that hang together can so be put back to x0, which is free of touches by induction.
 * 5. An edge and a face that share no vertex begin or cease to cross only by touching, first (or last) with an end of the edge in the face,
 * or with the edge on one of the face's edges: with a pair.
 *
 * Held vertices don't move, so they are never cut. Driven ones are cut like all others: one that a sheet is in the way of waits, and the
 * script puts it to its goal in a later step, once that is free. Dragged ones only have forces. Colliders aren't tested: a cut motion stays
 * within a resting plane or bowl, which are convex, but a moving collider may catch a vertex up, and pushes it out in a later step.
 *
 * If a step begins with edges that cross faces, these and only these stay crossed: no pair passes another, in either direction. A pair
 * that touches at x0 (only a scene's start can have one) is on no side, and isn't held: it may end on either side, and cross.
 *
 * Any number of workers gives the same bits: a cut is the greatest of those of all hits at a vertex, and all hits of a round see the same x.
 */

/** Starts the fail-safe. An element is a vertex. */
export const beginFailSafe: Stage = {
  count: ({ state }) => state.cuts.length,
  run({ state }, begin, end) {
    state.cuts.fill(0, begin, end);
    state.lastCuts.fill(0, begin, end);
    if (begin === 0) state.failSafe.fill(0);
  },
};

const isDone = ({ failSafe }: State): boolean => failSafe[FAIL_SAFE.isDone] === 1;

/** Stages: test the pairs of vertices and faces, and of edges, of one round. Elements are groups, as in CCD. */
export const tryVertices: Stage = {
  chunk: 2,
  count: ({ world, state }) => (isDone(state) ? 0 : groupsOf(world, false)),
  run: (context, begin, end) => tryPairs(context, false, begin, end),
};
export const tryEdges: Stage = {
  chunk: 2,
  count: ({ world, state }) => (isDone(state) ? 0 : groupsOf(world, true)),
  run: (context, begin, end) => tryPairs(context, true, begin, end),
};

/** Stage: applies the cuts of a round, then ends it. */
export const truncate: Stage = {
  phases: ({ state }) => (isDone(state) ? 0 : 2),
  count: ({ world, state }, phase) =>
    phase === 1 ? 1 : state.failSafe[FAIL_SAFE.hits] > 0 ? world.surfaceVertexCount : 0,
  run(context, begin, end, phase) {
    if (phase === 0) cutMotions(context, begin, end, false);
    else if (begin < end) endRound(context.state);
  },
};

/** Stage, the last resort: puts all vertices of hits back to x0, until there are no hits. It is rarely needed, so one worker does it. */
export const setBack: Stage = {
  count: ({ state }) => (isDone(state) ? 0 : 1),
  run(context, begin, end) {
    if (begin === end) return; // another worker has the only element
    const { world, state } = context;
    while (!isDone(state)) {
      tryPairs(context, false, 0, groupsOf(world, false));
      tryPairs(context, true, 0, groupsOf(world, true));
      cutMotions(context, 0, world.surfaceVertexCount, true);
      endRound(state);
    }
  },
};

function endRound({ failSafe }: State): void {
  failSafe[FAIL_SAFE.round]++;
  failSafe[FAIL_SAFE.isDone] = Number(failSafe[FAIL_SAFE.hits] === 0);
  failSafe[FAIL_SAFE.hits] = 0;
}

/** Shortens the motions of the surface vertices begin to end - 1 that have cuts, or takes these motions back as a whole. */
function cutMotions({ world, state }: Context, begin: number, end: number, isWhole: boolean): void {
  const { cuts, lastCuts, failSafe, counters } = state;
  let count = 0;
  for (let s = begin; s < end; s++) {
    const v = world.surfaceVertices[s];
    const cut = cuts[v];
    if (cut === 0) continue;
    cuts[v] = 0;
    if (!shorten(state, v, isWhole ? 0 : 1 - cut / CUT_UNIT)) continue;
    if (lastCuts[v] === 0) count++;
    lastCuts[v] = failSafe[FAIL_SAFE.round] + 1;
  }
  if (count > 0) Atomics.add(counters, COUNTERS.truncated, count);
}

/**
 * Shortens a vertex's motion to a share of it. A motion that is too short to become shorter in float32 is taken back as a whole.
 * @returns false if the vertex doesn't move
 */
function shorten({ positions, positionsT0, remainders, remaindersT0 }: State, v: number, share: number): boolean {
  let moves = false;
  let isShorter = false;
  for (let i = 3 * v; i < 3 * v + 3; i++) {
    const x0 = positionsT0[i];
    const way = positions[i] - x0;
    if (way === 0) continue;
    moves = true;
    const wayOfRemainder = remainders[i] - remaindersT0[i];
    const next = x0 + share * way;
    const before = positions[i];
    positions[i] = next;
    if (positions[i] !== before) isShorter = true;
    remainders[i] = next - positions[i] + remaindersT0[i] + share * wayOfRemainder;
  }
  if (moves && !isShorter)
    for (let i = 3 * v; i < 3 * v + 3; i++) {
      positions[i] = positionsT0[i];
      remainders[i] = remaindersT0[i];
    }
  return moves;
}
