import { labelledCells } from '../mesh/air/labelled-cells.ts';
import { layeredSkirt } from '../scenes/layered-skirt.ts';
import { pressedBall } from '../scenes/parts/ball-in-press.ts';
import { throughKeyframes } from '../scenes/parts/keyframes.ts';
import { noodleInAir, noodleOnFloor } from '../scenes/parts/noodle-on-floor.ts';
import { rigidFit } from '../scenes/parts/rigid-fit.ts';
import type { SceneBuild } from '../scenes/parts/scene-build.ts';
import { inBorder } from '../scenes/parts/space-air.ts';
import { stackedBoxes } from '../scenes/stacked-boxes.ts';
import { tangledBall } from '../scenes/tangled-ball.ts';
import { tangledNoodle } from '../scenes/tangled-noodle.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { vertexEnd, type World } from '../simulation/world/world.ts';
import type { Rival, TangledStart } from './air-rival-run.ts';

/** Methods, each alone. The constraint of air keeps no distance, so air has none. */
export const RIVALS: readonly Rival[] = [
  { name: 'shortest paths', parameters: { mode: 'dcd', recovery: 'paths' }, withoutBorder: true },
  { name: 'CCD', parameters: { mode: 'ccd' }, withoutBorder: true },
  { name: 'air', parameters: { air: 'on', airFlips: 1, contactOffset: 0 } },
  { name: 'air as it is', parameters: { air: 'on', airFlips: 0, contactOffset: 0 } },
];

/** Steps after the switch that are measured one by one. */
export const SINGLE_STEPS = 50;
/** Boxes of the flattened stack: 4 x 4 in each of two storeys. */
const BOXES = 32;
const STOREYS = 2;
/** Side of a box in a frame, width of the gap around it [m], time in which the frame turns [s], and its turn [full turns]. */
const BOX = 0.5;
const GAP = 0.5;
const TURN_TIME = 0.5;
const TURN = 0.5;
const DEGREES = 180 / Math.PI;

/** The start that is drawn. */
export const PICTURED: TangledStart = {
  name: 'noodle',
  title: 'A noodle of many rows, fallen flat (after `tangled-noodle`)',
  build: () => noodleOnFloor(noodleInAir()),
  parameters: tangledNoodle.parameters,
  tanglingSteps: 150,
  atSwitch: {
    timeStep: 8.3e-4,
    youngsModulus: 4e6,
    iterations: 25,
    velocityDamping: 50,
    staticFriction: 0,
    dynamicFriction: 0,
  },
  singleSteps: SINGLE_STEPS,
  afterwards: { youngsModulus: 5e5, iterations: 10, velocityDamping: 20 },
  lastSteps: 200,
};

/** The runs, the least costly one last. `tangled-ball` and `tangled-noodle` lend their parameters and the changes at their switch. */
export const STARTS: readonly TangledStart[] = [
  {
    name: 'ball',
    title: 'A ball with tentacles, pressed into itself (after `tangled-ball`)',
    build: () => pressedBall(),
    parameters: tangledBall.parameters,
    tanglingSteps: 160,
    atSwitch: { velocityDamping: 50 },
    singleSteps: SINGLE_STEPS,
    afterwards: { velocityDamping: 4 },
    lastSteps: 260,
  },
  PICTURED,
  {
    name: 'boxes',
    title: 'Boxes in two storeys, all at height 0 (after `stacked-boxes`)',
    build: () => stackedBoxes.build(BOXES),
    parameters: { ...stackedBoxes.parameters, flatten: true, gravity: 0 },
    tanglingSteps: 10,
    atSwitch: { flatten: false, velocityDamping: 20 },
    singleSteps: SINGLE_STEPS,
    afterwards: { velocityDamping: 1 },
    lastSteps: 150,
    own: { title: 'stacks in order', of: stacksInOrder },
  },
  {
    name: 'skirt',
    title: 'Three layers of cloth that have dropped through legs (`layered-skirt`)',
    build: () => layeredSkirt.build(layeredSkirt.size.small),
    parameters: layeredSkirt.parameters,
    tanglingSteps: 120,
    atSwitch: {},
    singleSteps: SINGLE_STEPS,
    afterwards: {},
    lastSteps: 200,
  },
  {
    name: 'box',
    title: 'A box in a frame that has made half a turn around it, without touching it',
    build: boxInFrame,
    parameters: { ...stackedBoxes.parameters, gravity: 0 },
    tanglingSteps: 72,
    atSwitch: {},
    singleSteps: SINGLE_STEPS,
    afterwards: {},
    lastSteps: 200,
    own: { title: 'turn of the box', of: turnOfBox },
  },
];

/** Places a box in a frame that turns about it. Nothing is near the box: the gaps are as wide as the box. */
function boxInFrame(): SceneBuild {
  const planes = [0, GAP, GAP + BOX, GAP + BOX + GAP];
  const labels = Array.from({ length: 27 }, (_, cell) => (cell === 13 ? 1 : 0));
  const space = labelledCells({ planes: [planes, planes, planes], labels });
  const middle = GAP + BOX / 2;
  const turning = throughKeyframes(
    [
      { time: 0, shift: [0, 0, 0] },
      { time: TURN_TIME, shift: [0, 0, 0], turns: TURN },
    ],
    { axis: [0, 0, 1], centre: [middle, middle, middle] },
  );
  const { placements, air, driver } = inBorder(space, [createModel('box', space.bodies[0], BOX / 2)], turning);
  return { placements, air, colliders: [], script: { drivers: [driver] }, notes: [] };
}

/** Returns the angle by which the first body has turned from its rest shape. */
function turnOfBox(positions: Float32Array, world: World): string {
  const { mesh } = world.models[world.bodies[0].model];
  const { rotation } = rigidFit(mesh.positions, positions.slice(0, 3 * vertexEnd(world, 0)));
  const cosine = (rotation[0] + rotation[4] + rotation[8] - 1) / 2;
  return `${Math.round(DEGREES * Math.acos(Math.min(1, Math.max(-1, cosine))))}°`;
}

/** Counts pairs of boxes, one of them on the other at first, that are so again. */
function stacksInOrder(positions: Float32Array, world: World): string {
  const heights = world.bodies.slice(0, -1).map(({ vertexBase }, body) => {
    const ys = positions.subarray(3 * vertexBase, 3 * vertexEnd(world, body)).filter((_, i) => i % 3 === 1);
    return ys.reduce((sum, y) => sum + y, 0) / ys.length;
  });
  const across = Math.round(Math.sqrt(heights.length / STOREYS));
  // Boxes are numbered along x, then upwards, then along z.
  const lower = heights.flatMap((_, body) => (Math.floor(body / across) % STOREYS === 0 ? [body] : []));
  const inOrder = lower.filter((body) => heights[body + across] > heights[body] + BOX / 2).length;
  return `${inOrder} of ${lower.length}`;
}
