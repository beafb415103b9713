import { seededRandom } from '../math/random.ts';
import { createPlanarModel } from '../simulation/world/create-sheet.ts';
import { createRope } from '../simulation/world/create-rope.ts';
import type { Placement } from '../simulation/world/world.ts';
import { inFrame, STILL } from './parts/planar-air.ts';
import type { CheckRunner, Figure } from './check.ts';
import type { Scene } from './scene.ts';

/** Side of a box [m]. */
const SIDE = 0.4;
/** Number of boxes side by side in a row. */
const COLUMNS = 10;
/** Distance between the centres of boxes in a row [m]. */
const PITCH = 0.58;
/** The frame's width [m]. */
const WIDTH = 6;
/** Vertices of the rope. With 22 vertices of the frame, 60 boxes make 416 triangles of air, as the paper's do (triangulateAir's formula). */
const ROPE_VERTICES = 18;
const FRAME_SEGMENTS = [6, 5] as const;
/** Distance of the rope's ends from the frame [m]: too narrow for a box. */
const ROPE_GAP = 0.03;
/** Time when everything is pressed flat, and when it is let go [s]. */
const FLATTEN_TIME = 4;
const RELEASE_TIME = 4.5;
/** Time when motion is damped no more than at first [s]. */
const RECOVERED_TIME = 6.5;
/** [1/s] */
const VELOCITY_DAMPING = 0.5;

export const boxesRope: Scene = {
  name: 'boxes-rope',
  title: 'Sixty boxes and a rope, pressed flat',
  description:
    'In the plane, thirty boxes fall onto a rope, and thirty below it to the ground. The space between them is filled with triangles ' +
    'of air, drawn as thin lines: a triangle that turns inside out is a collision. After four seconds everything is pressed flat: all ' +
    'heights are 0, and no position tells any more what was above what. Then it is let go, and the air still knows: every box gets its ' +
    'shape back, and its side of the rope.',
  size: {
    meaning: 'boxes',
    default: 60,
    min: 20,
    max: 400,
    small: 60,
    medium: 120,
    paper: 60,
  },
  frames: 540,
  poster: 0.4,
  parameters: {
    mode: 'off',
    timeStep: 1 / 60,
    stepsPerFrame: 1,
    iterations: 20,
    material: 'mass-spring',
    springStiffness: 1e5,
    areaStiffness: 2e6,
    density: 500,
    materialDamping: 1e-3,
    velocityDamping: VELOCITY_DAMPING,
    airIterations: 2,
    staticFriction: 0.3,
    dynamicFriction: 0.2,
  },
  camera: { position: [0, 3, 9], target: [0, 3, 0] },
  check: checkBoxes,
  build(size) {
    const random = seededRandom(1);
    const half = SIDE / 2;
    const corners = Float32Array.of(-half, -half, half, -half, half, half, -half, half);
    const model = createPlanarModel('box', { positions: corners, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) }, 0.1);
    const rows = Math.ceil(size / 2 / COLUMNS);
    const middle = rows * PITCH + 0.4;
    const placements: Placement[] = [];
    for (let i = 0; i < size; i++) {
      const above = i >= size / 2;
      const k = above ? i - Math.ceil(size / 2) : i;
      const row = Math.floor(k / COLUMNS);
      const x = PITCH * ((k % COLUMNS) - (COLUMNS - 1) / 2) + 0.01 * (random() - 0.5);
      const y = (above ? middle + 0.1 : 0) + PITCH * (row + 0.5) + 0.01 * (random() - 0.5);
      placements.push({ model, positions: turned(model.mesh.positions, 0.4 * (random() - 0.5), x, y) });
    }
    const span = WIDTH / 2 - ROPE_GAP;
    const chain = Array.from({ length: ROPE_VERTICES }, (_, i) => [
      span * ((2 * i) / (ROPE_VERTICES - 1) - 1),
      middle - 0.15,
    ]).flat();
    const rope = createRope('rope', chain, { thickness: 0.1 });
    placements.push({ model: rope, positions: rope.mesh.positions });
    const framed = inFrame({
      placements,
      frame: [-WIDTH / 2, 0, WIDTH / 2, 2 * middle + 0.4],
      segments: FRAME_SEGMENTS,
    });
    return {
      placements: framed.placements,
      air: framed.air,
      colliders: [],
      script: {
        drivers: [
          { ...framed.frame, motion: STILL, bare: true },
          { body: size, vertices: Uint32Array.of(0, ROPE_VERTICES - 1), motion: STILL, bare: true },
        ],
        switches: [
          { time: FLATTEN_TIME, parameters: { flatten: true } },
          { time: RELEASE_TIME, parameters: { flatten: false, velocityDamping: 20 } },
          { time: RECOVERED_TIME, parameters: { velocityDamping: VELOCITY_DAMPING } },
        ],
      },
      notes: [],
    };
  },
};

/** Turns a planar body by an angle whose half has the tangent `t`, and moves it to (x, y). */
function turned(positions: Float32Array, t: number, x: number, y: number): Float32Array {
  const [cos, sin] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
  const placed = positions.slice();
  for (let i = 0; i < placed.length; i += 3) {
    placed[i] = cos * positions[i] - sin * positions[i + 1] + x;
    placed[i + 1] = sin * positions[i] + cos * positions[i + 1] + y;
  }
  return placed;
}

async function checkBoxes(runner: CheckRunner): Promise<readonly Figure[]> {
  await runner.run('air');
  return [];
}
