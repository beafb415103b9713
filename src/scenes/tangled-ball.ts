import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  lastMean,
  type FrameState,
  peakKineticEnergy,
} from './check.ts';
import { place, press } from './parts/place.ts';
import type { Scene } from './scene.ts';

/** Height of the ball's centre [m]. Its tentacles stay clear of the ground; there is no gravity. */
const HEIGHT = 2.2;
/**
 * Quaternion that turns the ball so that no tentacle points straight at a plate, where it would be pushed straight into the ball.
 */
const TURN = [0.2, 0.3, 0.17, 1] as const;
/** Time when collisions are switched on [s]: the plates stand still, and the ball is at rest. */
const SWITCH_TIME = 0.8;
/** Time when the plates begin to part [s]. */
const PART_TIME = 1;
/** Distance between the plates when open and when pressed together [m]. */
const OPEN_DISTANCE = 3.9;
const PRESSED_DISTANCE = 1.45;
/** Number of steps after the switch in which penetrating vertices leave. They are shown as one step per frame. */
const STEPS = 20;
const TIME_STEP = 5e-3;
const STEPS_PER_FRAME = 4;
/** Duration of the slow part with one step per frame [s], whole frames before and after it. */
const SLOW_DURATION = 24 * TIME_STEP;
/** A vertex counts as deep if its penetration depth is above this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;

export const tangledBall: Scene = {
  name: 'tangled-ball',
  title: 'A ball pressed into itself, then untangled',
  description:
    'Two plates press a squishy ball while its self-collisions are off: tentacles sink into the ball and into one another, and ' +
    'turn blue. Then, with the plates standing still, collisions are switched on, and each frame shows a single step: every ' +
    'penetrating vertex, edge and element follows its shortest path out, and after twenty steps almost nothing is blue. ' +
    'Then the plates part, and the ball regains its shape. Gravity is off.',
  figure: '16',
  size: {
    meaning: 'tetrahedra',
    default: 8000,
    min: 5000,
    max: 1_000_000,
    small: 8000,
    medium: 80_000,
    paper: 704_000,
  },
  frames: 134,
  poster: 0.3,
  parameters: {
    mode: 'off',
    // If contacts were projected only after the solve, twice as many vertices would stay inside with so many contact points.
    contacts: 'in-the-loop',
    contactPoints: 'all',
    // Longer than the paper's 3.3e-4 s. A coarse ball's tentacles penetrate half a metre and leave at 3 cm per step.
    timeStep: TIME_STEP,
    stepsPerFrame: STEPS_PER_FRAME,
    iterations: 15,
    depenetrationSpeed: 6,
    gravity: 0,
    // Soft for this time step. With a stiffer material, elements that contacts turn inside out stay so and keep their vertices
    // inside.
    youngsModulus: 1e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 4,
    staticFriction: 0,
    dynamicFriction: 0,
    contactOffset: 5e-4,
    // With fewer passes, twice as many vertices stay inside: inverted elements keep shaking their surroundings.
    contactPasses: 8,
  },
  camera: { position: [4.6, 4, 6.4], target: [0, HEIGHT - 0.1, 0] },
  check: checkTangledBall,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const distances = [
      [0, OPEN_DISTANCE],
      [0.6, PRESSED_DISTANCE],
      [PART_TIME, PRESSED_DISTANCE],
      [PART_TIME + 0.6, OPEN_DISTANCE],
    ] as const;
    const { colliders, plates, moving } = press({ height: HEIGHT, halfWidth: 2.1, distances });
    return {
      placements: [{ model, positions: place(ball.mesh.positions, TURN, [0, HEIGHT, 0]) }],
      colliders,
      plates,
      script: {
        colliders: moving,
        switches: [
          { time: SWITCH_TIME, parameters: { mode: 'dcd', stepsPerFrame: 1, velocityDamping: 50 } },
          { time: SWITCH_TIME + SLOW_DURATION, parameters: { stepsPerFrame: STEPS_PER_FRAME, velocityDamping: 4 } },
        ],
      },
      notes: [],
    };
  },
};

async function checkTangledBall(runner: CheckRunner): Promise<readonly Figure[]> {
  let last: FrameState | undefined;
  const { rows } = await runner.run('dcd', {
    observe: (state) => {
      last = state;
    },
  });
  const before = rows.findLast((row) => row.time < SWITCH_TIME + TIME_STEP / 2);
  const after = rows.find((row) => row.step === (before?.step ?? 0) + STEPS);
  const end = rows.at(-1);
  const thickness = last?.world.models[0].thickness ?? 0;
  const penetrating = before?.penetrating ?? Number.NaN;
  return [
    { name: 'penetrating vertices when collisions are switched on', value: penetrating, relation: '>=', bound: 100 },
    {
      name: `of them left ${STEPS} steps later`,
      value: (after?.penetrating ?? Number.NaN) / penetrating,
      unit: '%',
      relation: '<=',
      bound: 0.05,
    },
    {
      name: "at the end, surface vertices deeper than 5 % of a tentacle's radius",
      value: last ? shareDeeperThan(last, DEEP_SHARE * thickness) : Number.NaN,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'of them left, mean until the plates part',
      value: mean(rows.filter(({ step, time }) => step > (after?.step ?? 0) && time < PART_TIME)) / penetrating,
      unit: '%',
    },
    { name: 'deepest vertex at the switch', value: before?.deepest ?? Number.NaN, unit: 'm' },
    { name: `deepest vertex ${STEPS} steps later`, value: after?.deepest ?? Number.NaN, unit: 'm' },
    { name: 'interpenetrating vertices at the switch', value: before?.foreign ?? Number.NaN },
    { name: `interpenetrating vertices ${STEPS} steps later`, value: after?.foreign ?? Number.NaN },
    { name: 'interpenetrating vertices at the end', value: end?.foreign ?? Number.NaN },
    {
      name: 'surface edges that pierce triangles at the switch',
      value: before?.piercingShare ?? Number.NaN,
      unit: '%',
    },
    { name: 'surface edges that pierce triangles at the end', value: end?.piercingShare ?? Number.NaN, unit: '%' },
    { name: 'contacts per step, at most', value: Math.max(...rows.map((row) => row.contactsDcd)) },
    {
      name: 'kinetic energy at the end over its peak',
      value: (end?.kineticEnergy ?? Number.NaN) / peakKineticEnergy(rows),
      unit: '%',
    },
  ];
}

const mean = (rows: readonly FrameRow[]): number => lastMean(rows, rows.length, (row) => row.penetrating);
