import { createPlanarModel } from '../simulation/world/create-sheet.ts';
import type { Motion } from '../simulation/script/motion.ts';
import type { CheckRunner, Figure, FrameState } from './check.ts';
import { inFrame, STILL } from './parts/frame.ts';
import type { Scene } from './scene.ts';

/** Half of the box's side and of the frame's [m]: the box's corners stay 0.3 m away from the frame. */
const HALF = 0.5;
const FRAME_HALF = 1;
/** Time of a frame of the scene and of a step [s]. */
const FRAME = 1 / 60;
/** Time when flips are switched on, and end of the scene [s]; time in which the frame turns once [s]. */
const FLIPS_TIME = 5;
const END_TIME = 10;
const PERIOD = 4;
/** Time in which the box comes to rest after flips are on [s]. */
const SLOWING = 2;
/** Vertices of the box: its corners, and its middle. */
const CORNERS = 4;
const MIDDLE = 4;
/** The frame's turning. */
const TURNING: Motion = { axis: [0, 0, 1], times: [0, END_TIME], turns: [0, END_TIME / PERIOD] };

export const turningBox: Scene = {
  name: 'turning-box',
  title: 'A box in a frame that turns',
  description:
    'In the plane, a box on an axle, in a frame that turns. The two never touch. Yet the frame drags the box along: triangles of air between ' +
    'them, drawn as thin lines, remember which corner was opposite which side, and would turn inside out. After five seconds, flips are ' +
    'switched on: where two triangles of air share an edge, the other diagonal replaces it if that makes the worse of them better. Watch ' +
    'the lines step from corner to corner while the box comes to rest and the frame goes on.',
  size: { meaning: 'boxes', default: 1, min: 1, max: 1, small: 1, medium: 1, paper: 1 },
  frames: Math.round(END_TIME / FRAME),
  poster: 0.3,
  parameters: {
    mode: 'off',
    timeStep: FRAME,
    stepsPerFrame: 1,
    iterations: 20,
    airFlips: 0,
    gravity: 0,
    material: 'mass-spring',
    springStiffness: 1e5,
    density: 500,
    // As of a wheel with a brake: a box that nothing drags stands still after a second.
    velocityDamping: 2,
  },
  camera: { position: [0, 1.5, 4.4], target: [0, 1.5, 0] },
  check: checkTurningBox,
  build() {
    const positions = Float32Array.of(-HALF, -HALF, HALF, -HALF, HALF, HALF, -HALF, HALF, 0, 0);
    const triangles = Uint32Array.of(0, 1, MIDDLE, 1, 2, MIDDLE, 2, 3, MIDDLE, 3, 0, MIDDLE);
    const model = createPlanarModel('box', { positions, triangles }, 0.1);
    const { placements, air, frame } = inFrame({
      placements: [{ model, positions: model.mesh.positions }],
      frame: [-FRAME_HALF, -FRAME_HALF, FRAME_HALF, FRAME_HALF],
      segments: [1, 1],
    });
    return {
      placements,
      air,
      colliders: [],
      script: {
        drivers: [
          { ...frame, motion: TURNING, bare: true },
          { body: 0, vertices: Uint32Array.of(MIDDLE), motion: STILL, bare: true },
        ],
        switches: [{ time: FLIPS_TIME, parameters: { airFlips: 1 } }],
      },
      notes: [],
    };
  },
};

/** Counts the turns of the box from frame to frame. */
class Turns {
  turns = 0;
  private previous = 0;

  /** @param x, y direction of one of the box's sides, which turns by less than half a turn from frame to frame */
  add(x: number, y: number): void {
    const now = Math.atan2(y, x) / (2 * Math.PI);
    const step = now - this.previous;
    this.turns += step - Math.round(step);
    this.previous = now;
  }
}

/** Tests whether a corner of the box is outside of the frame, which is convex. */
function isOutside({ positions: x, world }: FrameState): boolean {
  const { vertexBase } = world.bodies[1];
  for (let side = 0; side < 4; side++) {
    const [a, b] = [3 * (vertexBase + side), 3 * (vertexBase + ((side + 1) % 4))];
    for (let c = 0; c < 3 * CORNERS; c += 3)
      if ((x[b] - x[a]) * (x[c + 1] - x[a + 1]) < (x[b + 1] - x[a + 1]) * (x[c] - x[a])) return true;
  }
  return false;
}

/** Measures how far the frame drags the box, without flips and with them. */
async function checkTurningBox(runner: CheckRunner): Promise<readonly Figure[]> {
  const switched = await watch(runner, 'flips later');
  const flips = await watch(runner, 'flips', 1);
  const rest = switched.at(FLIPS_TIME + SLOWING);
  return [
    { name: 'turns of the frame until flips are on', value: FLIPS_TIME / PERIOD },
    {
      // Corner by corner, the box locks 0.068 turns behind the frame (tests/physics/air-flips.test.ts).
      name: 'turns of the box until then, without flips',
      value: switched.at(FLIPS_TIME),
      relation: '>',
      bound: FLIPS_TIME / PERIOD - 0.1,
    },
    {
      name: 'turns of the box in the last seconds, with flips',
      value: Math.abs(switched.at(END_TIME) - rest),
      relation: '<',
      bound: 0.02,
    },
    {
      name: 'turns of the box if flips are on from the start',
      value: Math.abs(flips.at(END_TIME)),
      relation: '<',
      bound: 0.02,
    },
    { name: 'frames in which the box is outside', value: switched.outside + flips.outside, relation: '=', bound: 0 },
  ];
}

async function watch(runner: CheckRunner, label: string, airFlips?: number) {
  const turns: number[] = [];
  const counted = new Turns();
  let outside = 0;
  await runner.run(label, {
    ...(airFlips !== undefined && { parameters: { airFlips }, switches: [] }),
    observe: (state) => {
      const { positions: x } = state;
      counted.add(x[3] - x[0], x[4] - x[1]);
      turns.push(counted.turns);
      if (isOutside(state)) outside++;
    },
  });
  return { outside, at: (time: number) => turns[Math.min(turns.length, Math.round(time / FRAME)) - 1] };
}
