import { countCrossings } from '../geometry/centreline-crossings.ts';
import { type KnotsModel, knots } from './models/knots.ts';
import { createModel } from '../simulation/create-model.ts';
import type { Motion } from '../simulation/script/motion.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { type CheckRunner, deeperThan, type Figure, lastMean, peakEnergy } from './check.ts';
import type { Scene } from './scene.ts';

/** Of the rod [m]. */
const RADIUS = 0.01;
/** Straight rod outside the loops, at either end [radii]. */
const TAIL = 15;
/** Cross-sections that are held at either end. */
const CLAMP_LAYERS = 2;
/** How far either end is drawn [radii]: of the rod that the loops have, a quarter is left, and the knots lie tight. */
const DRAWN = 66;
/** A frame, and how many of them the ends move and then stand still. */
const FRAME = 5e-3;
const PULL_FRAMES = 200;
const REST_FRAMES = 100;
/** Shares of the pull in which the ends gather speed and lose it; slowly, since the knots tighten last. */
const GATHER = 0.1;
const LOSE = 0.4;
/** Straight pieces that the pull is made of. */
const PIECES = 60;

const SMALL = 6700;
/** Steps a frame at size small: 1 ms, in which an end goes less than a tenth of a radius. */
const SMALL_STEPS = 5;

export const nestedKnots: Scene = {
  name: 'nested-knots',
  title: 'Two knots, one inside the other, pulled tight',
  description:
    'A rod of soft rubber lies in two overhand knots, one inside the loop of the other, and springs open as far as it can. Both ' +
    'are pulled: the outer loop closes around the inner knot, the rod slides along itself for half of its length, and what is ' +
    'left is one small, firm knot. Follow its colour along the rod: it never passes through itself. Choose mode off and ' +
    'the knots come undone as if they were air.',
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
    // How tight it gets doesn't depend on the stiffness.
    youngsModulus: 6e4,
    poissonRatio: 0.45,
    materialDamping: 4e-3,
    // As if under water: the knots are drawn together, not whirled.
    velocityDamping: 10,
    staticFriction: 0.05,
    dynamicFriction: 0.05,
    // Surfaces that rest on one another stay clear by more than they sink in within a step: without it 2.5 % of the edges pierce.
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

/** Along x, to the side of the sign. */
function pull(side: number): Motion {
  const shares = Array.from({ length: PIECES + 1 }, (_, i) => i / PIECES);
  return {
    times: shares.map((share) => share * PULL_FRAMES * FRAME),
    shifts: shares.map((share) => [side * DRAWN * RADIUS * eased(share), 0, 0]),
  };
}

/** Share of the way after a share of the time: speed grows and shrinks evenly. */
function eased(time: number): number {
  const speed = 1 / (1 - GATHER / 2 - LOSE / 2);
  const left = 1 - time;
  if (time < GATHER) return (speed * time * time) / (2 * GATHER);
  return left > LOSE ? speed * (time - GATHER / 2) : 1 - (speed * left * left) / (2 * LOSE);
}

/** Finer elements need shorter steps, in proportion. The paper's are 5.5e-4 s at its size, here it takes 3.8e-4 s. */
function stepsFor(size: number): Partial<SimulationParameters> {
  let stepsPerFrame = SMALL_STEPS;
  while (stepsPerFrame ** 3 * SMALL < SMALL_STEPS ** 3 * size) stepsPerFrame++;
  return { stepsPerFrame, timeStep: FRAME / stepsPerFrame };
}

/** Frames at the end over which what lasts is measured. */
const LAST = 20;

async function checkKnots(runner: CheckRunner): Promise<readonly Figure[]> {
  const { centreline, laid, length } = knottedRod(runner.size);
  const before = laid.slice();
  let crossings = 0;
  const deep: number[] = [];
  const shape = { breadth: breadthOf(centreline, laid), stretch: 0 };
  const loose = shape.breadth;
  const { rows } = await runner.run('hybrid', {
    eachStep(positions) {
      // Only segments with a common vertex are left out.
      crossings += countCrossings(centreline, before, positions, 1);
      before.set(positions);
    },
    observe(moment) {
      deep.push(deeperThan(moment, 0.05 * RADIUS));
      shape.breadth = breadthOf(centreline, moment.positions);
      shape.stretch = lengthOf(centreline, moment.positions) / length;
    },
  });
  const peak = (figure: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(figure));
  const mean = (figure: (row: (typeof rows)[number]) => number) => lastMean(rows, rows.length, figure);
  return [
    { name: 'frames simulated', value: rows.length, relation: '=', bound: PULL_FRAMES + REST_FRAMES },
    { name: 'crossings of the centre line between steps', value: crossings, relation: '=', bound: 0 },
    { name: 'breadth of the knots when laid', value: loose / RADIUS, unit: 'radii' },
    { name: 'breadth of the knots at the end', value: shape.breadth / RADIUS, unit: 'radii', relation: '<', bound: 12 },
    { name: 'rod stretched to, at the end', value: shape.stretch, unit: '%', relation: '<', bound: 1.1 },
    {
      name: 'kinetic energy over its peak, at the end',
      value: lastMean(rows, LAST, (row) => row.kineticEnergy) / peakEnergy(rows),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'deeper than 5 % of the radius, at most',
      value: Math.max(...deep),
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    { name: 'surface vertices penetrating, at most', value: peak((row) => row.penetratingShare), unit: '%' },
    { name: 'deepest, at most', value: peak((row) => row.deepest) / RADIUS, unit: 'radii' },
    { name: 'surface edges piercing, at most', value: peak((row) => row.piercingShare ?? Number.NaN), unit: '%' },
    { name: 'foreign vertices, at most', value: peak((row) => row.foreign ?? Number.NaN) },
    { name: 'contacts a step, ccd', value: mean((row) => row.contactsCcd) },
    { name: 'contacts a step, dcd', value: mean((row) => row.contactsDcd) },
  ];
}

/** Farthest that the centre line is from the line between the ends, which is the x axis [m]. */
function breadthOf(centreline: Uint32Array, positions: Float32Array): number {
  let squared = 0;
  for (const v of centreline) squared = Math.max(squared, positions[3 * v + 1] ** 2 + positions[3 * v + 2] ** 2);
  return Math.sqrt(squared);
}

/** [m] */
function lengthOf(centreline: Uint32Array, positions: Float32Array): number {
  let length = 0;
  for (let i = 1; i < centreline.length; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * centreline[i] + k] - positions[3 * centreline[i - 1] + k]);
    length += Math.sqrt(x * x + y * y + z * z);
  }
  return length;
}
