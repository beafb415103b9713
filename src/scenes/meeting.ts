import type { SimulationParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/path-methods.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import { type CheckRunner, deeperThan } from './check.ts';
import { rigidFit } from './rigid-fit.ts';
import { rmsGreen, type Strain, strainsOf, sumOf } from './strain.ts';

/** Share of a tentacle's radius past which a vertex counts as deep. */
const DEEP = 0.05;
/** Groups of a ball's elements: the ball itself, and tentacles that point to the other one and away from it. */
const [CORE, NEAR, FAR] = [0, 1, 2];
const GROUPS = 3;
/** What reaches farther from a ball's middle belongs to a tentacle [m]: the ball's radius, and float32's rounding. */
const CORE_RADIUS = 1 + 1e-5;

type Material = Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>;

/** The balls at the end of a frame. */
export interface Meeting {
  /** [s] */
  readonly time: number;
  /** Speed at which their middles near each other since the frame before [m/s]. */
  readonly closing: number;
  /** How far they reach past each other along x [m]: below 0 a plane parts them. */
  readonly overlap: number;
  /** Elastic energy of both [J]. */
  readonly energy: number;
  /** Root mean square of Green's strain over all tentacles, and over those that point away from the other ball. */
  readonly tentacles: number;
  readonly farTentacles: number;
  /** Share of the surface vertices that are deep. */
  readonly deep: number;
}

export interface Watched {
  readonly rows: readonly FrameRow[];
  readonly meetings: readonly Meeting[];
}

/** Runs a scene of two balls that meet along x, the first one from the left. */
export async function watch(
  runner: CheckRunner,
  pathMethod: PathMethod,
  frames: number,
  material: Material,
): Promise<Watched> {
  const meetings: Meeting[] = [];
  let distance = Number.NaN;
  let time = 0;
  const { rows } = await runner.run(pathMethod, {
    parameters: { pathMethod },
    frames,
    observe: (moment) => {
      const { row, world, positions } = moment;
      const [a, b] = world.bodies.map((_, body) => lookAt(world, positions, body, material));
      const now = b.centre - a.centre;
      const closing = (distance - now) / (row.time - time);
      const strains = [...a.strains, ...b.strains];
      meetings.push({
        time: row.time,
        closing,
        overlap: a.right - b.left,
        energy: sumOf(strains).energy,
        tentacles: rmsGreen(sumOf([a, b].flatMap((ball) => [ball.strains[NEAR], ball.strains[FAR]]))),
        farTentacles: rmsGreen(sumOf([a, b].map((ball) => ball.strains[FAR]))),
        deep: deeperThan(moment, DEEP * world.models[0].thickness),
      });
      distance = now;
      time = row.time;
    },
  });
  return { rows, meetings };
}

interface Look {
  /** Along x [m]. */
  readonly centre: number;
  readonly left: number;
  readonly right: number;
  /** Of each group. */
  readonly strains: readonly Strain[];
}

function lookAt(world: World, positions: Float32Array, body: number, material: Material): Look {
  const { vertexBase, model } = world.bodies[body];
  const { mesh, elasticTets } = world.models[model];
  const rest = mesh.positions;
  const own = positions.subarray(3 * vertexBase, 3 * vertexBase + rest.length);
  const { movedCentre, rotation } = rigidFit(rest, own);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < own.length; i += 3) {
    left = Math.min(left, own[i]);
    right = Math.max(right, own[i]);
  }
  const away = body === 0 ? -1 : 1;
  const groupOf = (tet: number) => {
    const v = outermost(rest, elasticTets.vertices.subarray(4 * tet, 4 * tet + 4));
    const [x, y, z] = rest.subarray(3 * v, 3 * v + 3);
    if (x * x + y * y + z * z < CORE_RADIUS ** 2) return CORE;
    return away * (rotation[0] * x + rotation[1] * y + rotation[2] * z) > 0 ? FAR : NEAR;
  };
  return {
    centre: movedCentre[0],
    left,
    right,
    strains: strainsOf(world.models[model], own, material, GROUPS, groupOf),
  };
}

/** The one of some vertices that is farthest from the origin. */
function outermost(positions: Float32Array, vertices: Uint32Array): number {
  const squared = (v: number) => positions[3 * v] ** 2 + positions[3 * v + 1] ** 2 + positions[3 * v + 2] ** 2;
  return vertices.reduce((best, v) => (squared(v) > squared(best) ? v : best));
}
