import { labelledCells } from '../mesh/air/labelled-cells.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { vertexEnd } from '../simulation/world/world.ts';
import { type CheckRunner, type Figure, type FrameState, peakKineticEnergy } from './check.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { inBorder } from './parts/space-air.ts';
import type { Scene } from './scene.ts';

/** Side of a box, and width of the gaps between boxes at the start [m]: the wider, the farther a box moves before the air locks. */
const BOX = 0.5;
const GAP = 0.2;
/** Layers of boxes on one another. */
const STOREYS = 2;
/** Time when the border begins to turn over, time of one turn [s], and number of turns. */
const TURN_TIME = 2;
const TURN = 4;
const TURNS = 2;
/** Time for boxes to come to rest again, and time of a frame [s]. */
const LAST_REST = 1;
const FRAME = 1 / 60;

export const stackedBoxes: Scene = {
  name: 'stacked-boxes',
  title: 'Fifty boxes, stacked and turned over',
  description:
    'Fifty boxes in two storeys fall to the floor of an invisible box, and stand still. Tetrahedra of air, drawn as thin lines, fill the space ' +
    'between them. Then the box turns over twice, and they slide and tumble. In an air mesh that stays as it is, each box is tied to its ' +
    'neighbours, and no box passes another one. So edges and faces of the air are removed and replaced after each step, where that makes ' +
    'elements better. Set improvements to 0 in the panel, and the boxes lock.',
  size: { meaning: 'boxes', default: 50, min: 8, max: 1000, small: 50, medium: 450, paper: 50 },
  frames: Math.round((TURN_TIME + TURNS * TURN + LAST_REST) / FRAME),
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
    const middle = planes[1][cells[1]] / 2;
    const turning = throughKeyframes(
      [
        { time: TURN_TIME, shift: [0, 0, 0] },
        { time: TURN_TIME + TURNS * TURN, shift: [0, 0, 0], turns: TURNS },
      ],
      { axis: [0, 0, 1], centre: [0, middle, 0] },
    );
    const space = labelledCells({ planes: [planes[0], planes[1], planes[2]], labels });
    const model = createModel('box', space.bodies[0], BOX / 2);
    const { placements, air, driver } = inBorder(
      space,
      space.bodies.map(() => model),
      turning,
    );
    return {
      placements,
      air,
      colliders: [],
      // Below the border when it stands on its side.
      ground: middle - planes[0][cells[0]],
      script: { drivers: [driver] },
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

/** Measures whether boxes stand still before the border turns; and how far that moves them, with and without improvements of the air. */
async function checkStackedBoxes(runner: CheckRunner): Promise<readonly Figure[]> {
  const improved = await watch(runner, 'air');
  const fixed = await watch(runner, 'air as it is', 0);
  const standing = improved.rows.filter(({ time }) => time < TURN_TIME);
  const last = standing.at(-1);
  return [
    {
      name: 'kinetic energy before the border turns, relative to its peak',
      value: (last?.kineticEnergy ?? Number.NaN) / peakKineticEnergy(standing),
      unit: '%',
      relation: '<',
      bound: 0.01,
    },
    {
      name: 'surface edges that pierce triangles before the border turns',
      value: last?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '=',
      bound: 0,
    },
    { name: 'mean displacement of boxes by the turn', value: improved.moved, unit: 'm' },
    { name: 'mean displacement if the air stays as it is', value: fixed.moved, unit: 'm' },
    // The ratio is below the bound so far: boxes that can't pass each other still move with the air between them, by most of the free room.
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

/** Runs the scene. @returns also the mean distance between a box's places before the border turns and at the end, where the border is back [m] */
async function watch(runner: CheckRunner, label: string, airFlips?: number) {
  let before: readonly number[] = [];
  let after: readonly number[] = [];
  const { rows } = await runner.run(label, {
    ...(airFlips !== undefined && { parameters: { airFlips } }),
    observe: (state) => {
      after = centresOf(state);
      if (state.row.time < TURN_TIME) before = after;
    },
  });
  let sum = 0;
  for (let i = 0; i < after.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => after[i + k] - before[i + k]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return { rows, moved: sum / (after.length / 3) };
}
