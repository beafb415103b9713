import { countCrossings } from '../geometry/centreline-crossings.ts';
import { type KnotsModel, knots } from './models/knots.ts';
import { createModel } from '../simulation/create-model.ts';
import type { Motion } from '../simulation/script/motion.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { type CheckRunner, shareDeeperThan, type Figure, lastMean, peakKineticEnergy } from './check.ts';
import type { Scene } from './scene.ts';

/** Radius of the rod [m]. */
const RADIUS = 0.01;
/** Length of the straight rod at either end [radii]. */
const TAIL = 15;
/** Number of cross-sections that are held at either end. */
const CLAMP_LAYERS = 2;
/** Distance that either end is pulled [radii]. A quarter of the loops' length is left then, and the knots are tight. */
const PULL_DISTANCE = 66;
/** Duration of a frame [s], number of frames in which the ends move, and number in which they then stand still. */
const FRAME = 5e-3;
const PULL_FRAMES = 200;
const REST_FRAMES = 100;
/**
 * Shares of the pull's duration in which the ends accelerate and decelerate. They slow down gently, since the knots tighten last.
 */
const ACCELERATION_SHARE = 0.1;
const DECELERATION_SHARE = 0.4;
/** Number of linear pieces that approximate the pull. */
const PIECES = 60;

const SMALL = 6700;
/** Steps per frame at size small: steps of 1 ms, in which an end moves less than a tenth of a radius. */
const SMALL_STEPS = 5;

export const nestedKnots: Scene = {
  name: 'nested-knots',
  title: 'Two knots, one inside the other, pulled tight',
  description:
    'A rod of soft rubber lies in two overhand knots, one inside the loop of the other, and springs open as far as it can. Then ' +
    'both ends are pulled: the outer loop closes around the inner knot, the rod slides along itself for half of its length, and ' +
    'one small, firm knot remains. Follow the colour along the rod: it never passes through itself. With mode off, ' +
    'the rod passes through itself and the knots disappear.',
  figure: '14',
  size: {
    meaning: 'tetrahedra',
    default: SMALL,
    min: 4500,
    max: 200000,
    small: SMALL,
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
    // The stiffness does not influence how tight the knots get.
    youngsModulus: 6e4,
    poissonRatio: 0.45,
    materialDamping: 4e-3,
    // Strong damping, as under water, so that the rod is not whirled.
    velocityDamping: 10,
    staticFriction: 0.05,
    dynamicFriction: 0.05,
    // Resting surfaces keep a distance larger than their penetration within one step. Without it, 2.5 % of the surface edges pierce
    // triangles.
    contactOffset: 0.02 * RADIUS,
    contactPasses: 1,
  },
  parametersAt: stepsFor,
  camera: { position: [4 * RADIUS, 5 * RADIUS, 36 * RADIUS], target: [0, -5 * RADIUS, 0] },
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

/** Motion of one end along x. @param side its sign */
function pull(side: number): Motion {
  const shares = Array.from({ length: PIECES + 1 }, (_, i) => i / PIECES);
  return {
    times: shares.map((share) => share * PULL_FRAMES * FRAME),
    shifts: shares.map((share) => [side * PULL_DISTANCE * RADIUS * eased(share), 0, 0]),
  };
}

/** Share of the distance after a share of the duration: constant acceleration, constant speed, constant deceleration. */
function eased(time: number): number {
  const speed = 1 / (1 - ACCELERATION_SHARE / 2 - DECELERATION_SHARE / 2);
  const left = 1 - time;
  if (time < ACCELERATION_SHARE) return (speed * time * time) / (2 * ACCELERATION_SHARE);
  return left > DECELERATION_SHARE
    ? speed * (time - ACCELERATION_SHARE / 2)
    : 1 - (speed * left * left) / (2 * DECELERATION_SHARE);
}

/** Finer elements need proportionally shorter steps. The paper has 5.5e-4 s at its size; here it takes 3.8e-4 s. */
function stepsFor(size: number): Partial<SimulationParameters> {
  let stepsPerFrame = SMALL_STEPS;
  while (stepsPerFrame ** 3 * SMALL < SMALL_STEPS ** 3 * size) stepsPerFrame++;
  return { stepsPerFrame, timeStep: FRAME / stepsPerFrame };
}

/** Number of last frames that figures of the state at rest are averaged over. */
const LAST_FRAMES = 20;

async function checkKnots(runner: CheckRunner): Promise<readonly Figure[]> {
  const { centreline, laid, length } = knottedRod(runner.size);
  const before = laid.slice();
  let crossings = 0;
  const deep: number[] = [];
  const shape = { breadth: breadthOf(centreline, laid), stretch: 0 };
  const loose = shape.breadth;
  const { rows } = await runner.run('hybrid', {
    eachStep(positions) {
      // A gap of 1: only segments that share a vertex are not tested against each other.
      crossings += countCrossings(centreline, before, positions, 1);
      before.set(positions);
    },
    observe(state) {
      deep.push(shareDeeperThan(state, 0.05 * RADIUS));
      shape.breadth = breadthOf(centreline, state.positions);
      shape.stretch = lengthOf(centreline, state.positions) / length;
    },
  });
  const peak = (figure: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(figure));
  const mean = (figure: (row: (typeof rows)[number]) => number) => lastMean(rows, rows.length, figure);
  return [
    { name: 'frames simulated', value: rows.length, relation: '=', bound: PULL_FRAMES + REST_FRAMES },
    { name: 'times that the centre line passed through itself', value: crossings, relation: '=', bound: 0 },
    { name: 'breadth of the knots when laid', value: loose / RADIUS, unit: 'radii' },
    { name: 'breadth of the knots at the end', value: shape.breadth / RADIUS, unit: 'radii', relation: '<', bound: 12 },
    {
      name: 'length of the rod at the end over its rest length',
      value: shape.stretch,
      unit: '%',
      relation: '<',
      bound: 1.1,
    },
    {
      name: 'kinetic energy over its peak, at the end',
      value: lastMean(rows, LAST_FRAMES, (row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'surface vertices deeper than 5 % of the radius, at most',
      value: Math.max(...deep),
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    { name: 'surface vertices penetrating, at most', value: peak((row) => row.penetratingShare), unit: '%' },
    { name: 'greatest penetration depth', value: peak((row) => row.deepest) / RADIUS, unit: 'radii' },
    {
      name: 'surface edges that pierce triangles, at most',
      value: peak((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
    },
    { name: 'interpenetrating vertices, at most', value: peak((row) => row.foreign ?? Number.NaN) },
    { name: 'contacts per step by CCD', value: mean((row) => row.contactsCcd) },
    { name: 'contacts per step by DCD', value: mean((row) => row.contactsDcd) },
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
