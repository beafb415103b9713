import type { SimulationParameters } from '../parameters.ts';
import type { Stage } from '../stage.ts';
import type { State } from '../state.ts';
import type { Plane } from '../world.ts';

/**
 * Moves vertices out of the world's planes, with friction by the depth that this very pass has corrected:
 * summed over passes, friction stays below its coefficient times the whole correction (Coulomb's cone).
 * Source: Macklin et al. 2014, section 6.1.
 */
export const colliders: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ world, state, parameters }, begin, end) {
    for (const plane of world.planes)
      for (let v = begin; v < end; v++) if (state.inverseMasses[v] > 0) projectVertex(state, parameters, plane, v);
  },
};

function projectVertex(state: State, parameters: SimulationParameters, { normal, offset }: Plane, v: number): void {
  const { positions: x, positionsT0: x0 } = state;
  const i = 3 * v;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const depth = offset - (nx * x[i] + ny * x[i + 1] + nz * x[i + 2]);
  if (!(depth > 0)) return;
  const dx = x[i] - x0[i];
  const dy = x[i + 1] - x0[i + 1];
  const dz = x[i + 2] - x0[i + 2];
  const along = dx * nx + dy * ny + dz * nz;
  const tx = dx - along * nx;
  const ty = dy - along * ny;
  const tz = dz - along * nz;
  const slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const sticks = slip <= parameters.staticFriction * depth;
  const keep = sticks ? 0 : Math.max(0, 1 - (parameters.dynamicFriction * depth) / slip);
  x[i] += depth * nx - (1 - keep) * tx;
  x[i + 1] += depth * ny - (1 - keep) * ty;
  x[i + 2] += depth * nz - (1 - keep) * tz;
}
