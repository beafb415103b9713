import { edgeEdgeTimeOfImpact, type Impact, vertexFaceTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import { raise } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import { isSheet, type World } from '../../world/world.ts';
import type { CcdQuery } from '../ccd/scratch.ts';
import type { Search } from '../ccd/search.ts';
import { setCorner } from '../ccd/sweep.ts';
import { FAIL_SAFE } from './arrays.ts';

/** Share of the way to a hit that a shortened motion keeps. The rest is a gap that the next step can work with. */
const KEPT_SHARE = 0.9;
/** Number of units that the array `cuts` divides a motion into. */
export const CUT_UNIT = 2 ** 31;
/** A time of impact may be this much too early (Impact.t), so up to this time a pair may also touch at x0. */
const EARLY = 1e-6;

/**
 * Tests a pair of the fail-safe (stages.ts). If it touches during the step, all four vertices get a cut. Left out are pairs without a sheet's
 * element, pairs whose vertices all stay at x0, pairs of which no vertex has changed since they were last tested, and pairs that touch
 * at x0 already. Parameters as in testPair (ccd/test-pairs.ts).
 */
export function holdBack(
  query: CcdQuery,
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): void {
  const { group, motion, impact, corners } = query;
  if (!isSheet(world, body) && !isSheet(world, group.body)) return;
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
  if (!isToBeTested(corners, state)) return;
  for (let k = 0; k < 4; k++) setCorner(motion, k, state, corners[k]);
  if (!touches(motion, impact, isEdges)) return;
  const cut = Math.ceil((1 - KEPT_SHARE * impact.t) * CUT_UNIT);
  if (impact.t <= EARLY && touchesAtStart(motion, impact, isEdges)) return;
  for (let k = 0; k < 4; k++) raise(state.cuts, corners[k], cut);
  Atomics.add(state.failSafe, FAIL_SAFE.hits, 1);
}

/** Whether a vertex of a pair has moved in this step, and one has changed since the last round. */
function isToBeTested(corners: Uint32Array, { positions, positionsT0, failSafe, lastCuts }: State): boolean {
  const round = failSafe[FAIL_SAFE.round];
  let moves = false;
  let hasChanged = round === 0;
  for (let k = 0; k < 4; k++) {
    const v = corners[k];
    hasChanged ||= lastCuts[v] === round;
    for (let j = 3 * v; j < 3 * v + 3; j++) moves ||= positions[j] !== positionsT0[j];
  }
  return moves && hasChanged;
}

/** The exact time of impact: cases that float64 can't decide are decided with integers. */
const touches = (motion: Float64Array, impact: Impact, isEdges: boolean): boolean =>
  isEdges ? edgeEdgeTimeOfImpact(motion, 0, impact) : vertexFaceTimeOfImpact(motion, 0, impact);

/** Whether a pair touches at the motion's start. @param motion overwritten */
function touchesAtStart(motion: Float64Array, impact: Impact, isEdges: boolean): boolean {
  motion.copyWithin(12, 0, 12);
  return touches(motion, impact, isEdges);
}
