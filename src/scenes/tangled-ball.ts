import { squishyBall } from './models/squishy-ball.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  lastMean,
  overlapAtEnd,
  type FrameState,
  peakKineticEnergy,
  PIERCING_AT_REST,
} from './check.ts';
import { cubeRoot } from '../math/arithmetic.ts';
import { place, press } from './parts/place.ts';
import { unmodifiedFigures } from './parts/unmodified.ts';
import type { Scene } from './scene.ts';

/** Height of the ball's centre [m]. There is no gravity. The height keeps the tentacles away from the drawn ground. */
const HEIGHT = 2.2;
/**
 * Orientation of the ball (quaternion), for which no tentacle points straight at a plate. A plate would push such a tentacle straight
 * into the ball.
 */
const ORIENTATION = [0.2, 0.3, 0.17, 1] as const;
/** Time when collisions are switched on [s]. At this time the plates stand still, and the ball is at rest. */
const SWITCH_TIME = 0.8;
/** Time when the plates begin to part [s]. */
const PART_TIME = 1;
/** Distance between the plates before and after the ball is pressed [m]. */
const OPEN_DISTANCE = 3.9;
/** Distance between the plates while the ball is pressed [m]. */
const PRESSED_DISTANCE = 1.45;
/** Number of steps within which almost all penetrating vertices leave, once collisions are switched on. */
const UNTANGLING_STEPS = 20;
/** [s] */
const TIME_STEP = 5e-3;
const STEPS_PER_FRAME = 4;
/** Tetrahedra at size small, and the iterations and contact passes there. */
const SMALL = 8000;
const ITERATIONS = 15;
/** With fewer contact passes, twice as many vertices would stay penetrating, since inverted elements would keep shaking their surroundings. */
const CONTACT_PASSES = 8;
/** Duration of the part with one step per frame, which starts at SWITCH_TIME [s]. The parts before and after it have whole frames. */
const SINGLE_STEPS_DURATION = 24 * TIME_STEP;
/** A vertex counts as deep if its penetration depth exceeds this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;

/**
 * Returns the iterations and contact passes with which the ball untangles. A push takes more of them through more elements. At size medium 4.9 % of the
 * penetrating vertices are left after twenty steps (one run); with other numbers of passes and speeds between 3.3 % and 5.1 % were.
 */
const untanglingEffort = (size: number): Partial<SimulationParameters> => {
  const effort = cubeRoot(size / SMALL);
  return effort <= 1
    ? {}
    : { iterations: Math.round(ITERATIONS * effort), contactPasses: Math.round(CONTACT_PASSES * effort) };
};

export const tangledBall: Scene = {
  name: 'tangled-ball',
  title: 'A ball pressed into itself, then untangled',
  description:
    'Two plates press a squishy ball while its self-collisions are off: tentacles sink into the ball and into one another, and ' +
    'turn blue. Then the plates stand still, collisions are switched on, and each frame shows a single step: every ' +
    'penetrating vertex, edge and element follows its shortest path out, and after twenty steps almost nothing is blue. ' +
    'Then the plates part, and the ball regains its shape. Gravity is off.',
  figure: '16',
  size: {
    meaning: 'tetrahedra',
    default: 8000,
    min: 5000,
    max: 1_000_000,
    small: SMALL,
    medium: 80_000,
    paper: 704_000,
  },
  frames: 134,
  poster: 0.3,
  parameters: {
    mode: 'off',
    // With so many contact points, projecting contacts only after the material solve would leave twice as many vertices penetrating.
    contacts: 'in-the-loop',
    contactPoints: 'all',
    // The whole tangle is one part, which no single direction leads out of; each tentacle's shortest path is right. By regions, a fifth of the points that
    // penetrate at size medium would be left after twenty steps.
    recovery: 'paths',
    // Longer than the paper's 3.3e-4 s. A coarse ball's tentacles penetrate by half a metre and leave by 3 cm per step.
    timeStep: TIME_STEP,
    stepsPerFrame: STEPS_PER_FRAME,
    iterations: ITERATIONS,
    depenetrationSpeed: 6,
    gravity: 0,
    // Soft enough for this time step. With a stiffer material, elements that contacts have inverted would stay inverted, and their
    // vertices would stay penetrating.
    youngsModulus: 1e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-3,
    velocityDamping: 4,
    staticFriction: 0,
    dynamicFriction: 0,
    contactOffset: 5e-4,
    contactPasses: CONTACT_PASSES,
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
      placements: [{ model, positions: place(ball.mesh.positions, ORIENTATION, [0, HEIGHT, 0]) }],
      colliders,
      plates,
      script: {
        colliders: moving,
        switches: [
          {
            time: SWITCH_TIME,
            parameters: { mode: 'hybrid', stepsPerFrame: 1, velocityDamping: 50, ...untanglingEffort(size) },
          },
          {
            time: SWITCH_TIME + SINGLE_STEPS_DURATION,
            parameters: { stepsPerFrame: STEPS_PER_FRAME, velocityDamping: 4 },
          },
        ],
      },
      notes: [],
    };
  },
};

async function checkTangledBall(runner: CheckRunner): Promise<readonly Figure[]> {
  let lastState: FrameState | undefined;
  const { rows } = await runner.run('hybrid', {
    observe: (state) => {
      lastState = state;
    },
  });
  const switchRow = rows.findLast((row) => row.time < SWITCH_TIME + TIME_STEP / 2);
  const laterRow = rows.find((row) => row.step === (switchRow?.step ?? 0) + UNTANGLING_STEPS);
  const end = rows.at(-1);
  const tentacleRadius = lastState?.world.models[0].thickness ?? 0;
  const penetratingAtSwitch = switchRow?.penetrating ?? Number.NaN;
  return [
    {
      name: 'penetrating vertices when collisions are switched on',
      value: penetratingAtSwitch,
      relation: '>=',
      bound: 100,
    },
    {
      name: `penetrating vertices ${UNTANGLING_STEPS} steps later, relative to the switch`,
      value: (laterRow?.penetrating ?? Number.NaN) / penetratingAtSwitch,
      unit: '%',
      relation: '<=',
      bound: 0.05,
    },
    {
      name: "at the end, surface vertices deeper than 5 % of a tentacle's radius",
      value: lastState ? shareDeeperThan(lastState, DEEP_SHARE * tentacleRadius) : Number.NaN,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'penetrating vertices after that until the plates part, relative to the switch, mean',
      value:
        meanPenetrating(rows.filter(({ step, time }) => step > (laterRow?.step ?? 0) && time < PART_TIME)) /
        penetratingAtSwitch,
      unit: '%',
    },
    { name: 'deepest vertex at the switch', value: switchRow?.deepest ?? Number.NaN, unit: 'm' },
    { name: `deepest vertex ${UNTANGLING_STEPS} steps later`, value: laterRow?.deepest ?? Number.NaN, unit: 'm' },
    { name: 'interpenetrating vertices at the switch', value: switchRow?.interpenetrating ?? Number.NaN },
    {
      name: `interpenetrating vertices ${UNTANGLING_STEPS} steps later`,
      value: laterRow?.interpenetrating ?? Number.NaN,
    },
    overlapAtEnd('', rows, 1),
    { name: 'interpenetrating vertices at the end', value: end?.interpenetrating ?? Number.NaN },
    {
      name: 'surface edges that pierce triangles at the switch',
      value: switchRow?.piercingShare ?? Number.NaN,
      unit: '%',
    },
    {
      name: 'surface edges that pierce triangles at the end',
      value: end?.piercingShare ?? Number.NaN,
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'maximum of contacts per step', value: Math.max(...rows.map((row) => row.contactsDcd)) },
    {
      name: 'kinetic energy at the end, relative to its peak',
      value: (end?.kineticEnergy ?? Number.NaN) / peakKineticEnergy(rows),
      unit: '%',
    },
    ...(await unmodifiedFigures(runner, {
      scene: 'tangled-ball',
      switchTime: SWITCH_TIME,
      fallFrames: Math.round(SWITCH_TIME / (STEPS_PER_FRAME * TIME_STEP)),
      // The ball is torn apart. Further steps would take ever longer, since ever more points penetrate.
      singleSteps: UNTANGLING_STEPS,
      longFrames: 0,
    })),
  ];
}

/** Mean number of penetrating surface vertices. */
const meanPenetrating = (rows: readonly FrameRow[]): number => lastMean(rows, rows.length, (row) => row.penetrating);
