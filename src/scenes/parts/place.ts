import { mat3, quat } from 'wgpu-matrix';
import type { MovingCollider } from '../../simulation/script/script.ts';
import type { Plane } from '../../simulation/world/world.ts';
import type { Plate } from '../scene.ts';

/**
 * Rotates and translates a model's rest positions into the scene.
 * @param rest 3 per vertex [m]
 * @param orientation quaternion x, y, z, w of any length except zero. Scenes state quaternions as plain numbers: a scene has to
 * start from the same bits everywhere, and the sines and cosines of JavaScript engines differ.
 * @param position [m]
 * @returns a new array
 */
export function place(
  rest: Float32Array,
  orientation: readonly [number, number, number, number],
  position: readonly [number, number, number],
): Float32Array {
  // The matrix has columns of 4 numbers; the last one is padding.
  const m = mat3.fromQuat(quat.normalize(quat.fromValues(...orientation)));
  const [toX, toY, toZ] = Float32Array.from(position);
  const placed = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    const [x, y, z] = [rest[i], rest[i + 1], rest[i + 2]];
    placed[i] = m[0] * x + m[4] * y + m[8] * z + toX;
    placed[i + 1] = m[1] * x + m[5] * y + m[9] * z + toY;
    placed[i + 2] = m[2] * x + m[6] * y + m[10] * z + toZ;
  }
  return placed;
}

/** Two plates that face each other along x, on both sides of the point (0, height, 0), and their distance over time. */
export interface Press {
  /** Height of the plates' centres [m]. */
  readonly height: number;
  /** Half of a plate's side [m]. */
  readonly halfWidth: number;
  /** Times [s] in ascending order, each with the plates' distance [m]. The distance is interpolated linearly between them. */
  readonly distances: readonly (readonly [time: number, distance: number])[];
}

/** Makes a press of a scene's colliders 0 and 1: the colliders, their motion, and the plates that draw them. */
export function press({ height, halfWidth, distances }: Press): {
  readonly colliders: readonly Plane[];
  readonly plates: readonly Plate[];
  readonly moving: readonly MovingCollider[];
} {
  const startX = distances[0][1] / 2;
  const sides = [1, -1];
  return {
    colliders: sides.map((side) => ({ normal: [side, 0, 0], offset: -startX })),
    plates: sides.map((side, collider) => ({ collider, centre: [-side * startX, height, 0], halfWidth })),
    moving: sides.map((side, collider) => ({
      collider,
      motion: {
        times: distances.map(([time]) => time),
        shifts: distances.map(([, distance]) => [side * (startX - distance / 2), 0, 0] as const),
      },
    })),
  };
}
