import type { Context, Stage } from '../../program/stage.ts';
import { CAPACITY } from '../../capacities.ts';
import { COUNTERS, HIT, hitsPerVertex, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NO_HIT } from '../ccd/search.ts';
import { setCorner } from '../ccd/sweep.ts';
import type { CcdQuery } from '../ccd/scratch.ts';
import { GUARD, ROUND } from './arrays.ts';
import { findGap } from './planes.ts';

/** Gap that a push leaves at most [mean edge lengths]. */
const KEPT_GAP = 1e-3;

/**
 * Stage: pushes the pairs that the look has found to touch apart at x, along the normal between their nearest points at x0, by the weights of the points in which they meet. It keeps
 * momentum. What pushes can't part is shortened afterwards; motions that are only shortened jam: each hit takes speed from all that the vertices carry. One worker.
 */
export const push: Stage = {
  count: ({ state }) => Number(state.guard[GUARD.round] === ROUND.push),
  run(context, begin, end) {
    if (begin === end) return;
    const { guard } = context.state;
    noteFreedom(guard);
    if (guard[GUARD.isProved] === 0 && guard[GUARD.hits] > 0) {
      pushAll(context);
      guard[GUARD.hits] = 0;
      return;
    }
    guard[GUARD.round] = ROUND.cut;
    guard[GUARD.isProved] = 1;
  },
};

/** Notes that the step has begun free: no edge crosses a face in it, no surface lies in another one, and the first look has found nothing that touches. */
function noteFreedom(guard: Uint32Array): void {
  const isFree =
    guard[GUARD.isFree] === 1 ||
    (guard[GUARD.crossings] === 0 && guard[GUARD.nested] === 0 && guard[GUARD.touching] === 0);
  guard[GUARD.isFree] = Number(isFree);
}

function pushAll({ world, state, scratch }: Context): void {
  const { query } = scratch.ccd;
  const { surfaceVertexCount, edgeCount } = world;
  const perVertex = hitsPerVertex(world);
  const perEdge = state.capacities[CAPACITY.hitsPerEdge];
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
      const { corners, weights } = query;
      corners[0] = world.surfaceVertices[s];
      for (let k = 0; k < 3; k++) corners[1 + k] = body.vertexBase + faces[face + k];
      const u = f32[at + HIT.u];
      const v = f32[at + HIT.v];
      weights[0] = 1;
      weights[1] = 1 - u - v;
      weights[2] = u;
      weights[3] = v;
      pushed += Number(pushApart(query, world, state, own, false));
    }
  }
  for (let own = 0; own < world.bodies.length; own++) {
    const { edgeBase, model, vertexBase } = world.bodies[own];
    const { edges, edgeCount: ownEdges } = world.models[model].topology;
    for (let edge = 0; edge < ownEdges; edge++)
      for (let j = 0; j < perEdge; j++) {
        const at = HIT.stride * (edgeCount * j + edgeBase + edge);
        const { f32, u32 } = state.edgeHits;
        if (f32[at + HIT.t] >= NO_HIT) break;
        const other = world.bodies[u32[at + HIT.body]];
        const otherEdges = world.models[other.model].topology.edges;
        const { corners, weights } = query;
        for (let k = 0; k < 2; k++) {
          corners[k] = vertexBase + edges[2 * edge + k];
          corners[2 + k] = other.vertexBase + otherEdges[2 * u32[at + HIT.element] + k];
        }
        const u = f32[at + HIT.u];
        const v = f32[at + HIT.v];
        weights[0] = 1 - u;
        weights[1] = u;
        weights[2] = 1 - v;
        weights[3] = v;
        pushed += Number(pushApart(query, world, state, own, true));
      }
  }
  state.counters[COUNTERS.pushedApart] += pushed;
  if (pushed > 0) state.guard[GUARD.hasPushed] = 1;
}

/** Pushes one pair apart, whose vertices and weights are in `query`. @returns whether it had to */
function pushApart(query: CcdQuery, world: World, state: State, body: number, isEdges: boolean): boolean {
  const { corners, weights, motion, gap } = query;
  const { positions, remainders, inverseMasses } = state;
  for (let k = 0; k < 4; k++) setCorner(motion, k, state, corners[k]);
  findGap(gap, motion, isEdges);
  if (!(gap.length > 0)) return false;
  const first = isEdges ? 2 : 1;
  let distance = -Math.min(gap.length, KEPT_GAP * world.models[world.bodies[body].model].edgeLength);
  let mobility = 0;
  for (let k = 0; k < 4; k++) {
    const height = gap.heights[k] + gap.rises[k];
    distance += k < first ? -weights[k] * height : weights[k] * height;
    mobility += weights[k] * weights[k] * inverseMasses[corners[k]];
  }
  if (!(distance < 0) || !(mobility > 0)) return false;
  const lambda = distance / (mobility * gap.length);
  for (let k = 0; k < 4; k++) {
    const share = (k < first ? 1 : -1) * lambda * weights[k] * inverseMasses[corners[k]];
    for (let j = 0; j < 3; j++) {
      const at = 3 * corners[k] + j;
      const next = positions[at] + remainders[at] + share * gap.vector[j];
      positions[at] = next;
      remainders[at] = next - positions[at];
    }
  }
  return true;
}
