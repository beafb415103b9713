import type { MovingCollider } from '../../simulation/script/script.ts';
import type { Plane } from '../../simulation/world.ts';
import type { Plate } from '../scene.ts';

/** Two plates that face each other along x around the point (0, height, 0), and their distance over time. */
export interface Press {
  /** Height of the plates' centres [m]. */
  readonly height: number;
  /** Half of a plate's side [m]. */
  readonly halfWidth: number;
  /** Times [s] in ascending order, each with the plates' distance [m]; linear in between. */
  readonly distances: readonly (readonly [time: number, distance: number])[];
}

/** The press as a scene's colliders 0 and 1, drawn as plates, and their motion. */
export function press({ height, halfWidth, distances }: Press): {
  readonly colliders: readonly Plane[];
  readonly plates: readonly Plate[];
  readonly moving: readonly MovingCollider[];
} {
  const start = distances[0][1] / 2;
  const sides = [1, -1];
  return {
    colliders: sides.map((side) => ({ normal: [side, 0, 0], offset: -start })),
    plates: sides.map((side, collider) => ({ collider, centre: [-side * start, height, 0], halfWidth })),
    moving: sides.map((side, collider) => ({
      collider,
      motion: {
        times: distances.map(([time]) => time),
        shifts: distances.map(([, distance]) => [side * (start - distance / 2), 0, 0] as const),
      },
    })),
  };
}
