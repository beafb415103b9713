import { squishyBall } from './models/squishy-ball.ts';
import { createModel } from '../simulation/world/create-model.ts';
import {
  type CheckRunner,
  shareDeeperThan,
  type Figure,
  type FrameState,
  overlapAtEnd,
  PIERCING_AT_REST,
} from './check.ts';
import { type AblationBounds, ablationFigures, PAPER_CONTACTS, runAblations } from './parts/ablations.ts';
import { place, press } from './parts/place.ts';
import { rigidFit } from './parts/rigid-fit.ts';
import type { Scene } from './scene.ts';
import { finerSteps, startParameters } from './start-parameters.ts';

/** Height of the ball's centre [m]. There is no gravity. The height keeps even the flattened ball away from the drawn ground. */
const HEIGHT = 4.6;
/**
 * Orientation of the ball (quaternion), for which no tentacle points straight at a plate. A plate would push such a tentacle straight
 * into the ball.
 */
const ORIENTATION = [0.2, 0.3, 0.17, 1] as const;
/** Radius of the ball without tentacles [m]. The model always has this radius. */
const RADIUS = 1;
/** Minimum distance between the plates [m]. */
const PRESSED_DISTANCE = RADIUS / 20;
/** Time from which frames are longer [s]. The ball no longer touches the plates then. */
const LONG_FRAMES_TIME = 1.5;
/** Steps of such a frame, over those of a frame before: 9 instead of 5 at size small. */
const LONG_FRAME = 9 / 5;
/** A vertex counts as deep if its penetration depth exceeds this share of a tentacle's radius. */
const DEEP_SHARE = 0.05;
/** Relative tolerance for float32 rounding of the ball's thickness between the plates. */
const THICKNESS_TOLERANCE = 1e-3;

export const flattenedBall: Scene = {
  name: 'flattened-ball',
  title: 'A ball pressed flat as a sheet',
  description:
    'Two plates press a squishy ball with tentacles to a twentieth of its radius. Watch the tentacles lie down between plate and ball ' +
    'without sinking into the ball, and the ball, which keeps its volume, spread out to a disc. Then the plates part, and everything ' +
    'recovers: nothing stays tangled or inside another part, and the rest shape returns. Gravity is off, and so is the guarantee: between such plates thin ' +
    'tentacles turn inside out for a while.',
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
    // Points on edges are tested too. The edges of a coarse ball are longer than a tentacle is thick, so an edge could cross a tentacle
    // with no vertex inside.
    contactPoints: 'edges',
    timeStep: 2e-3,
    stepsPerFrame: 5,
    iterations: 8,
    gravity: 0,
    // Pressed to a twentieth, a few elements of tentacles have no room without turning inside out. With the guarantee the plates wait for them, 0.47 of the radius apart instead of 0.05 (0.29 by
    // 24 iterations).
    guarantee: false,
    // The material is soft enough for eight iterations to preserve the volume at this time step.
    youngsModulus: 3e4,
    // A sheet of a Neo-Hookean material with Poisson ratio nu can be pressed to (1 - 2 nu) / (2 - 2 nu) of its thickness. Below that,
    // the tension in the sheet's plane, from the energy mu |F|^2 / 2, exceeds the pressure from the volume term, so the sheet shrinks
    // and crumples. The limit is a sixth of the thickness for nu = 0.4, and a fiftieth for nu = 0.49. This ball stays thicker.
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
    const { stepsPerFrame } = startParameters(flattenedBall, size);
    return {
      placements: [{ model, positions: place(ball.mesh.positions, ORIENTATION, [0, HEIGHT, 0]) }],
      colliders,
      plates,
      // After LONG_FRAMES_TIME the ball only comes to rest. Its soft tentacles take seconds to straighten. The steps stay as short as
      // before: until 2.5 s, tentacles swing at up to 11 m/s and strike the ball. With steps of 6 ms, a tip moved by more than its
      // radius per step. Three of fourteen tentacles that struck so were crushed at the tip, and stayed folded.
      script: {
        colliders: moving,
        switches: [{ time: LONG_FRAMES_TIME, parameters: { stepsPerFrame: Math.round(LONG_FRAME * stepsPerFrame) } }],
      },
      notes: [],
    };
  },
};

/** Extent of the ball along x [m], the direction in which the plates press. */
function thicknessOf({ positions }: FrameState): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    least = Math.min(least, positions[i]);
    most = Math.max(most, positions[i]);
  }
  return most - least;
}

/** Frames of the runs in the paper's setting: until the plates are far apart, at 1.8 s. Figures are means over the last frames. */
const ABLATION_FRAMES = 180;
const ABLATION_LAST_FRAMES = 10;
const ABLATION_BOUNDS: AblationBounds = { hybrid: 0.01, ccd: 0.01 };

async function checkFlattenedBall(runner: CheckRunner): Promise<readonly Figure[]> {
  let leastThickness = Number.POSITIVE_INFINITY;
  // Measured after each frame, so that the last frame's values remain.
  const end = { deep: Number.NaN, rms: Number.NaN };
  const { rows } = await runner.run('hybrid', {
    observe: (state) => {
      const model = state.world.models[0];
      leastThickness = Math.min(leastThickness, thicknessOf(state));
      end.deep = shareDeeperThan(state, DEEP_SHARE * model.thickness);
      end.rms = rigidFit(model.mesh.positions, state.positions).rms;
    },
  });
  // With the paper's time step, these runs would take five times as long.
  const ablation = await runAblations(runner, {
    setting: PAPER_CONTACTS,
    switches: [],
    frames: ABLATION_FRAMES,
  });
  const greatest = (figure: (row: (typeof rows)[number]) => number) => Math.max(...rows.map(figure));
  const last = rows.at(-1);
  return [
    {
      name: 'least thickness, relative to the radius',
      value: leastThickness / RADIUS,
      relation: '<=',
      bound: (1 + THICKNESS_TOLERANCE) / 20,
    },
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
    overlapAtEnd('', rows, 1),
    { name: 'inverted elements at the end', value: last?.inverted ?? Number.NaN },
    { name: 'maximum of inverted elements', value: greatest((row) => row.inverted) },
    { name: 'maximum of penetrating vertices', value: greatest((row) => row.penetratingShare), unit: '%' },
    { name: 'maximum of interpenetrating vertices', value: greatest((row) => row.interpenetrating ?? 0) },
    { name: 'interpenetrating vertices at the end', value: last?.interpenetrating ?? Number.NaN },
    {
      name: 'maximum of surface edges that pierce triangles',
      value: greatest((row) => row.piercingShare ?? 0),
      unit: '%',
    },
    {
      name: 'surface edges that pierce triangles at the end',
      value: last?.piercingShare ?? Number.NaN,
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'maximum of contacts per step', value: greatest((row) => row.contactsCcd + row.contactsDcd) },
    { name: 'kinetic energy at the end', value: last?.kineticEnergy ?? Number.NaN, unit: 'J' },
    ...ablationFigures(ablation, ABLATION_LAST_FRAMES, ABLATION_BOUNDS),
  ];
}
