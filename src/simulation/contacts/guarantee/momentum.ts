import type { Stage } from '../../program/stage.ts';
import { vertexEnd } from '../../world/world.ts';
import { GUARD } from './arrays.ts';

/** Notes that two bodies are held against one another. The tree's roots are the smallest indices, whatever the order of the notes. */
export function join(heldWith: Uint32Array, a: number, b: number): void {
  for (;;) {
    const p = rootOf(heldWith, a);
    const q = rootOf(heldWith, b);
    if (p === q) return;
    const lower = Math.min(p, q);
    const higher = Math.max(p, q);
    if (Atomics.compareExchange(heldWith, higher, higher, lower) === higher) return;
  }
}

function rootOf(heldWith: Uint32Array, body: number): number {
  let root = body;
  for (let next = Atomics.load(heldWith, root); next !== root; next = Atomics.load(heldWith, root)) root = next;
  return root;
}

/**
 * Stage, after the velocities: gives back the momentum that shortened motions have lost. Where bodies are held against one another, each stops the other, so their
 * group as a whole keeps its momentum; it is given back as one velocity of all its vertices. (Per body it would be wrong: a ball that is stopped by
 * another one would go on.) A group with a held or driven vertex gets nothing: what holds it takes the momentum up.
 */
export const giveBack: Stage = {
  chunk: 1,
  phases: ({ state }) => (state.guard[GUARD.cut] === 0 ? 0 : 3),
  count: ({ world }, phase) => (phase === 1 ? 1 : world.bodies.length),
  run({ world, state, parameters }, begin, end, phase) {
    const { lostMomentum: sums, heldWith, inverseMasses, lostMoves, wasCut, velocities } = state;
    const { length } = world.bodies;
    if (phase === 1) {
      if (begin === end) return;
      // A root comes before the others of its group.
      for (let body = 0; body < length; body++) {
        const root = rootOf(heldWith, body);
        if (root !== body) for (let k = 0; k < 4; k++) sums[4 * root + k] += sums[4 * body + k];
      }
      return;
    }
    for (let body = begin; body < end; body++) {
      const first = world.bodies[body].vertexBase;
      const last = vertexEnd(world, body);
      if (phase === 0) {
        sums.fill(0, 4 * body, 4 * body + 4);
        for (let v = first; v < last; v++) {
          const mass = 1 / inverseMasses[v]; // infinite if it is held
          sums[4 * body + 3] += mass;
          if (wasCut[v] === 1 && mass < Infinity)
            for (let k = 0; k < 3; k++) sums[4 * body + k] += mass * lostMoves[3 * v + k];
        }
        continue;
      }
      const root = 4 * rootOf(heldWith, body);
      if (!(sums[root + 3] < Infinity)) continue;
      const share = 1 / (sums[root + 3] * parameters.timeStep);
      for (let v = first; v < last; v++) for (let k = 0; k < 3; k++) velocities[3 * v + k] += share * sums[root + k];
    }
  },
};
