import type { Model } from '../../simulation/model.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { PathMethod } from '../../simulation/path/tables.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { World } from '../../simulation/world.ts';
import { type CheckRunner, deeperThan } from '../check.ts';
import { rigidFit } from './rigid-fit.ts';
import { rmsGreen, type Strain, strainsOf, sumOf } from './strain.ts';

/** Share of a tentacle's radius past which a vertex counts as deep. */
const DEEP = 0.05;
/** Groups of a ball's elements: the ball itself, and tentacles that point to the other one and away from it. */
const [CORE, NEAR, FAR] = [0, 1, 2];
const GROUPS = 3;
/** In place of a vertex for an element of the ball itself. */
const NONE = -1;
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
  let tips: readonly Int32Array[] | undefined;
  const { rows } = await runner.run(pathMethod, {
    parameters: { pathMethod },
    frames,
    observe: (moment) => {
      const { row, world, positions } = moment;
      tips ??= world.models.map(tentacleTips);
      const ofModels = tips;
      const [a, b] = world.bodies.map((_, body) => lookAt(world, positions, body, material, ofModels));
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

/** @param tips of each model */
function lookAt(
  world: World,
  positions: Float32Array,
  body: number,
  material: Material,
  tips: readonly Int32Array[],
): Look {
  const { vertexBase, model } = world.bodies[body];
  const rest = world.models[model].mesh.positions;
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
    const i = 3 * tips[model][tet];
    if (i < 0) return CORE;
    return away * (rotation[0] * rest[i] + rotation[1] * rest[i + 1] + rotation[2] * rest[i + 2]) > 0 ? FAR : NEAR;
  };
  return {
    centre: movedCentre[0],
    left,
    right,
    strains: strainsOf(world.models[model], own, material, GROUPS, groupOf),
  };
}

/** Of each elastic element the vertex farthest from the ball's middle, or `NONE` where that one is of the ball itself. */
function tentacleTips({ mesh, elasticTets: { vertices } }: Model): Int32Array {
  const p = mesh.positions;
  const squared = (v: number) => p[3 * v] ** 2 + p[3 * v + 1] ** 2 + p[3 * v + 2] ** 2;
  return Int32Array.from({ length: vertices.length / 4 }, (_, tet) => {
    let tip = vertices[4 * tet];
    for (let k = 1; k < 4; k++) if (squared(vertices[4 * tet + k]) > squared(tip)) tip = vertices[4 * tet + k];
    return squared(tip) < CORE_RADIUS ** 2 ? NONE : tip;
  });
}
