import { labelledCells } from '../mesh/air/labelled-cells.ts';
import { seededRandom } from '../math/random.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Motion } from '../simulation/script/motion.ts';
import { vertexEnd } from '../simulation/world/world.ts';
import { type CheckRunner, type Figure, type FrameState, peakKineticEnergy } from './check.ts';
import { inBorder } from './parts/space-air.ts';
import type { Scene } from './scene.ts';

/** Side of a box, and of the gaps between boxes at the start [m]. */
const CELL = 0.5;
/** Layers of boxes on one another. */
const STOREYS = 2;
/** Time when the border begins to shake, time between its turns [s], and their number. */
const SHAKE_TIME = 2.5;
const SHAKE_STEP = 0.25;
const SHAKES = 16;
/** Greatest shift of the border along x and along z [m]. */
const SHIFT = 0.4;
const SEED = 5;
/** Time for boxes to come to rest again, and time of a frame [s]. */
const LAST_REST = 1.5;
const FRAME = 1 / 60;

export const stackedBoxes: Scene = {
  name: 'stacked-boxes',
  title: 'Fifty boxes, stacked and shaken',
  description:
    'Fifty boxes in two storeys fall to the floor of an invisible box, and stand still. Tetrahedra of air, drawn as thin lines, fill the space ' +
    'between them. Then the box is shaken, and boxes slide past one another. An air mesh that stays as it is would hold them in their rows, ' +
    'since each box is tied to its neighbours by the air between them. So edges and faces of the air are removed and replaced after each ' +
    'step where that makes elements better. Set improvements to 0 in the panel and watch the boxes lock.',
  size: { meaning: 'boxes', default: 50, min: 8, max: 1000, small: 50, medium: 450, paper: 50 },
  frames: Math.round((SHAKE_TIME + SHAKES * SHAKE_STEP + LAST_REST) / FRAME),
  poster: 0.4,
  parameters: {
    mode: 'off',
    timeStep: FRAME / 2,
    stepsPerFrame: 2,
    iterations: 10,
    youngsModulus: 1e6,
    poissonRatio: 0.3,
    density: 500,
    // With one sweep, boxes that are pressed together never come to rest.
    airIterations: 2,
    // Boxes keep this distance, so that the air between them has some volume left to be improved.
    contactOffset: 0.01,
    velocityDamping: 0.5,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
  },
  camera: { position: [5, 4, 8], target: [0, 1.3, 0] },
  check: checkStackedBoxes,
  build(size) {
    const across = Math.max(1, Math.round(Math.sqrt(size / STOREYS)));
    const cells = [2 * across + 1, 2 * STOREYS + 1, 2 * across + 1];
    const planes = cells.map((count, axis) =>
      Array.from({ length: count + 1 }, (_, i) => CELL * (i - (axis === 1 ? 0 : count / 2))),
    );
    const labels: number[] = [];
    let boxes = 0;
    for (let k = 0; k < cells[2]; k++)
      for (let j = 0; j < cells[1]; j++) for (let i = 0; i < cells[0]; i++) labels.push(i & j & k & 1 ? ++boxes : 0);
    const space = labelledCells({ planes: [planes[0], planes[1], planes[2]], labels });
    const model = createModel('box', space.bodies[0], CELL / 2);
    const { placements, air, driver } = inBorder(
      space,
      space.bodies.map(() => model),
      shakes(),
    );
    return { placements, air, colliders: [], script: { drivers: [driver] }, notes: [] };
  },
};

/** Returns the border's motion, straight between random places; in the end it is back at its start. */
function shakes(): Motion {
  const random = seededRandom(SEED);
  const times = Array.from({ length: SHAKES + 1 }, (_, i) => SHAKE_TIME + i * SHAKE_STEP);
  const shift = () => SHIFT * (2 * random() - 1);
  return { times, shifts: times.map((_, i) => (i % SHAKES === 0 ? [0, 0, 0] : [shift(), 0, shift()])) };
}

/** Returns the centres of all boxes [m], 3 numbers each. */
function centresOf({ world, positions }: FrameState): number[] {
  // The border is the last body.
  return world.bodies.slice(0, -1).flatMap(({ vertexBase }, body) => {
    const [begin, end] = [3 * vertexBase, 3 * vertexEnd(world, body)];
    const sums = [0, 0, 0];
    for (let i = begin; i < end; i++) sums[(i - begin) % 3] += positions[i];
    return sums.map((sum) => sum / ((end - begin) / 3));
  });
}

/** Measures whether boxes stand still before the border shakes; and how far shaking moves them, with and without improvements of the air. */
async function checkStackedBoxes(runner: CheckRunner): Promise<readonly Figure[]> {
  const improved = await watch(runner, 'air');
  const fixed = await watch(runner, 'air as it is', 0);
  const standing = improved.rows.filter(({ time }) => time < SHAKE_TIME);
  const last = standing.at(-1);
  return [
    {
      name: 'kinetic energy before the border shakes, relative to its peak',
      value: (last?.kineticEnergy ?? Number.NaN) / peakKineticEnergy(standing),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'surface edges that pierce triangles before the border shakes',
      value: last?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '=',
      bound: 0,
    },
    { name: 'mean displacement of boxes by shaking', value: improved.moved, unit: 'm' },
    { name: 'mean displacement if the air stays as it is', value: fixed.moved, unit: 'm' },
    { name: 'ratio of the two', value: improved.moved / fixed.moved, relation: '>=', bound: 5 },
    {
      name: 'surface edges that pierce triangles at the end',
      value: improved.rows.at(-1)?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
  ];
}

/** Runs the scene. @returns also the mean distance between a box's places before the border shakes and at the end, where the border is back [m] */
async function watch(runner: CheckRunner, label: string, airFlips?: number) {
  let before: readonly number[] = [];
  let after: readonly number[] = [];
  const { rows } = await runner.run(label, {
    ...(airFlips !== undefined && { parameters: { airFlips } }),
    observe: (state) => {
      after = centresOf(state);
      if (state.row.time < SHAKE_TIME) before = after;
    },
  });
  let sum = 0;
  for (let i = 0; i < after.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => after[i + k] - before[i + k]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return { rows, moved: sum / (after.length / 3) };
}
