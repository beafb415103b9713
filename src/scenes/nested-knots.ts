import { type KnotsModel, knots } from './models/knots.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Motion } from '../simulation/script/motion.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import {
  type AblationBounds,
  type CountBounds,
  ablationFigures,
  countFigures,
  CrossingCounter,
  paperSetting,
  runCountedAblations,
} from './parts/ablations.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  lastMean,
  peakKineticEnergy,
  PIERCING_AT_REST,
} from './check.ts';
import type { Scene } from './scene.ts';

/** Radius of the rod [m]. */
const RADIUS = 0.01;
/** Length of the straight part of the rod at each end [radii]. */
const TAIL = 15;
/** Number of cross-sections that are held at each end. */
const CLAMP_LAYERS = 2;
/** Distance by which each end is pulled [radii]. Afterwards the loops have a quarter of their length left, and the knots are tight. */
const PULL_DISTANCE = 66;
/** Distance around the knots in which the camera shows the rod [radii]: the loops at their widest, and half of the tails. */
const FOCUS = 22;
/** Duration of a frame [s]. */
const FRAME = 5e-3;
/** Number of frames in which the ends move. */
const PULL_FRAMES = 200;
/** Number of frames after that, in which the ends stand still. */
const REST_FRAMES = 100;
/** Share of the pull's duration in which the ends accelerate. */
const ACCELERATION_SHARE = 0.1;
/** Share of the pull's duration in which the ends decelerate. It is long, since the knots tighten at the end. */
const DECELERATION_SHARE = 0.4;
/** Number of pieces of constant speed that approximate the ends' motion. */
const PIECES = 60;

/** Number of tetrahedra at size small. */
const SMALL_TETRAHEDRA = 6700;
/** Number of steps per frame at size small. A step takes 1 ms, in which an end moves less than a tenth of a radius. */
const SMALL_STEPS = 5;

export const nestedKnots: Scene = {
  name: 'nested-knots',
  title: 'Two knots, one inside the other, pulled tight',
  description:
    'A rod of soft rubber is laid in two overhand knots, one inside the loop of the other, and springs open as far as it can. Then ' +
    'both ends are pulled: the outer loop closes around the inner knot, the rod slides along itself for half of its length, and ' +
    'one small, firm knot remains. Follow the colour along the rod: it never passes through itself. With mode off, ' +
    'the rod passes through itself and the knots disappear.',
  figure: '14',
  size: {
    meaning: 'tetrahedra',
    default: SMALL_TETRAHEDRA,
    min: 4500,
    max: 200000,
    small: SMALL_TETRAHEDRA,
    medium: 67000,
    paper: 103000,
  },
  frames: PULL_FRAMES + REST_FRAMES,
  poster: 0.95,
  parameters: {
    timeStep: FRAME / SMALL_STEPS,
    stepsPerFrame: SMALL_STEPS,
    iterations: 8,
    gravity: 0,
    // The stiffness has no influence on how tight the knots get.
    youngsModulus: 6e4,
    poissonRatio: 0.45,
    materialDamping: 4e-3,
    // Strong damping, as under water, so that the rod does not whip around.
    velocityDamping: 10,
    staticFriction: 0.05,
    dynamicFriction: 0.05,
    // Resting surfaces keep this distance, which is larger than their penetration within one step. Without it, 2.5 % of the surface
    // edges would pierce triangles.
    contactOffset: 0.02 * RADIUS,
    contactPasses: 1,
  },
  parametersAt: stepsFor,
  camera: { position: [4 * RADIUS, 5 * RADIUS, 36 * RADIUS], target: [0, -5 * RADIUS, 0] },
  // The ends are pulled far away from the knots, which would look tiny beside the whole rod.
  focus: { centre: [0, -5 * RADIUS, 0], radius: FOCUS * RADIUS },
  check: checkKnots,
  build(size, progress) {
    const rod = knottedRod(size, progress);
    return {
      placements: [{ model: createModel('knots', rod.mesh, RADIUS), positions: rod.laid }],
      colliders: [],
      script: {
        drivers: rod.endVertices.map((vertices, end) => ({ body: 0, vertices, motion: pull(2 * end - 1) })),
      },
      notes: [],
    };
  },
};

const knottedRod = (tetrahedra: number, progress?: (fraction: number) => void): KnotsModel =>
  knots({
    tetrahedra,
    radius: RADIUS,
    tail: TAIL * RADIUS,
    clampLayers: CLAMP_LAYERS,
    ...(progress ? { progress } : {}),
  });

/** Motion of one end along x. @param direction -1 or 1 */
function pull(direction: number): Motion {
  const shares = Array.from({ length: PIECES + 1 }, (_, i) => i / PIECES);
  return {
    times: shares.map((share) => share * PULL_FRAMES * FRAME),
    shifts: shares.map((share) => [direction * PULL_DISTANCE * RADIUS * movedShare(share), 0, 0]),
  };
}

/**
 * Returns the share of the distance that an end has moved after a share `time` of the pull's duration. The end moves with constant
 * acceleration, then at constant speed, then with constant deceleration.
 */
function movedShare(time: number): number {
  const speed = 1 / (1 - ACCELERATION_SHARE / 2 - DECELERATION_SHARE / 2);
  const remaining = 1 - time;
  if (time < ACCELERATION_SHARE) return (speed * time * time) / (2 * ACCELERATION_SHARE);
  return remaining > DECELERATION_SHARE
    ? speed * (time - ACCELERATION_SHARE / 2)
    : 1 - (speed * remaining * remaining) / (2 * DECELERATION_SHARE);
}

/**
 * Returns the time step and the number of steps per frame for a size. The time step shrinks at least as much as the elements' edge
 * length, which is proportional to the cube root of 1 / size. At the paper's size, the time step is 3.8e-4 s; the paper has 5.5e-4 s.
 */
function stepsFor(size: number): Partial<SimulationParameters> {
  let stepsPerFrame = SMALL_STEPS;
  while (stepsPerFrame ** 3 * SMALL_TETRAHEDRA < SMALL_STEPS ** 3 * size) stepsPerFrame++;
  return { stepsPerFrame, timeStep: FRAME / stepsPerFrame };
}

/** Number of frames at the end of the run. The check's values for the tightened knots are means over these frames. */
const LAST_FRAMES = 20;

const PASSED = 'times that the centre line passed through itself';
/** Tight at the end: hybrid recovers, and what CCD alone has missed once stays inside. */
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.005, ccd: 0.005 };
/** With CCD alone the rod passes through itself. */
const CROSSING_BOUNDS: CountBounds = { hybrid: { relation: '=', bound: 0 }, ccd: { relation: '>=', bound: 1 } };

async function checkKnots(runner: CheckRunner): Promise<readonly Figure[]> {
  const { centreline, laid, length: restLength } = knottedRod(runner.size);
  const crossings = new CrossingCounter(centreline, laid);
  const deepShares: number[] = [];
  const shape = { breadth: breadthOf(centreline, laid), lengthRatio: 0 };
  const startBreadth = shape.breadth;
  const { rows } = await runner.run('hybrid', {
    eachStep: (positions) => crossings.add(positions),
    observe(state) {
      deepShares.push(shareDeeperThan(state, 0.05 * RADIUS));
      shape.breadth = breadthOf(centreline, state.positions);
      shape.lengthRatio = lengthOf(centreline, state.positions) / restLength;
    },
  });
  const ablation = await runCountedAblations(
    runner,
    { setting: paperSetting(nestedKnots, runner.size) },
    centreline,
    laid,
  );
  const greatest = (figure: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(figure));
  const mean = (figure: (row: (typeof rows)[number]) => number) => lastMean(rows, rows.length, figure);
  return [
    { name: 'frames simulated', value: rows.length, relation: '=', bound: PULL_FRAMES + REST_FRAMES },
    { name: PASSED, value: crossings.count, relation: '=', bound: 0 },
    { name: 'breadth of the knots at the start', value: startBreadth / RADIUS, unit: 'radii' },
    { name: 'breadth of the knots at the end', value: shape.breadth / RADIUS, unit: 'radii', relation: '<', bound: 12 },
    {
      name: 'length of the rod at the end, relative to its rest length',
      value: shape.lengthRatio,
      unit: '%',
      relation: '<',
      bound: 1.1,
    },
    {
      name: 'kinetic energy relative to its peak, at the end',
      value: lastMean(rows, LAST_FRAMES, (row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'maximum of surface vertices deeper than 5 % of the radius',
      value: Math.max(...deepShares),
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    { name: 'maximum of surface vertices that penetrate', value: greatest((row) => row.penetratingShare), unit: '%' },
    { name: 'greatest penetration depth', value: greatest((row) => row.deepest) / RADIUS, unit: 'radii' },
    {
      name: 'maximum of surface edges that pierce triangles',
      value: greatest((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'maximum of interpenetrating vertices', value: greatest((row) => row.interpenetrating ?? Number.NaN) },
    { name: 'contacts per step by CCD', value: mean((row) => row.contactsCcd) },
    { name: 'contacts per step by DCD', value: mean((row) => row.contactsDcd) },
    ...ablationFigures(ablation.rows, LAST_FRAMES, ABLATION_BOUNDS),
    ...countFigures({ name: PASSED, counts: ablation.counts, bounds: CROSSING_BOUNDS }),
  ];
}

/** Greatest distance of the centre line from the x axis, on which both ends lie [m]. */
function breadthOf(centreline: Uint32Array, positions: Float32Array): number {
  let squared = 0;
  for (const v of centreline) squared = Math.max(squared, positions[3 * v + 1] ** 2 + positions[3 * v + 2] ** 2);
  return Math.sqrt(squared);
}

/** Length of the centre line [m]. */
function lengthOf(centreline: Uint32Array, positions: Float32Array): number {
  let length = 0;
  for (let i = 1; i < centreline.length; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * centreline[i] + k] - positions[3 * centreline[i - 1] + k]);
    length += Math.sqrt(x * x + y * y + z * z);
  }
  return length;
}
