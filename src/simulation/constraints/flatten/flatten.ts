import type { Stage } from '../../program/stage.ts';

/**
 * Ends a step with all vertices at height (y) 0 that no driver holds, at rest, and where they were along x and z when the step began. So the
 * state has forgotten all heights and velocities: only the connectivity of an air mesh still tells which body was above which.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 4.1.
 */
export const flatten: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ state: { positions, positionsT0, remainders, remaindersT0, velocities, inverseMasses } }, begin, end) {
    for (let v = begin; v < end; v++) {
      if (inverseMasses[v] === 0) continue;
      for (let k = 0; k < 3; k++) {
        const i = 3 * v + k;
        positions[i] = k === 1 ? 0 : positionsT0[i];
        remainders[i] = k === 1 ? 0 : remaindersT0[i];
        velocities[i] = 0;
      }
    }
  },
};
