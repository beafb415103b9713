import { labelledCells } from '../mesh/air/labelled-cells.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { vertexEnd } from '../simulation/world/world.ts';
import { type CheckRunner, type Figure, type FrameState, peakKineticEnergy } from './check.ts';
import { STILL } from './parts/frame.ts';
import { inBorder } from './parts/space-air.ts';
import type { Scene } from './scene.ts';

/** Side of a box, and width of the gaps between boxes at the start [m]: the wider, the farther a box moves before the air locks. */
const BOX = 0.5;
const GAP = 0.2;
/** Layers of boxes on one another. */
const STOREYS = 2;
/** Time for boxes to come to rest at the start, time of random forces, time to come to rest again, and time of a frame [s]. */
const REST = 1.5;
const SHAKING = 7;
const LAST_REST = 2;
const FRAME = 1 / 60;
/** Greatest component of a random acceleration, two and a half times gravity [m/s^2], and time for which each lasts [s]. */
const FORCE = 25;
const PERIOD = 0.4;
const GRAVITY = 9.8;
/** Bound of the distance of a corner from the border, outside it [m]: that which surfaces keep. */
const OUTSIDE = 0.01;

export const stackedBoxes: Scene = {
  name: 'stacked-boxes',
  title: 'Fifty boxes, stacked and shaken',
  description:
    'Fifty boxes in two storeys fall to the floor of an invisible box, and stand still. Tetrahedra of air, drawn as thin lines, fill the space ' +
    'between them. Then random forces push every box its own way, without gravity, and in the end the boxes fall and come to rest again. In an air ' +
    'mesh that stays as it is, each box is tied to its neighbours, and none passes another one. So edges and faces of the air are removed and ' +
    'replaced after each step, where that makes elements better, and the boxes wander through the whole space. Set improvements to 0 in the ' +
    'panel, and they only rattle in their places.',
  size: { meaning: 'boxes', default: 50, min: 8, max: 1000, small: 50, medium: 450, paper: 50 },
  frames: Math.round((REST + SHAKING + LAST_REST) / FRAME),
  poster: 0.4,
  parameters: {
    mode: 'off',
    timeStep: FRAME / 2,
    stepsPerFrame: 2,
    iterations: 10,
    // Nearly all of a step's time goes into finding contacts.
    contacts: 'end-of-step',
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
  camera: { position: [3.6, 3, 5.8], target: [0, 0.8, 0] },
  check: checkStackedBoxes,
  build(size) {
    const across = Math.max(1, Math.round(Math.sqrt(size / STOREYS)));
    const cells = [2 * across + 1, 2 * STOREYS + 1, 2 * across + 1];
    const planes = cells.map((count, axis) => planesAcross(count, axis !== 1));
    const labels: number[] = [];
    let boxes = 0;
    for (let k = 0; k < cells[2]; k++)
      for (let j = 0; j < cells[1]; j++) for (let i = 0; i < cells[0]; i++) labels.push(i & j & k & 1 ? ++boxes : 0);
    const space = labelledCells({ planes: [planes[0], planes[1], planes[2]], labels });
    const model = createModel('box', space.bodies[0], BOX / 2);
    const { placements, air, driver } = inBorder(
      space,
      space.bodies.map(() => model),
      STILL,
    );
    return {
      placements,
      air,
      colliders: [],
      script: {
        drivers: [driver],
        forces: { from: REST, until: REST + SHAKING, period: PERIOD, acceleration: FORCE },
        switches: [
          { time: REST, parameters: { gravity: 0 } },
          { time: REST + SHAKING, parameters: { gravity: GRAVITY } },
        ],
      },
      notes: [],
    };
  },
};

/** Returns the places of planes [m] with gaps and boxes in turn between them. */
function planesAcross(count: number, centred: boolean): number[] {
  const planes = Array.from({ length: count + 1 }, (_, i) => (BOX + GAP) * (i >> 1) + (i & 1 ? GAP : 0));
  return planes.map((x) => (centred ? x - planes[count] / 2 : x));
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

/** Returns the greatest distance by which a box's corner lies outside the border [m]; below 0 if none does. */
function farthestOutside({ world, positions }: FrameState): number {
  const borderBase = 3 * world.bodies[world.bodies.length - 1].vertexBase;
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = borderBase; i < positions.length; i++) {
    least[i % 3] = Math.min(least[i % 3], positions[i]);
    most[i % 3] = Math.max(most[i % 3], positions[i]);
  }
  let farthest = -Infinity;
  for (let i = 0; i < borderBase; i++)
    farthest = Math.max(farthest, least[i % 3] - positions[i], positions[i] - most[i % 3]);
  return farthest;
}

/** Measures whether boxes stand still before and after random forces; and how far these move them, with and without improvements of the air. */
async function checkStackedBoxes(runner: CheckRunner): Promise<readonly Figure[]> {
  const improved = await watch(runner, 'air');
  const fixed = await watch(runner, 'air as it is', 0);
  const standing = improved.rows.filter(({ time }) => time < REST);
  const pushed = improved.rows.filter(({ time }) => time >= REST && time < REST + SHAKING);
  return [
    ...atRest('before the forces', standing, peakKineticEnergy(standing)),
    ...atRest('at the end', improved.rows, peakKineticEnergy(improved.rows)),
    {
      name: 'surface edges that pierce triangles while forces act, mean',
      value: pushed.reduce((sum, { piercingShare = Number.NaN }) => sum + piercingShare, 0) / pushed.length,
      unit: '%',
      relation: '<',
      bound: 0.005,
    },
    {
      name: 'greatest distance of a corner outside the border, at any time',
      value: Math.max(improved.outside, 0),
      unit: 'm',
      relation: '<',
      bound: OUTSIDE,
    },
    { name: 'mean displacement of boxes by the forces', value: improved.moved, unit: 'm' },
    { name: 'mean displacement if the air stays as it is', value: fixed.moved, unit: 'm' },
    { name: 'ratio of the two', value: improved.moved / fixed.moved, relation: '>=', bound: 5 },
  ];
}

/** Returns figures of the last frame, in which boxes should stand. @param peak greatest kinetic energy so far [J] */
function atRest(when: string, rows: readonly FrameRow[], peak: number): readonly Figure[] {
  const last = rows.at(-1);
  return [
    {
      name: `kinetic energy ${when}, relative to its peak`,
      value: (last?.kineticEnergy ?? Number.NaN) / peak,
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: `surface edges that pierce triangles ${when}`,
      value: last?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '=',
      bound: 0,
    },
  ];
}

/** Runs the scene. @returns also the mean distance between a box's places before the forces and at the end [m], and `farthestOutside` over time */
async function watch(runner: CheckRunner, label: string, airFlips?: number) {
  let before: readonly number[] = [];
  let after: readonly number[] = [];
  let outside = -Infinity;
  const { rows } = await runner.run(label, {
    ...(airFlips !== undefined && { parameters: { airFlips } }),
    observe: (state) => {
      after = centresOf(state);
      if (state.row.time < REST) before = after;
      outside = Math.max(outside, farthestOutside(state));
    },
  });
  let sum = 0;
  for (let i = 0; i < after.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => after[i + k] - before[i + k]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return { rows, outside, moved: sum / (after.length / 3) };
}
