import type { Model } from '../../simulation/world/model.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { PathMethod } from '../../simulation/path/tables.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { World } from '../../simulation/world/world.ts';
import { type CheckRunner, shareDeeperThan } from '../check.ts';
import { rigidFit } from './rigid-fit.ts';
import { rmsGreen, type Strain, strainsOf, sumOf } from './strain.ts';

/** A vertex counts as deep if its penetration depth exceeds this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/**
 * Groups of a ball's elements: CORE is the ball without its tentacles, NEAR the tentacles that point towards the other ball, FAR
 * those that point away from the other ball.
 */
const [CORE, NEAR, FAR] = [0, 1, 2];
const GROUPS = 3;
/** Value of `tentacleTips` for an element that belongs to no tentacle. */
const NO_TIP = -1;
/**
 * An element belongs to a tentacle if one of its vertices is farther than this from the ball's centre [m]: the ball's radius plus
 * float32 rounding.
 */
const CORE_RADIUS = 1 + 1e-5;

type Material = Pick<SimulationParameters, 'youngsModulus' | 'poissonRatio'>;

/** Measurements of both balls at the end of a frame. */
export interface Meeting {
  /** [s] */
  readonly time: number;
  /** Mean speed at which the balls' centres approached each other since the previous frame [m/s]. */
  readonly closingSpeed: number;
  /** Overlap of the balls' extents along x [m]. If the overlap is negative, a plane separates the balls. */
  readonly overlap: number;
  /** Elastic energy of both balls [J]. */
  readonly energy: number;
  /** Root mean square of Green's strain over all tentacles. */
  readonly tentacleStrain: number;
  /** The same over the tentacles that point away from the other ball. */
  readonly farTentacleStrain: number;
  /** Share of the surface vertices that are deep. */
  readonly deepShare: number;
}

/** Rows of a run's frames, and the measurements at the end of each frame. */
export interface MeetingRun {
  readonly rows: readonly FrameRow[];
  readonly meetings: readonly Meeting[];
}

/** Runs a scene in which two balls collide along x, and measures both after each frame. Body 0 comes from the side of -x. */
export async function watchMeeting(
  runner: CheckRunner,
  pathMethod: PathMethod,
  frames: number,
  material: Material,
): Promise<MeetingRun> {
  const meetings: Meeting[] = [];
  let distance = Number.NaN;
  let time = 0;
  let tips: readonly Int32Array[] | undefined;
  const { rows } = await runner.run(pathMethod, {
    parameters: { pathMethod },
    frames,
    observe: (state) => {
      const { row, world, positions } = state;
      tips ??= world.models.map(tentacleTips);
      const tipsPerModel = tips;
      const [a, b] = world.bodies.map((_, body) => measureBall(world, positions, body, material, tipsPerModel));
      const newDistance = b.centre - a.centre;
      const closingSpeed = (distance - newDistance) / (row.time - time);
      const strains = [...a.strains, ...b.strains];
      meetings.push({
        time: row.time,
        closingSpeed,
        overlap: a.right - b.left,
        energy: sumOf(strains).energy,
        tentacleStrain: rmsGreen(sumOf([a, b].flatMap((ball) => [ball.strains[NEAR], ball.strains[FAR]]))),
        farTentacleStrain: rmsGreen(sumOf([a, b].map((ball) => ball.strains[FAR]))),
        deepShare: shareDeeperThan(state, DEEP_SHARE * world.models[0].thickness),
      });
      distance = newDistance;
      time = row.time;
    },
  });
  return { rows, meetings };
}

interface BallMeasures {
  /** The ball's centre, least and greatest coordinate along x [m]. */
  readonly centre: number;
  readonly left: number;
  readonly right: number;
  /** Strain of each group of elements: CORE, NEAR, FAR. */
  readonly strains: readonly Strain[];
}

/**
 * Measures one ball.
 * @param tips per model, the result of `tentacleTips`
 */
function measureBall(
  world: World,
  positions: Float32Array,
  body: number,
  material: Material,
  tips: readonly Int32Array[],
): BallMeasures {
  const { vertexBase, model } = world.bodies[body];
  const rest = world.models[model].mesh.positions;
  const moved = positions.subarray(3 * vertexBase, 3 * vertexBase + rest.length);
  const { movedCentre, rotation } = rigidFit(rest, moved);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < moved.length; i += 3) {
    left = Math.min(left, moved[i]);
    right = Math.max(right, moved[i]);
  }
  // Sign of the x direction that points away from the other ball.
  const awaySign = body === 0 ? -1 : 1;
  const groupOf = (tet: number) => {
    const i = 3 * tips[model][tet];
    if (i < 0) return CORE;
    // The rotation's first row gives the x direction in which the tentacle's tip points now.
    return awaySign * (rotation[0] * rest[i] + rotation[1] * rest[i + 1] + rotation[2] * rest[i + 2]) > 0 ? FAR : NEAR;
  };
  return {
    centre: movedCentre[0],
    left,
    right,
    strains: strainsOf(world.models[model], moved, material, GROUPS, groupOf),
  };
}

/**
 * Finds for each elastic element which of its vertices is farthest from the ball's centre in the rest shape. The result is `NO_TIP`
 * for elements that belong to no tentacle.
 */
function tentacleTips({ mesh, elasticTets: { vertices } }: Model): Int32Array {
  const p = mesh.positions;
  const squared = (v: number) => p[3 * v] ** 2 + p[3 * v + 1] ** 2 + p[3 * v + 2] ** 2;
  return Int32Array.from({ length: vertices.length / 4 }, (_, tet) => {
    let tip = vertices[4 * tet];
    for (let k = 1; k < 4; k++) if (squared(vertices[4 * tet + k]) > squared(tip)) tip = vertices[4 * tet + k];
    return squared(tip) < CORE_RADIUS ** 2 ? NO_TIP : tip;
  });
}
