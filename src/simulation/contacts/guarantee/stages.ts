import { colliders } from '../../constraints/colliders/colliders.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, POINT_CLASS, type State } from '../../state.ts';
import { groupsOf, lookAtPairs } from '../ccd/stages.ts';
import { leavesInnerPoints } from '../ccd/classes.ts';
import { FREEDOM, GUARD, LOOK, ROUND, TANGLE } from './arrays.ts';
import { CUT_UNIT } from './planes.ts';
import { isLooking, isSeen } from './rounds.ts';
import { holdElements } from './volumes.ts';

/** Stage: begins the guarantee of a step, once everything else has moved vertices. */
export const beginGuarantee: Stage = {
  phases: () => 3,
  count: ({ world }, phase) => (phase === 1 ? world.surfaceVertexCount : 1),
  run(context, begin, end, phase) {
    if (begin === end) return;
    const { state } = context;
    const { guard, heldWith, wasCut } = state;
    if (phase === 0) {
      guard[GUARD.round] = ROUND.push;
      for (const word of [GUARD.hits, GUARD.hasPushed, GUARD.cut, GUARD.volumesSeen, GUARD.moved, GUARD.touching])
        guard[word] = 0;
      for (let body = 0; body < heldWith.length; body++) heldWith[body] = body;
      wasCut.fill(0);
    } else if (phase === 1) markDue(context, begin, end);
    else guard[GUARD.isProved] = Number(guard[GUARD.moved] === 0);
  },
};

/**
 * Marks the surface vertices whose pairs the first look must test. CCD has tested a step's pairs already, so that only those of vertices matter that have moved since its last detection,
 * or that it has found a hit of. In a tangle it leaves pairs out, so there all matter.
 */
function markDue({ world, state, parameters }: Context, begin: number, end: number): void {
  const { guard, looks, inside, tangles } = state;
  const areAllDue = guard[GUARD.isFree] === 0 || guard[GUARD.isPositive] === 0 || world.ccdOnDevice;
  // Without a crossing and without nested surfaces, points are inside of their own body's inverted elements alone.
  const isTangled = guard[GUARD.crossings] > 0 || guard[GUARD.nested] > 0;
  const hasClasses = isTangled && leavesInnerPoints(parameters);
  let moved = 0;
  for (let s = begin; s < end; s++) {
    const v = world.surfaceVertices[s];
    if (hasClasses && inside[s] === POINT_CLASS.inside) tangles[v] |= TANGLE.inside;
    if (!areAllDue && (looks[v] & LOOK.isHit) === 0 && isSeen(state, v)) continue;
    looks[v] = LOOK.isHit;
    moved++;
  }
  if (moved > 0) Atomics.add(guard, GUARD.moved, moved);
}

/** Stages: look at the pairs of vertices and faces, and of edges. Elements are groups, as in CCD. */
export const lookAtVertices: Stage = {
  chunk: 2,
  count: ({ world, state }) => (isLooking(state) ? groupsOf(world, false) : 0),
  run: (context, begin, end) => lookAtPairs(context, false, begin, end),
};
export const lookAtEdges: Stage = {
  chunk: 2,
  count: ({ world, state }) => (isLooking(state) ? groupsOf(world, true) : 0),
  run: (context, begin, end) => lookAtPairs(context, true, begin, end),
};

/** Stage: moves vertices out of colliders again, if pushes have moved any. */
export const collidersAgain: Stage = {
  ...colliders,
  count: (context, phase) => (context.state.guard[GUARD.hasPushed] === 1 ? colliders.count(context, phase) : 0),
};

/** Stage: ends the pushes. */
export const beginCuts: Stage = {
  count: () => 1,
  run({ state: { guard } }, begin, end) {
    if (begin === end) return;
    guard[GUARD.round] = ROUND.cut;
    if (guard[GUARD.hasPushed] === 1) guard[GUARD.isProved] = 0;
  },
};

/** Stage: begins the look that shortens motions wherever boxes meet, if the looks before haven't ended without a hit. */
export const beginCutAll: Stage = {
  count: ({ state }) => Number(state.guard[GUARD.round] === ROUND.cut),
  run({ state: { guard } }, begin, end) {
    if (begin < end) guard[GUARD.round] = ROUND.cutAll;
  },
};

/** Stage: applies the cuts of a look, then ends it. */
export const truncate: Stage = {
  phases: ({ state: { guard } }) => (guard[GUARD.round] === ROUND.done ? 0 : 2),
  count: ({ world, state }, phase) => (phase === 1 ? 1 : state.guard[GUARD.hits] > 0 ? world.vertexCount : 0),
  run({ state }, begin, end, phase) {
    if (phase === 0) cutMotions(state, begin, end);
    else if (begin < end) endLook(state);
  },
};

function endLook({ guard }: State): void {
  const hasHits = guard[GUARD.hits] > 0;
  guard[GUARD.hits] = 0;
  guard[GUARD.isProved] = Number(!hasHits);
  guard[GUARD.volumesSeen] = 1;
  if (guard[GUARD.round] === ROUND.cutAll) {
    // Planes hold for all shorter motions, so that only volumes are left. None was looked at since the last cuts.
    guard[GUARD.round] = ROUND.volumes;
    guard[GUARD.volumesSeen] = 0;
  } else if (!hasHits) guard[GUARD.round] = ROUND.done;
}

/** Stage, the last resort for volumes: puts all corners of elements back to x0 whose motion is still too long, until there are none. One worker. */
export const setBack: Stage = {
  count: ({ state }) => Number(state.guard[GUARD.round] === ROUND.volumes),
  run(context, begin, end) {
    if (begin === end) return;
    const { world, state } = context;
    const { guard } = state;
    while (guard[GUARD.round] !== ROUND.done) {
      guard[GUARD.volumesSeen] = 0;
      if (guard[GUARD.isFree] === 1) holdElements(context, 0, world.tetCount, true);
      cutMotions(state, 0, world.vertexCount);
      endLook(state);
    }
  },
};

/** Stage: ends the guarantee of a step, and notes what the next one begins with. */
export const endGuarantee: Stage = {
  count: () => 1,
  run({ state }, begin, end) {
    if (begin === end) return;
    const { guard, freedom, counters } = state;
    const step = counters[COUNTERS.step];
    const isFree = guard[GUARD.isFree] === 1;
    if (!isFree) freedom.fill(0);
    else {
      if (freedom[FREEDOM.free] !== step + 1) freedom[FREEDOM.since] = step + 1;
      freedom[FREEDOM.free] = step + 2;
      freedom[FREEDOM.positive] = guard[GUARD.isPositive] === 1 ? step + 2 : 0;
    }
    counters[COUNTERS.free] = guard[GUARD.isFree];
    // Programs other than steps know nothing of freedom.
    guard[GUARD.isFree] = 0;
    counters[COUNTERS.truncated] += guard[GUARD.cut];
  },
};

/** Shortens the motions of the vertices begin to end - 1 that have cuts. */
function cutMotions(state: State, begin: number, end: number): void {
  const { cuts, looks, guard, wasCut } = state;
  let count = 0;
  for (let v = begin; v < end; v++) {
    const cut = cuts[v];
    looks[v] = 0;
    if (cut === 0) continue;
    cuts[v] = 0;
    if (!shorten(state, v, 1 - cut / CUT_UNIT)) continue;
    looks[v] = LOOK.isDue;
    count += 1 - wasCut[v];
    wasCut[v] = 1;
  }
  if (count > 0) Atomics.add(guard, GUARD.cut, count);
}

/**
 * Shortens a vertex's motion to a share of it, and notes what that takes. A motion that is too short to become shorter in float32 is taken back as a whole.
 * @returns false if the vertex doesn't move
 */
function shorten(state: State, v: number, share: number): boolean {
  const { positions, positionsT0, remainders, remaindersT0, lostMoves, wasCut } = state;
  let moves = false;
  let isShorter = false;
  if (wasCut[v] === 0) for (let i = 3 * v; i < 3 * v + 3; i++) lostMoves[i] = 0;
  for (let i = 3 * v; i < 3 * v + 3; i++) {
    const x0 = positionsT0[i];
    const way = positions[i] - x0;
    if (way === 0) continue;
    moves = true;
    const wayOfRemainder = remainders[i] - remaindersT0[i];
    const next = x0 + share * way;
    const before = positions[i];
    lostMoves[i] += (1 - share) * (way + wayOfRemainder);
    positions[i] = next;
    if (positions[i] !== before) isShorter = true;
    remainders[i] = next - positions[i] + remaindersT0[i] + share * wayOfRemainder;
  }
  if (!moves || isShorter) return moves;
  for (let i = 3 * v; i < 3 * v + 3; i++) {
    lostMoves[i] += positions[i] + remainders[i] - positionsT0[i] - remaindersT0[i];
    positions[i] = positionsT0[i];
    remainders[i] = remaindersT0[i];
  }
  return true;
}
