import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, HIT, hitsPerVertex, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NO_HIT } from '../ccd/search.ts';
import { setCorner } from '../ccd/sweep.ts';
import type { CcdQuery } from '../ccd/scratch.ts';
import { GUARD, ROUND } from './arrays.ts';
import { findGap, type Gap } from './gap.ts';
import { KEPT_BY_PUSHES } from './limits.ts';
import { keptGap } from './planes.ts';
import { mayBeFree } from './rounds.ts';

/** Sweeps over the hits of a look: what a push does to the neighbours' pairs, the next sweep sees. */
const SWEEPS = 2;

/**
 * Stage: pushes the pairs that the look has found to touch apart at x, along the normal between their nearest points at x0, by the weights of the points in which they meet. It keeps
 * momentum. What pushes can't part is shortened afterwards; motions that are only shortened jam: each hit takes speed from all that the vertices carry. One worker.
 */
export const push: Stage = {
  count: ({ state }) => Number(state.guard[GUARD.round] === ROUND.push),
  run(context, begin, end) {
    if (begin === end) return;
    const { guard } = context.state;
    if (mayBeFree(context.state)) guard[GUARD.isFree] = 1;
    if (guard[GUARD.isProved] === 0 && guard[GUARD.hits] > 0) {
      for (let sweep = 0; sweep < SWEEPS; sweep++) pushAll(context);
      guard[GUARD.hits] = 0;
      return;
    }
    guard[GUARD.round] = ROUND.cut;
    guard[GUARD.isProved] = 1;
  },
};

function pushAll({ world, state, scratch }: Context): void {
  const { query } = scratch.ccd;
  const { surfaceVertexCount } = world;
  const perVertex = hitsPerVertex(world);
  let pushed = 0;
  for (let s = 0; s < surfaceVertexCount; s++) {
    const own = world.surfaceBodies[s];
    const { model } = world.bodies[own];
    if (world.models[model].topology.faceCount === 0) continue;
    for (let j = 0; j < perVertex; j++) {
      const at = HIT.stride * (surfaceVertexCount * j + s);
      const { f32, u32 } = state.vertexHits;
      if (f32[at + HIT.t] >= NO_HIT) break;
      const body = world.bodies[u32[at + HIT.body]];
      const { faces } = world.models[body.model].topology;
      const face = 3 * u32[at + HIT.element];
      const { corners } = query;
      corners[0] = world.surfaceVertices[s];
      for (let k = 0; k < 3; k++) corners[1 + k] = body.vertexBase + faces[face + k];
      pushed += Number(pushApart(query, world, state, own, false));
    }
  }
  for (let own = 0; own < world.bodies.length; own++) {
    const { edgeBase, model, vertexBase } = world.bodies[own];
    const { edges, edgeCount: ownEdges } = world.models[model].topology;
    for (let edge = 0; edge < ownEdges; edge++) {
      // The earliest hit alone: how many more there is room for differs from run to run.
      const at = HIT.stride * (edgeBase + edge);
      const { f32, u32 } = state.edgeHits;
      if (f32[at + HIT.t] >= NO_HIT) continue;
      const other = world.bodies[u32[at + HIT.body]];
      const otherEdges = world.models[other.model].topology.edges;
      const { corners } = query;
      for (let k = 0; k < 2; k++) {
        corners[k] = vertexBase + edges[2 * edge + k];
        corners[2 + k] = other.vertexBase + otherEdges[2 * u32[at + HIT.element] + k];
      }
      pushed += Number(pushApart(query, world, state, own, true));
    }
  }
  state.counters[COUNTERS.pushedApart] += pushed;
  if (pushed > 0) state.guard[GUARD.hasPushed] = 1;
}

/** Pushes one pair apart, whose vertices are in `query`. @returns whether it had to */
function pushApart(
  { corners, motion, gap }: CcdQuery,
  world: World,
  state: State,
  body: number,
  isEdges: boolean,
): boolean {
  const { positions, remainders, inverseMasses } = state;
  for (let k = 0; k < 4; k++) setCorner(motion, k, state, corners[k]);
  findGap(gap, motion, isEdges);
  if (!(gap.length > 0)) return false;
  const { heights, rises, vector } = gap;
  for (let k = 0; k < 4; k++) heights[k] += rises[k];
  const first = isEdges ? 2 : 1;
  const kept = KEPT_BY_PUSHES * Math.min(gap.length, keptGap(world, body));
  const plane = findPlane(gap, corners, inverseMasses, first, kept);
  if (Number.isNaN(plane)) return false;
  for (let k = 0; k < 4; k++) {
    const v = corners[k];
    const way = k < first ? Math.min(0, plane - heights[k]) : Math.max(0, plane + kept - heights[k]);
    if (way === 0 || inverseMasses[v] === 0) continue;
    const share = way / gap.length;
    for (let j = 0; j < 3; j++) {
      const at = 3 * v + j;
      const next = positions[at] + remainders[at] + share * vector[j];
      positions[at] = next;
      remainders[at] = next - positions[at];
    }
  }
  return true;
}

/** Bisections of the plane's height: what is left of the momentum is 2^-40 of that of a push. */
const BISECTIONS = 40;

/**
 * Returns the height of a plane under which the first element goes, while the second one goes over it by `kept`, such that both are pushed by the same momentum. A held vertex stays, and the
 * plane leaves it its side.
 * @param gap its heights are those at x    @returns NaN if nothing has to be pushed, or nothing can be
 */
function findPlane(
  { heights }: Gap,
  corners: Uint32Array,
  inverseMasses: Float32Array,
  first: number,
  kept: number,
): number {
  let top = 0;
  let bottom = first;
  for (let k = 1; k < first; k++) if (heights[k] > heights[top]) top = k;
  for (let k = first + 1; k < 4; k++) if (heights[k] < heights[bottom]) bottom = k;
  let high = heights[top];
  let low = heights[bottom] - kept;
  if (!(low < high)) return Number.NaN;
  const isTopHeld = inverseMasses[corners[top]] === 0;
  const isBottomHeld = inverseMasses[corners[bottom]] === 0;
  if (isTopHeld || isBottomHeld) return isTopHeld && isBottomHeld ? Number.NaN : isTopHeld ? high : low;
  for (let n = 0; n < BISECTIONS; n++) {
    const plane = (low + high) / 2;
    let momentum = 0;
    for (let k = 0; k < 4; k++) {
      if (inverseMasses[corners[k]] === 0) continue;
      const way = k < first ? Math.min(0, plane - heights[k]) : Math.max(0, plane + kept - heights[k]);
      momentum += way / inverseMasses[corners[k]];
    }
    if (momentum > 0) high = plane;
    else low = plane;
  }
  return (low + high) / 2;
}
