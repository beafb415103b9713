import { squishyBall } from './models/squishy-ball.ts';
import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/create-model.ts';
import { type CheckRunner, shareDeeperThan, type Figure, type FrameState } from './check.ts';
import { place, press } from './parts/place.ts';
import { rigidFit } from './parts/rigid-fit.ts';
import type { Scene } from './scene.ts';
import { finerSteps } from './start-parameters.ts';

/** Height of the ball's centre [m]. The flattened ball stays clear of the ground; there is no gravity. */
const HEIGHT = 4.6;
/**
 * Quaternion that turns the ball so that no tentacle points straight at a plate, where it would be pushed straight into the ball.
 */
const TURN = [0.2, 0.3, 0.17, 1] as const;
/** Radius of the ball without tentacles [m], as the model is made. */
const RADIUS = 1;
/** Least distance between the plates [m]. */
const PRESSED_DISTANCE = RADIUS / 20;
/** Time when the ball has left the plates and steps may be longer [s]. */
const CALM_TIME = 1.5;
/** A vertex counts as deep if its penetration depth is above this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/** Relative tolerance of the ball's thickness between the plates, for float32 rounding. */
const ROUNDING = 1e-3;

export const flattenedBall: Scene = {
  name: 'flattened-ball',
  title: 'A ball pressed flat as a sheet',
  description:
    'Two plates press a squishy ball with tentacles to a twentieth of its radius. Watch the tentacles lie down between plate and ball ' +
    'without sinking into it, and the ball, which keeps its volume, spread out to a disc. Then the plates part, and everything ' +
    'recovers: nothing stays tangled or inside another part, and the rest shape returns. Gravity is off.',
  figure: '11',
  size: {
    meaning: 'tetrahedra',
    default: 5000,
    min: 4000,
    max: 3_000_000,
    small: 5000,
    medium: 50_000,
    paper: 2_810_000,
  },
  frames: 350,
  poster: 0.29,
  parameters: {
    // Edges are tested too: a coarse ball's are longer than a tentacle is thick, and could cross one with no vertex inside.
    contactPoints: 'edges',
    timeStep: 2e-3,
    stepsPerFrame: 5,
    iterations: 8,
    gravity: 0,
    // Soft for this time step, so that eight iterations preserve the volume.
    youngsModulus: 3e4,
    // If a sheet is pressed below (1 - 2 nu) / (2 - 2 nu) of its thickness, the energy's tension in the plane, mu |F|^2 / 2,
    // exceeds the volume term, and the sheet shrinks and crumples. At nu = 0.4 that is a sixth of the thickness, at 0.49 a
    // fiftieth, which is thinner than this ball is pressed.
    poissonRatio: 0.49,
    density: 1000,
    materialDamping: 2e-3,
    velocityDamping: 2.5,
    staticFriction: 0,
    dynamicFriction: 0,
    contactOffset: 5e-4,
    contactPasses: 1,
  },
  parametersAt: (size) => finerSteps(flattenedBall, size),
  camera: { position: [9.4, 7, 10.7], target: [0, HEIGHT - 0.2, 0] },
  check: checkFlattenedBall,
  build(size, progress) {
    const ball = squishyBall({ tetrahedra: size, ...(progress ? { progress } : {}) });
    const model = createModel('squishy-ball', ball.mesh, ball.tentacleRadius);
    const distances = [
      [0, 3.9],
      [0.35, 1.6],
      [0.65, 0.5],
      [0.9, 0.12],
      [1, PRESSED_DISTANCE],
      [1.05, PRESSED_DISTANCE],
      [1.3, 0.4],
      [1.7, 5],
    ] as const;
    const { colliders, plates, moving } = press({ height: HEIGHT, halfWidth: 4.4, distances });
    return {
      placements: [{ model, positions: place(ball.mesh.positions, TURN, [0, HEIGHT, 0]) }],
      colliders,
      plates,
      // From here on the ball only comes to rest; tentacles this soft take seconds to straighten.
      script: { colliders: moving, switches: [{ time: CALM_TIME, parameters: { timeStep: 6e-3, stepsPerFrame: 3 } }] },
      notes: [],
    };
  },
};

const inverted = ({ world, positions }: FrameState): number =>
  signedVolumes({ positions, tets: world.models[0].mesh.tets }).reduce(
    (count, volume) => count + Number(volume <= 0),
    0,
  );

/** Extent along x [m], the direction across the plates. */
function thicknessOf({ positions }: FrameState): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    least = Math.min(least, positions[i]);
    most = Math.max(most, positions[i]);
  }
  return most - least;
}

async function checkFlattenedBall(runner: CheckRunner): Promise<readonly Figure[]> {
  let thinnest = Number.POSITIVE_INFINITY;
  let mostInverted = 0;
  const end = { deep: Number.NaN, rms: Number.NaN, inverted: Number.NaN };
  const { rows } = await runner.run('hybrid', {
    observe: (state) => {
      const model = state.world.models[0];
      thinnest = Math.min(thinnest, thicknessOf(state));
      end.inverted = inverted(state);
      mostInverted = Math.max(mostInverted, end.inverted);
      end.deep = shareDeeperThan(state, DEEP_SHARE * model.thickness);
      end.rms = rigidFit(model.mesh.positions, state.positions).rms;
    },
  });
  const most = (figure: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(figure));
  const last = rows.at(-1);
  return [
    { name: 'least thickness over the radius', value: thinnest / RADIUS, relation: '<=', bound: (1 + ROUNDING) / 20 },
    {
      name: "at the end, surface vertices deeper than 5 % of a tentacle's radius",
      value: end.deep,
      unit: '%',
      relation: '<',
      bound: 0.001,
    },
    {
      name: 'at the end, rms distance from the rest shape',
      value: end.rms / RADIUS,
      unit: '%',
      relation: '<',
      bound: 0.02,
    },
    { name: 'inverted elements at the end', value: end.inverted },
    { name: 'inverted elements, at most', value: mostInverted },
    { name: 'penetrating vertices, at most', value: most((row) => row.penetratingShare), unit: '%' },
    { name: 'interpenetrating vertices, at most', value: most((row) => row.foreign ?? 0) },
    { name: 'interpenetrating vertices at the end', value: last?.foreign ?? Number.NaN },
    { name: 'surface edges that pierce triangles, at most', value: most((row) => row.piercingShare ?? 0), unit: '%' },
    { name: 'surface edges that pierce triangles at the end', value: last?.piercingShare ?? Number.NaN, unit: '%' },
    { name: 'contacts per step, at most', value: most((row) => row.contactsCcd + row.contactsDcd) },
    { name: 'kinetic energy at the end', value: last?.kineticEnergy ?? Number.NaN, unit: 'J' },
  ];
}
