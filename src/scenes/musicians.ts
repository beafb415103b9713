import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { vertexEnd } from '../simulation/world/world.ts';
import { type CheckRunner, type Figure, type FrameState, PIERCING_AT_REST } from './check.ts';
import { MUSICIANS, MUSICIANS_CELL, musicians as musiciansInSpace } from './models/musicians.ts';
import { rigidFit } from './parts/rigid-fit.ts';
import { STILL } from './parts/rigid-surface.ts';
import { inBorder } from './parts/space-air.ts';
import type { Scene } from './scene.ts';

/** Time when all are pressed flat, when they are let go, and when motion is damped no more than at first [s]. */
const FLATTEN_TIME = 0.5;
const RELEASE_TIME = 1.25;
const RECOVERED_TIME = 3.25;
/** Damping of velocities, while bodies get their shapes back and else [1/s]. */
const RECOVERY_DAMPING = 20;
const VELOCITY_DAMPING = 1;
/** Thickness of limbs [m], which penetration depths are compared with. */
const LIMB = 0.1;

export const musicians: Scene = {
  name: 'musicians',
  title: 'Four musicians, pressed flat',
  description:
    'A donkey, a dog, a cat and a rooster, one above the other, as in the tale of the town musicians of Bremen. Tetrahedra of air, drawn as ' +
    'thin lines, fill the space between them. After half a second everything is pressed to height 0, and no position tells any more who was ' +
    'on top of whom. Then they are let go. Watch them rise out of the flat picture in the old order and get their shapes back, down to the ' +
    'ears: the air remembers who was where. Switch the air mesh off, and all four get stuck in one another. Gravity is off.',
  size: { meaning: 'tetrahedra', default: 2786, min: 2786, max: 2786, small: 2786, medium: 2786, paper: 2786 },
  frames: 270,
  poster: 0.33,
  parameters: {
    mode: 'off',
    // Steps half as long as the paper's frames: with those, a foot of the donkey stays crumpled.
    timeStep: 1 / 120,
    stepsPerFrame: 2,
    iterations: 10,
    // With one sweep, hundreds of elements of air stay inverted for seconds.
    airIterations: 2,
    // As often as in the paper's Table 1.
    airFlips: 4,
    gravity: 0,
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    density: 500,
    materialDamping: 1e-3,
    velocityDamping: VELOCITY_DAMPING,
    staticFriction: 0.5,
    dynamicFriction: 0.4,
  },
  camera: { position: [2.2, 2.2, 4.4], target: [-0.1, 1.45, 0] },
  // The musicians and where they are pressed flat, without the upper end of the border around them.
  focus: { centre: [-0.2, 1.5, 0], radius: 1.72 },
  check: checkMusicians,
  build(_, progress) {
    const space = musiciansInSpace(MUSICIANS_CELL, progress);
    const models = space.bodies.map((mesh, i) => createModel(MUSICIANS[i], mesh, LIMB));
    const { placements, air, driver } = inBorder(space, models, STILL);
    return {
      placements,
      air,
      colliders: [],
      script: {
        drivers: [driver],
        switches: [
          { time: FLATTEN_TIME, parameters: { flatten: true } },
          { time: RELEASE_TIME, parameters: { flatten: false, velocityDamping: RECOVERY_DAMPING } },
          { time: RECOVERED_TIME, parameters: { velocityDamping: VELOCITY_DAMPING } },
        ],
      },
      notes: [],
    };
  },
};

/** The musicians, from the donkey up. */
interface Snapshot {
  /** Heights of their centres [m]. */
  readonly heights: readonly number[];
  /** Greatest rms distance from the rest shape after the best rigid motion, as a share of a body's extent. */
  readonly shapeError: number;
  /** Number of inverted or flat tetrahedra of bodies. */
  readonly inverted: number;
}

function snapshot({ world, positions }: FrameState): Snapshot {
  const bodies = MUSICIANS.map((_, i) => {
    const { model, vertexBase } = world.bodies[i];
    const { mesh } = world.models[model];
    const now = positions.slice(3 * vertexBase, 3 * vertexEnd(world, i));
    const { rms, movedCentre } = rigidFit(mesh.positions, now);
    const volumes = signedVolumes({ positions: now, tets: mesh.tets });
    return {
      height: movedCentre[1],
      error: rms / extentOf(mesh.positions),
      inverted: volumes.filter((v) => !(v > 0)).length,
    };
  });
  return {
    heights: bodies.map(({ height }) => height),
    shapeError: Math.max(...bodies.map(({ error }) => error)),
    inverted: bodies.reduce((sum, { inverted }) => sum + inverted, 0),
  };
}

/** Returns the greatest of a body's extents along x, y and z [m]. */
const extentOf = (positions: Float32Array): number =>
  Math.max(
    ...[0, 1, 2].map((axis) => {
      const along = positions.filter((_, i) => i % 3 === axis);
      return Math.max(...along) - Math.min(...along);
    }),
  );

/** Measures order and shapes after everything was flat; and whether bodies are inside one another without air. */
async function checkMusicians(runner: CheckRunner): Promise<readonly Figure[]> {
  let flat = Number.NaN;
  let end: Snapshot | undefined;
  const { rows } = await runner.run('air', {
    observe: (state) => {
      end = snapshot(state);
      if (state.row.time < RELEASE_TIME) flat = Math.max(...end.heights.map(Math.abs));
    },
  });
  const without = await runner.run('no air', { parameters: { air: 'off' } });
  if (!end) throw new Error('The run has no frame, expected some');
  const { heights, inverted, shapeError } = end;
  const inOrder = heights.filter((height, i) => i === 0 || height > heights[i - 1]).length;
  return [
    { name: 'greatest height of a centre while all are flat', value: flat, unit: 'm', relation: '=', bound: 0 },
    { name: 'musicians in the old order at the end', value: inOrder, relation: '=', bound: MUSICIANS.length },
    {
      name: 'greatest rms error of a shape at the end, relative to its extent',
      value: shapeError,
      unit: '%',
      relation: '<',
      bound: 0.02,
    },
    { name: 'inverted tetrahedra of bodies at the end', value: inverted, relation: '=', bound: 0 },
    {
      name: 'surface edges that pierce triangles at the end',
      value: rows.at(-1)?.piercingShare ?? Number.NaN,
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'elements of air inverted at the end', value: rows.at(-1)?.airInverted ?? Number.NaN },
    {
      name: 'surface edges that pierce triangles at the end, without air',
      value: without.rows.at(-1)?.piercingShare ?? Number.NaN,
      unit: '%',
      relation: '>',
      bound: 0.02,
    },
  ];
}
