import type { SimulationParameters } from '../parameters.ts';
import type { Stage } from '../stage.ts';
import type { State } from '../state.ts';
import type { Plane } from '../world.ts';
import { frictionShare } from './friction.ts';

/**
 * Moves vertices out of the world's planes, with friction against their displacement since x0. What a plane has moved a
 * vertex by is summed up over the step in `planeImpulses`, and it is the sum that is bounded, as in contacts.ts.
 * A vertex in a corner keeps the sum of the first plane that it met; the others bound each pass' own change.
 * Source: Macklin et al. 2014, section 6.1.
 */
export const colliders: Stage = {
  count: ({ world }) => world.vertexCount,
  run({ world, state, parameters }, begin, end) {
    for (let p = 0; p < world.planes.length; p++)
      for (let v = begin; v < end; v++)
        if (state.inverseMasses[v] > 0) projectVertex(state, parameters, world.planes[p], p + 1, v);
  },
};

function projectVertex(
  { positions: x, positionsT0: x0, planeImpulses: sums }: State,
  parameters: SimulationParameters,
  { normal, offset }: Plane,
  plane: number,
  v: number,
): void {
  const i = 3 * v;
  const s = 4 * v;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const depth = offset - (nx * x[i] + ny * x[i + 1] + nz * x[i + 2]);
  if (depth > 0 && sums[s + 3] === 0) sums[s + 3] = plane;
  const owns = sums[s + 3] === plane;
  if (!owns && !(depth > 0)) return;

  const sumX = owns ? sums[s] : 0;
  const sumY = owns ? sums[s + 1] : 0;
  const sumZ = owns ? sums[s + 2] : 0;
  const before = sumX * nx + sumY * ny + sumZ * nz;
  const push = Math.max(0, before + depth);
  const dx = x[i] - x0[i];
  const dy = x[i + 1] - x0[i + 1];
  const dz = x[i + 2] - x0[i + 2];
  const along = dx * nx + dy * ny + dz * nz;
  // The tangential sum that would stop the vertex, cut to the cone.
  const tx = sumX - before * nx - (dx - along * nx);
  const ty = sumY - before * ny - (dy - along * ny);
  const tz = sumZ - before * nz - (dz - along * nz);
  const keep = frictionShare(Math.sqrt(tx * tx + ty * ty + tz * tz), push, parameters);
  const nextX = push * nx + keep * tx;
  const nextY = push * ny + keep * ty;
  const nextZ = push * nz + keep * tz;
  x[i] += nextX - sumX;
  x[i + 1] += nextY - sumY;
  x[i + 2] += nextZ - sumZ;
  if (!owns) return;
  sums[s] = nextX;
  sums[s + 1] = nextY;
  sums[s + 2] = nextZ;
}
