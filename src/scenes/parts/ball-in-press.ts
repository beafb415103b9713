import type { Vector } from '../../math/arithmetic.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import { BALL_CELL, BALL_REACH, ballInAir, TENTACLE_RADIUS } from '../models/ball-in-air.ts';
import { place, press } from './place.ts';
import { STILL } from './rigid-surface.ts';
import type { SceneBuild } from './scene-build.ts';
import { floorOf, inBorder } from './space-air.ts';

/** Times when plates have closed, begin to part, and have parted [s], as in the scene `tangled-ball`. */
const PRESSED_TIME = 0.6;
const PART_TIME = 1.3;
const PARTED_TIME = 1.9;
/** Width of the gap between tips and plates at first, distance of plates while they press, half of a plate's side [m]. */
const CLEARANCE = 0.05;
const PRESSED_DISTANCE = 1.45;
const HALF_WIDTH = 2.1;

/** As in the scene `tangled-ball`: no tentacle points straight at a plate. */
const ORIENTATION = [0.2, 0.3, 0.17, 1] as const;

/** Returns a ball and its air between two plates that press it and part. @param cell edge length of the lattice's cubes [m] */
export function pressedBall(cell: number = BALL_CELL, progress?: (fraction: number) => void): SceneBuild {
  const space = ballInAir(turned, cell, progress);
  const model = createModel('ball', space.bodies[0], TENTACLE_RADIUS);
  const { placements, air, driver } = inBorder(space, [model], STILL);
  const open = 2 * (BALL_REACH + CLEARANCE);
  const distances = [
    [0, open],
    [PRESSED_TIME, PRESSED_DISTANCE],
    [PART_TIME, PRESSED_DISTANCE],
    [PARTED_TIME, open],
  ] as const;
  const { colliders, plates, moving } = press({ height: -floorOf(space), halfWidth: HALF_WIDTH, distances });
  return { placements, air, colliders, plates, script: { drivers: [driver], colliders: moving }, notes: [] };
}

function turned(direction: Vector): Vector {
  const [x, y, z] = place(Float32Array.from(direction), ORIENTATION, [0, 0, 0]);
  return [x, y, z];
}
