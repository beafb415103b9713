import { colliders } from '../../constraints/colliders/colliders.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, POINT_CLASS, type State } from '../../state.ts';
import { groupsOf, lookAtPairs } from '../ccd/stages.ts';
import { leavesInnerPoints } from '../ccd/classes.ts';
import { FREEDOM, GUARD, LOOK, ROUND, TANGLE } from './arrays.ts';
import { CUT_UNIT } from './planes.ts';
import { isLooking, isSeen } from './rounds.ts';
import { holdElements } from './volumes.ts';

/**
 * The guarantee: what is free stays free, and nothing turns inside out. It is the end of a step, between x0, the positions at the step's start, and x, where everything else in the
 * step has moved vertices to. A state is free if no boundary edge crosses a boundary face, no surface lies inside of another one, and no pair touches. A pair is a vertex and a face, or
 * two edges, that share no vertex.
 *
 * 1. Push: up to three looks. What touches on the way from x0 to x is pushed apart at x, and flat elements are pushed up (push.ts, volumes.ts); colliders come last.
 * 2. Cut: a look finds the pairs that touch. Each gets a plane in its gap at x0, and vertices that would cross it keep a share of their motion (planes.ts). Elements whose volume would
 *    fall to its bound keep a share of theirs. Then the next look, until one has no hits.
 * 3. If that takes too many looks: planes for all pairs whose motions' boxes meet, then cuts of elements alone; at last whole elements go back to x0.
 *
 * Invariant. If x0 is free, no pair touches on the straight motions from x0 to x. If besides no element is flat or inverted at x0, none is at x.
 *
 * Proof. (a) The motions are those between stored float32 positions: both ends are exact in float64. The remainders are no part of them; they only say where the next step predicts from.
 * (b) A look tests all pairs whose motions' boxes meet, times 0 and 1 included, with bounds on all rounding errors (time-of-impact.ts; what they can't decide counts as a hit), except those of which no vertex has moved since they were last found not
 * to touch: by an earlier look, or by CCD, whose test is the same. So after a look without hits, no pair touches. (c) A cut replaces x by the float32 number nearest to
 * x0 + share (x - x0). Rounding is monotone, so each coordinate stays between those of x0 and x. (d) If a plane has one element on each side at x0, and all four vertices stay on their sides at
 * x, the pair doesn't touch: half-spaces are convex. Later cuts leave vertices on their sides, too. Where float32 has no room for a plane, all four stay at x0. So planes for all pairs need no
 * look afterwards. (e) The looks of 2 are bounded in number, and so are the rounds of elements. In the last one, each round puts at least one vertex back to x0 for good; there, each element
 * has the volume that it had.
 *
 * An edge and a face begin to cross only by touching, first with an end of the edge in the face, or with the edge on one of the face's. So what was free stays free: also of surfaces in
 * one another, since a connected surface that isn't crossed can't change sides.
 *
 * Corollary. In a state that is free and has no inverted element, no two elements overlap: the number of elements over a point, each counted by its orientation, is the winding number of the
 * boundary around it, which is 0 or 1 for surfaces that neither cross nor nest. So discrete detection would find nothing, and steps leave it out.
 *
 * While x0 isn't free, pairs of a tangle may cross in both directions (pairs.ts), and volumes aren't held: what comes apart turns elements over. Pairs with a sheet are held in any case: a sheet has
 * no inside, and nothing would bring back what has crossed it. A pair that touches at x0 (only a scene's start can have one) is on no side, and isn't held until it doesn't.
 *
 * Held vertices don't move, so they are never cut. Driven ones are cut like all others: one that something is in the way of waits, and the script puts it to its goal in a later
 * step. Colliders need no pairs: a cut motion stays within a resting plane or bowl, which are convex. A plane that a script moves waits for the vertices that it would catch up
 * (moving-planes.ts); a bowl that moves may catch one up, and pushes it out in a later step.
 *
 * Kernels do the same in float32 where CCD runs on the device, with bounds on its rounding errors (kernels.ts).
 *
 * Any number of workers gives the same bits: a cut is the greatest of those of all hits at a vertex, all hits of a look see the same x, and one worker pushes, in the order of the elements.
 */

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
      for (const word of [
        GUARD.hits,
        GUARD.hasPushed,
        GUARD.cut,
        GUARD.waiting,
        GUARD.planesWaiting,
        GUARD.volumesSeen,
        GUARD.moved,
        GUARD.touching,
      ])
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
  const areAllDue = guard[GUARD.isFree] === 0 || guard[GUARD.isPositive] === 0;
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
    counters[COUNTERS.planesWaiting] += guard[GUARD.planesWaiting];
    counters[COUNTERS.drivenWaiting] += guard[GUARD.waiting];
  },
};

/** Shortens the motions of the vertices begin to end - 1 that have cuts. */
function cutMotions(state: State, begin: number, end: number): void {
  const { cuts, looks, guard, wasCut, inverseMasses } = state;
  let count = 0;
  let waiting = 0;
  for (let v = begin; v < end; v++) {
    const cut = cuts[v];
    looks[v] = 0;
    if (cut === 0) continue;
    cuts[v] = 0;
    if (!shorten(state, v, 1 - cut / CUT_UNIT)) continue;
    looks[v] = LOOK.isDue;
    if (wasCut[v] === 1) continue;
    wasCut[v] = 1;
    count++;
    // Nothing else stops a vertex that a script moves, so its motion is shortened only where the script leads it through something.
    if (inverseMasses[v] === 0) waiting++;
  }
  if (count > 0) Atomics.add(guard, GUARD.cut, count);
  if (waiting > 0) Atomics.add(guard, GUARD.waiting, waiting);
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
