import type { Stage } from '../program/stage.ts';
import { sumFan } from '../world/vector-area.ts';

/**
 * Computes the unit normal of each surface vertex, for drawing: the area-weighted mean of the normals of the faces around it; zero if
 * they cancel.
 */
export const normals: Stage = {
  count: ({ world }) => world.surfaceVertexCount,
  run({ world, state, scratch }, begin, end) {
    const { positions, normals } = state;
    const { fan } = scratch;
    for (let s = begin; s < end; s++) {
      sumFan(fan, world, positions, s);
      const length = Math.sqrt(fan[0] * fan[0] + fan[1] * fan[1] + fan[2] * fan[2]);
      const scale = length > 0 ? 1 / length : 0;
      for (let k = 0; k < 3; k++) normals[3 * world.surfaceVertices[s] + k] = fan[k] * scale;
    }
  },
};
