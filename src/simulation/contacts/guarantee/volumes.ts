import { determinant, sixVolumes } from '../../../geometry/tetrahedron.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { COUNTERS, type State } from '../../state.ts';
import { GUARD, LOOK, ROUND } from './arrays.ts';
import { KEPT_SHARE, RAISED_TO, VOLUME_FLOOR } from './limits.ts';
import { CUT_UNIT } from './planes.ts';
import { doMove } from './rounds.ts';

/** An element below this many floors is pushed up to RAISED_TO floors, before motions are shortened. */
const FLAT_BELOW = 3;
/**
 * Greatest number of sweeps over the flat elements; they end when all are high enough. With 4, a kink of long-noodle kept 6 elements at their floor
 * for good, whose 23 vertices were held in every step; with 16 10, with 64 none.
 */
const SWEEPS = 64;
/** An element that is below the floor already keeps its volume up to this share, which is more than rounding. */
const KEPT_VOLUME = 1 - 1e-6;
/** Bisections of the time at which an element reaches its floor: 2^-20 of the step. */
const BISECTIONS = 20;

const holds = ({ state: { guard } }: Context): boolean => guard[GUARD.isFree] === 1;

/** Stage: lists the elements that have become flat. An element is a tetrahedron of the world. */
export const findFlat: Stage = {
  phases: (context) => (holds(context) && isPushing(context.state) ? 2 : 0),
  count: ({ world }, phase) => (phase === 0 ? 1 : world.tetCount),
  run({ world, state }, begin, end, phase) {
    const { guard, flatTets, positions } = state;
    if (phase === 0) {
      if (begin < end) guard[GUARD.flat] = 0;
      return;
    }
    for (let body = 0; body < world.bodies.length; body++) {
      const { model, tetBase, vertexBase } = world.bodies[body];
      const { vertices, restVolumes } = world.models[model].elasticTets;
      const last = Math.min(end - tetBase, restVolumes.length);
      for (let t = Math.max(0, begin - tetBase); t < last; t++) {
        const volume = sixVolumes(
          positions,
          3 * (vertexBase + vertices[4 * t]),
          3 * (vertexBase + vertices[4 * t + 1]),
          3 * (vertexBase + vertices[4 * t + 2]),
          3 * (vertexBase + vertices[4 * t + 3]),
        );
        if (volume < FLAT_BELOW * VOLUME_FLOOR * 6 * restVolumes[t])
          flatTets[Atomics.add(guard, GUARD.flat, 1)] = tetBase + t;
      }
    }
  },
};

const isPushing = ({ guard }: State): boolean => guard[GUARD.round] === ROUND.push;

/**
 * Stage: pushes the listed elements up to RAISED_TO floors, one after the other, each by the way that position-based dynamics would take, which keeps momentum. One worker.
 * Source: Mueller et al. 2007, Position Based Dynamics, section 3.3.
 */
export const raiseFlat: Stage = {
  count: (context) => (holds(context) && isPushing(context.state) && context.state.guard[GUARD.flat] > 0 ? 1 : 0),
  run({ world, state, scratch }, begin, end) {
    if (begin === end) return;
    const { guard, flatTets, positions, remainders, inverseMasses, counters } = state;
    const { ids, gradients } = scratch.guarantee;
    const count = guard[GUARD.flat];
    const flat = flatTets.subarray(0, count).sort();
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let body = 0;
      let any = false;
      for (let n = 0; n < count; n++) {
        while (body + 1 < world.bodies.length && world.bodies[body + 1].tetBase <= flat[n]) body++;
        const { model, tetBase, vertexBase } = world.bodies[body];
        const { vertices, restVolumes } = world.models[model].elasticTets;
        const t = flat[n] - tetBase;
        for (let k = 0; k < 4; k++) ids[k] = 3 * (vertexBase + vertices[4 * t + k]);
        const goal = RAISED_TO * VOLUME_FLOOR * 6 * restVolumes[t];
        const volume = sixVolumes(positions, ids[0], ids[1], ids[2], ids[3]);
        if (!(volume < goal)) continue;
        setGradients(gradients, positions, ids);
        let sum = 0;
        for (let k = 0; k < 4; k++)
          for (let j = 0; j < 3; j++) sum += inverseMasses[ids[k] / 3] * gradients[3 * k + j] * gradients[3 * k + j];
        if (!(sum > 0)) continue;
        any = true;
        const lambda = (goal - volume) / sum;
        for (let k = 0; k < 4; k++) {
          const share = inverseMasses[ids[k] / 3] * lambda;
          for (let j = 0; j < 3; j++) {
            const at = ids[k] + j;
            const next = positions[at] + remainders[at] + share * gradients[3 * k + j];
            positions[at] = next;
            remainders[at] = next - positions[at];
          }
        }
        if (sweep === 0) counters[COUNTERS.pushedApart]++;
      }
      if (!any) break;
      guard[GUARD.hasPushed] = 1;
      guard[GUARD.isProved] = 0;
    }
  },
};

/** Writes the gradients of six volumes with respect to the four corners. @param ids offsets of the corners in `x` */
function setGradients(gradients: Float64Array, x: Float32Array, ids: Uint32Array): void {
  setCross(gradients, 3, x, ids[0], ids[2], ids[3]);
  setCross(gradients, 6, x, ids[0], ids[3], ids[1]);
  setCross(gradients, 9, x, ids[0], ids[1], ids[2]);
  for (let j = 0; j < 3; j++) gradients[j] = -gradients[3 + j] - gradients[6 + j] - gradients[9 + j];
}

/** Writes (p - o) x (q - o) to `to`. */
function setCross(to: Float64Array, at: number, x: Float32Array, o: number, p: number, q: number): void {
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    to[at + j] = (x[p + k] - x[o + k]) * (x[q + l] - x[o + l]) - (x[p + l] - x[o + l]) * (x[q + k] - x[o + k]);
  }
}

const isHolding = (round: number): boolean => round === ROUND.cut || round === ROUND.volumes;

/** Stage: shortens the motions of elements whose volume would fall to its bound (boundOf). An element is a tetrahedron of the world. */
export const holdVolumes: Stage = {
  count: (context) => (holds(context) && isHolding(context.state.guard[GUARD.round]) ? context.world.tetCount : 0),
  run: (context, begin, end) => holdElements(context, begin, end, false),
};

/**
 * Cuts the motions of the elements `begin` to `end` - 1 whose volume would fall to its bound.
 * @param isWhole takes the motions back as a whole
 */
export function holdElements({ world, state, scratch }: Context, begin: number, end: number, isWhole: boolean): void {
  const { positions: x, positionsT0: x0, looks, guard, cuts } = state;
  const { ids } = scratch.guarantee;
  const seen = guard[GUARD.volumesSeen] === 1;
  let hits = 0;
  for (let body = 0; body < world.bodies.length; body++) {
    const { model, tetBase, vertexBase } = world.bodies[body];
    const { vertices, restVolumes } = world.models[model].elasticTets;
    const last = Math.min(end - tetBase, restVolumes.length);
    for (let t = Math.max(0, begin - tetBase); t < last; t++) {
      const a = vertexBase + vertices[4 * t];
      const b = vertexBase + vertices[4 * t + 1];
      const c = vertexBase + vertices[4 * t + 2];
      const d = vertexBase + vertices[4 * t + 3];
      if (seen && ((looks[a] | looks[b] | looks[c] | looks[d]) & LOOK.isDue) === 0) continue;
      const floor = 6 * VOLUME_FLOOR * restVolumes[t];
      const after = sixVolumes(x, 3 * a, 3 * b, 3 * c, 3 * d);
      if (after > floor) continue;
      const bound = boundOf(sixVolumes(x0, 3 * a, 3 * b, 3 * c, 3 * d), floor);
      if (after > bound) continue;
      ids[0] = a;
      ids[1] = b;
      ids[2] = c;
      ids[3] = d;
      if (!doMove(ids, state)) continue;
      const cut = isWhole
        ? CUT_UNIT
        : Math.ceil((1 - KEPT_SHARE * timeAtBound(scratch.guarantee.corners, x0, x, ids, bound)) * CUT_UNIT);
      for (let k = 0; k < 4; k++) raise(cuts, ids[k], cut);
      hits++;
    }
  }
  if (hits > 0) Atomics.add(guard, GUARD.hits, hits);
}

/** Returns the least volume of an element, as `floor`: an element below its floor keeps the volume that it has; one that is inverted may take any. */
const boundOf = (before: number, floor: number): number =>
  before > floor ? floor : before > 0 ? KEPT_VOLUME * before : -Infinity;

/** Returns a time at which an element's volume is above its bound, by bisection of a cubic that is above it at time 0 and not at time 1. */
function timeAtBound(
  corners: Float64Array,
  x0: Float32Array,
  x: Float32Array,
  ids: Uint32Array,
  bound: number,
): number {
  let low = 0;
  let high = 1;
  for (let n = 0; n < BISECTIONS; n++) {
    const t = (low + high) / 2;
    for (let j = 0; j < 3; j++) {
      const o = 3 * ids[0] + j;
      const from = x0[o] + t * (x[o] - x0[o]);
      for (let k = 0; k < 3; k++) {
        const at = 3 * ids[k + 1] + j;
        corners[3 * k + j] = x0[at] + t * (x[at] - x0[at]) - from;
      }
    }
    if (determinant(corners, 0, 3, 6) > bound) low = t;
    else high = t;
  }
  return low;
}
