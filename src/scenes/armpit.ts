import { createModel } from '../simulation/world/create-model.ts';
import type { CheckRunner, Figure } from './check.ts';
import { armpit as armpitModel, SHOULDER } from './models/armpit.ts';
import { countAirViolations } from './parts/air-violations.ts';
import { throughKeyframes } from './parts/keyframes.ts';
import { STILL } from './parts/rigid-surface.ts';
import type { Scene } from './scene.ts';

/** Times when the arm begins to sink and when it is down, and when the air is on [s]. */
const SINK_TIME = 0.5;
const DOWN_TIME = 1.5;
const AIR_TIME = 2.5;
/** Angle by which the arm sinks [full turns]. */
const SINK = -0.065;
/** Thickness of the arm [m], which penetration depths are compared with. */
const ARM = 0.36;

export const armpit: Scene = {
  name: 'armpit',
  title: 'An armpit with a little air',
  description:
    'A torso and an arm, one body. Bones move it: the arm sinks to the torso, and skin overlaps skin in the armpit. A mesh of air fills ' +
    'nothing but the armpit, drawn as thin lines, with inverted elements in red. At first it is switched off. After two and a half seconds it ' +
    'is switched on. Watch the red vanish while the arm stays where it is: skin folds where it meets skin. For one place where a body meets ' +
    'itself, a few hundred elements are enough, made once.',
  size: { meaning: 'cells per metre', default: 8, min: 5, max: 16, small: 8, medium: 14, paper: 14 },
  frames: 270,
  poster: 0.85,
  parameters: {
    mode: 'off',
    timeStep: 1 / 120,
    stepsPerFrame: 2,
    iterations: 10,
    airIterations: 2,
    // The arm only comes nearer and goes away; nothing slides far enough for the mesh to lock.
    airFlips: 0,
    gravity: 0,
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    velocityDamping: 2,
  },
  camera: { position: [1.6, 1.4, 3.4], target: [0.35, 0.75, 0] },
  check: checkArmpit,
  build(size, progress) {
    const { mesh, air, spine, armBone } = armpitModel(1 / size, progress);
    const model = createModel('torso with an arm', mesh, ARM);
    const sinking = throughKeyframes(
      [
        { time: SINK_TIME, shift: [0, 0, 0] },
        { time: DOWN_TIME, shift: [0, 0, 0], turns: SINK },
      ],
      { axis: [0, 0, 1], centre: SHOULDER },
    );
    return {
      placements: [{ model, positions: mesh.positions }],
      air,
      colliders: [],
      script: {
        drivers: [
          { body: 0, vertices: spine, motion: STILL, bare: true },
          { body: 0, vertices: armBone, motion: sinking, bare: true },
        ],
        switches: [
          { time: 0, parameters: { air: 'off' } },
          { time: AIR_TIME, parameters: { air: 'on' } },
        ],
      },
      notes: [],
    };
  },
};

/** Measures the overlap of skin with skin, by the air and independently of it by edges that pierce triangles. */
async function checkArmpit(runner: CheckRunner): Promise<readonly Figure[]> {
  let [overlapping, last] = [Number.NaN, Number.NaN];
  const { rows } = await runner.run('air', {
    observe: (state) => {
      last = countAirViolations(state);
      if (state.row.time < AIR_TIME) overlapping = last;
    },
  });
  const before = rows.filter(({ time }) => time < AIR_TIME).at(-1);
  const end = rows.at(-1);
  return [
    { name: 'elements of air that are inverted before the air is on', value: overlapping, relation: '>', bound: 0 },
    {
      name: 'surface edges that pierce triangles then',
      value: before?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '>',
      bound: 0,
    },
    { name: 'elements of air that are inverted at the end', value: last, relation: '=', bound: 0 },
    {
      name: 'surface edges that pierce triangles at the end',
      value: end?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '=',
      bound: 0,
    },
  ];
}
