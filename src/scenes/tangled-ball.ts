import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type CheckRunner, deeperThan, type Figure, lastMean, type Moment, peakEnergy } from './check.ts';
import { place } from './parts/place.ts';
import { press } from './parts/press.ts';
import type { Scene } from './scene.ts';

/** Of the ball's middle [m]: its tentacles stay clear of the ground, which gravity doesn't pull it to. */
const HEIGHT = 2.2;
/** Turns the ball so that no tentacle points straight at a plate, where it would be pushed in like a telescope. */
const TURN = [0.2, 0.3, 0.17, 1] as const;
/** When collisions are switched on [s]: the plates stand, the ball has come to rest. */
const SWITCH = 0.8;
/** When the plates begin to part [s]. */
const PART = 1;
/** Distance between the plates at the start, pressed, and parted [m]. */
const OPEN = 3.9;
const PRESSED = 1.45;
/** Steps after the switch within which the penetrating vertices go, and that are shown one by one. */
const STEPS = 20;
const TIME_STEP = 5e-3;
const STEPS_PER_FRAME = 4;
/** Time until the switch and from its end on go in whole frames [s]. */
const SLOW = 24 * TIME_STEP;
/** Share of a tentacle's radius past which a vertex counts as deep. */
const DEEP = 0.05;

export const tangledBall: Scene = {
  name: 'tangled-ball',
  title: 'A ball pressed into itself, then untangled',
  description:
    'Two plates press a squishy ball while its collisions with itself are off: tentacles sink into the ball and into one another, and ' +
    'turn blue. Then, with the plates standing still, collisions are switched on, and the picture goes one step at a time: every ' +
    'vertex, edge and element that lies inside follows its shortest path out, and within twenty steps next to nothing is blue. ' +
    'Then the plates part, and the ball takes its shape again. Gravity is off.',
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
    // Projected after the solve alone, contacts of so many points leave twice as many vertices inside.
    contacts: 'in-the-loop',
    contactPoints: 'all',
    // Longer than the paper's 3.3e-4 s: a coarse ball's tentacles are half a metre deep in it, and leave it by 3 cm a step.
    timeStep: TIME_STEP,
    stepsPerFrame: STEPS_PER_FRAME,
    iterations: 15,
    depenetrationSpeed: 6,
    gravity: 0,
    // Soft for its step: stiffer, elements that contacts turn inside out stay so and keep what they belong to inside.
    youngsModulus: 1e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 4,
    staticFriction: 0,
    dynamicFriction: 0,
    contactOffset: 5e-4,
    // Fewer leave twice as many vertices inside: elements that were turned inside out go on shaking what lies around them.
    contactPasses: 8,
  },
  camera: { position: [4.6, 4, 6.4], target: [0, HEIGHT - 0.1, 0] },
  check: checkTangledBall,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const distances = [
      [0, OPEN],
      [0.6, PRESSED],
      [PART, PRESSED],
      [PART + 0.6, OPEN],
    ] as const;
    const { colliders, plates, moving } = press({ height: HEIGHT, halfWidth: 2.1, distances });
    return {
      placements: [{ model, positions: place(ball.mesh.positions, TURN, [0, HEIGHT, 0]) }],
      colliders,
      plates,
      script: {
        colliders: moving,
        switches: [
          { time: SWITCH, parameters: { mode: 'dcd', stepsPerFrame: 1, velocityDamping: 50 } },
          { time: SWITCH + SLOW, parameters: { stepsPerFrame: STEPS_PER_FRAME, velocityDamping: 4 } },
        ],
      },
      notes: [],
    };
  },
};

async function checkTangledBall(runner: CheckRunner): Promise<readonly Figure[]> {
  let last: Moment | undefined;
  const { rows } = await runner.run('dcd', {
    observe: (moment) => {
      last = moment;
    },
  });
  const before = rows.findLast((row) => row.time < SWITCH + TIME_STEP / 2);
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
      name: "at the end, deeper than 5 % of a tentacle's radius",
      value: last ? deeperThan(last, DEEP * thickness) : Number.NaN,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'of them left on average until the plates part',
      value: mean(rows.filter(({ step, time }) => step > (after?.step ?? 0) && time < PART)) / penetrating,
      unit: '%',
    },
    { name: 'deepest vertex at the switch', value: before?.deepest ?? Number.NaN, unit: 'm' },
    { name: `deepest vertex ${STEPS} steps later`, value: after?.deepest ?? Number.NaN, unit: 'm' },
    { name: 'foreign vertices at the switch', value: before?.foreign ?? Number.NaN },
    { name: `foreign vertices ${STEPS} steps later`, value: after?.foreign ?? Number.NaN },
    { name: 'foreign vertices at the end', value: end?.foreign ?? Number.NaN },
    { name: 'piercing edges at the switch', value: before?.piercingShare ?? Number.NaN, unit: '%' },
    { name: 'piercing edges at the end', value: end?.piercingShare ?? Number.NaN, unit: '%' },
    { name: 'contacts a step, most', value: Math.max(...rows.map((row) => row.contactsDcd)) },
    {
      name: 'kinetic energy at the end over its peak',
      value: (end?.kineticEnergy ?? Number.NaN) / peakEnergy(rows),
      unit: '%',
    },
  ];
}

const mean = (rows: readonly FrameRow[]): number => lastMean(rows, rows.length, (row) => row.penetrating);
