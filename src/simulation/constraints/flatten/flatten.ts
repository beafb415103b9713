import type { Stage } from '../../program/stage.ts';

/**
 * Sets the height (y) of every vertex that nothing holds to 0. Run at the end of a step, it leaves a state that has forgotten all heights: only
 * the connectivity of an air mesh still tells which body was above which.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 4.1.
 */
export const flatten: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ state: { positions, remainders, inverseMasses } }, begin, end) {
    for (let v = begin; v < end; v++) {
      if (inverseMasses[v] === 0) continue;
      positions[3 * v + 1] = 0;
      remainders[3 * v + 1] = 0;
    }
  },
};
