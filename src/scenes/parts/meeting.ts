import type { Model } from '../../simulation/model.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { PathMethod } from '../../simulation/path/tables.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { World } from '../../simulation/world.ts';
import { type CheckRunner, deeperThan } from '../check.ts';
import { rigidFit } from './rigid-fit.ts';
import { rmsGreen, type Strain, strainsOf, sumOf } from './strain.ts';

/** A vertex counts as deep if its penetration depth is above this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/**
 * Groups of a ball's elements: the ball without tentacles, tentacles that point to the other ball, and tentacles that point away
 * from it.
 */
const [CORE, NEAR, FAR] = [0, 1, 2];
const GROUPS = 3;
/** Marks an element of the ball without tentacles, in place of a vertex. */
const NONE = -1;
/**
 * Elements that reach farther than this from the ball's centre belong to a tentacle [m]: the ball's radius plus float32 rounding.
 */
const CORE_RADIUS = 1 + 1e-5;

type Material = Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>;

/** Measurements of both balls at the end of a frame. */
export interface Meeting {
  /** [s] */
  readonly time: number;
  /** Mean speed at which the centres approached since the previous frame [m/s]. */
  readonly closing: number;
  /** Overlap of the balls' extents along x [m]. If it is negative, a plane separates them. */
  readonly overlap: number;
  /** Elastic energy of both balls [J]. */
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

/** Runs a scene of two balls that meet along x; body 0 comes from the left. */
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
        deep: deeperThan(moment, DEEP_SHARE * world.models[0].thickness),
      });
      distance = now;
      time = row.time;
    },
  });
  return { rows, meetings };
}

interface Look {
  /** Centre, least and greatest coordinate along x [m]. */
  readonly centre: number;
  readonly left: number;
  readonly right: number;
  /** Strain of each group. */
  readonly strains: readonly Strain[];
}

/** @param tips of each model, as from `tentacleTips` */
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

/**
 * Per elastic element, its vertex farthest from the ball's centre, or `NONE` if the element belongs to the ball without
 * tentacles.
 */
function tentacleTips({ mesh, elasticTets: { vertices } }: Model): Int32Array {
  const p = mesh.positions;
  const squared = (v: number) => p[3 * v] ** 2 + p[3 * v + 1] ** 2 + p[3 * v + 2] ** 2;
  return Int32Array.from({ length: vertices.length / 4 }, (_, tet) => {
    let tip = vertices[4 * tet];
    for (let k = 1; k < 4; k++) if (squared(vertices[4 * tet + k]) > squared(tip)) tip = vertices[4 * tet + k];
    return squared(tip) < CORE_RADIUS ** 2 ? NONE : tip;
  });
}
