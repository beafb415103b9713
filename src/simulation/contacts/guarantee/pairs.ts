import { edgeEdgeTimeOfImpact, type Impact, vertexFaceTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import { raise } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import { isSheet, type World } from '../../world/world.ts';
import type { CcdQuery } from '../ccd/scratch.ts';
import { keepHit, type Search } from '../ccd/search.ts';
import { NONZERO_INPUT_ERROR, setCorner } from '../ccd/sweep.ts';
import { GUARD, LOOK, ROUND, TANGLE } from './arrays.ts';
import { join } from './momentum.ts';
import { findGap } from './gap.ts';
import { KEPT_SHARE } from './limits.ts';
import { CUT_UNIT, cutAtPlane, hasRoom } from './planes.ts';
import { doMove, mayBeFree } from './rounds.ts';

/** A time of impact may be this much too early (Impact.t), so up to this time a pair may also touch at x0. */
const EARLY = 1e-6;

/**
 * Looks at a pair whose motions' boxes meet, and does with a hit what the present round does (ROUND). Left out are pairs of which no vertex has moved since they
 * were last looked at, pairs whose vertices all stay at x0, those that touch at x0 already, and those of a tangle. Parameters as in testPair (ccd/test-pairs.ts).
 */
export function lookAt(
  query: CcdQuery,
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): void {
  const { group, motion, impact, corners, gap } = query;
  const { guard } = state;
  setCorners(corners, search, world, isEdges, i, body, target);
  const round = guard[GUARD.round];
  if (round !== ROUND.cutAll && !isDue(corners, state)) return;
  const moves = doMove(corners, state);
  if (!moves && guard[GUARD.isFree] === 1) return;
  for (let k = 0; k < 4; k++) setCorner(motion, k, state, corners[k]);
  if (!moves) {
    if (mayBeFree(state) && mayTouch(motion, impact, isEdges)) guard[GUARD.touching] = 1;
    return;
  }
  if (mayCross(world, state, corners, isEdges, group.body, body)) return;
  if (round === ROUND.cutAll) {
    cutInAnyCase(query, state, isEdges, body);
    return;
  }
  if (!mayTouch(motion, impact, isEdges)) return;
  if (guard[GUARD.isFree] === 0 && impact.t <= EARLY && touchesAtStart(query, isEdges)) {
    guard[GUARD.touching] = 1; // each worker that gets here writes the same
    return;
  }
  noteHit(corners, state);
  if (round === ROUND.push) {
    keepHit(search, i, impact, body, target);
    return;
  }
  if (body !== group.body) join(state.heldWith, body, group.body);
  findGap(gap, motion, isEdges);
  if (hasRoom(gap, impact.scratch.separation.scale) && cutAtPlane(gap, corners, state.cuts, isEdges)) return;
  // Without room for a plane all four vertices stop before the hit. What that lets others hit is seen in the next look.
  const cut = Math.ceil((1 - KEPT_SHARE * impact.t) * CUT_UNIT);
  for (let k = 0; k < 4; k++) raise(state.cuts, corners[k], cut);
}

function setCorners(
  corners: Uint32Array,
  search: Search,
  world: World,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): void {
  const { model, vertexBase } = world.bodies[body];
  const { edges, faces } = world.models[model].topology;
  if (isEdges) {
    for (let k = 0; k < 2; k++) {
      corners[k] = search.vertices[2 * i + k];
      corners[2 + k] = vertexBase + edges[2 * target + k];
    }
  } else {
    corners[0] = search.vertices[i];
    for (let k = 0; k < 3; k++) corners[1 + k] = vertexBase + faces[3 * target + k];
  }
}

/** Whether one vertex of a pair has moved since its last look, or has had a hit then. */
function isDue(corners: Uint32Array, { looks }: State): boolean {
  for (let k = 0; k < 4; k++) if ((looks[corners[k]] & LOOK.isDue) !== 0) return true;
  return false;
}

function noteHit(corners: Uint32Array, { guard, looks }: State): void {
  // Workers that note the same vertex write the same bits, and none of them reads this one.
  for (let k = 0; k < 4; k++) looks[corners[k]] |= LOOK.isHit;
  Atomics.add(guard, GUARD.hits, 1);
}

/**
 * Whether a pair belongs to a tangle at x0, and may cross: a vertex of it is inside of elements, or it lies around an edge and a face that cross. Sheets are held in any case,
 * since nothing would part them.
 */
function mayCross(
  world: World,
  { guard, tangles }: State,
  corners: Uint32Array,
  isEdges: boolean,
  bodyA: number,
  bodyB: number,
): boolean {
  if (guard[GUARD.isFree] === 1 || isSheet(world, bodyA) || isSheet(world, bodyB)) return false;
  const first = isEdges ? 2 : 1;
  let own = 0;
  let other = 0;
  for (let k = 0; k < 4; k++) {
    if (k < first) own |= tangles[corners[k]];
    else other |= tangles[corners[k]];
  }
  const inside = isEdges ? own | other : own;
  return (inside & TANGLE.inside) !== 0 || (own & other & TANGLE.crosses) !== 0;
}

/** Puts a plane between the elements of a pair without asking whether they touch; without room for it, they stop unless they lead apart. */
function cutInAnyCase({ motion, impact, corners, gap, group }: CcdQuery, state: State, isEdges: boolean, body: number) {
  findGap(gap, motion, isEdges);
  if (hasRoom(gap, impact.scratch.separation.scale)) {
    if (!cutAtPlane(gap, corners, state.cuts, isEdges)) return;
  } else {
    if (gap.width > 0 && gap.forth + gap.back === 0) return;
    for (let k = 0; k < 4; k++) raise(state.cuts, corners[k], CUT_UNIT);
  }
  if (body !== group.body) join(state.heldWith, body, group.body);
  Atomics.add(state.guard, GUARD.hits, 1);
}

/** Finds the time of impact. Cases that float64 can't decide count as hits: integers decide them, but ten times as slowly, and a needless cut does no harm. */
const mayTouch = (motion: Float64Array, impact: Impact, isEdges: boolean): boolean =>
  isEdges
    ? edgeEdgeTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)
    : vertexFaceTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR);

/** Whether a pair touches at the motion's start. It leaves the motion and the impact as they are. */
function touchesAtStart({ motion, impact, startMotion }: CcdQuery, isEdges: boolean): boolean {
  const { t, u, v } = impact;
  for (let k = 0; k < 12; k++) {
    startMotion[k] = motion[k];
    startMotion[12 + k] = motion[k];
  }
  const found = mayTouch(startMotion, impact, isEdges);
  impact.hit = true;
  impact.t = t;
  impact.u = u;
  impact.v = v;
  return found;
}
