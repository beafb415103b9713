import type { Stage } from '../program/stage.ts';
import { sumFan } from '../world/vector-area.ts';
import type { World } from '../world/world.ts';

/**
 * Computes the unit normal of each surface vertex, for drawing: the area-weighted mean of the normals of the faces around it; zero if
 * they cancel.
 */
export const normals: Stage = {
  count: ({ world }) => world.surfaceVertexCount,
  run({ world, state, scratch }, begin, end) {
    writeNormals(state.normals, world, state.positions, begin, end, scratch.fan);
  },
};

/**
 * Writes the unit normals of the surface vertices from index `begin` to `end` in the world.
 * @param normals 3 numbers per vertex of the world    @param positions of all vertices [m], 3 per vertex
 * @param fan temporary memory, 3 numbers
 */
export function writeNormals(
  normals: Float32Array,
  world: World,
  positions: Float32Array,
  begin: number,
  end: number,
  fan: Float64Array = new Float64Array(3),
): void {
  for (let s = begin; s < end; s++) {
    sumFan(fan, world, positions, s);
    const length = Math.sqrt(fan[0] * fan[0] + fan[1] * fan[1] + fan[2] * fan[2]);
    const scale = length > 0 ? 1 / length : 0;
    for (let k = 0; k < 3; k++) normals[3 * world.surfaceVertices[s] + k] = fan[k] * scale;
  }
}
