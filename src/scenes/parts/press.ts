import type { MovingCollider } from '../../simulation/script/script.ts';
import type { Plane } from '../../simulation/world.ts';
import type { Plate } from '../scene.ts';

/** Two plates that face each other along x, about the point (0, height, 0), and how far apart they are when. */
export interface Press {
  /** Of the middle [m]. */
  readonly height: number;
  /** Half a plate's side [m]. */
  readonly halfWidth: number;
  /** Moments [s], ascending, and the distance between the plates then [m]; linear between. */
  readonly distances: readonly (readonly [time: number, distance: number])[];
}

/** Colliders 0 and 1 of a scene, drawn as plates, and their motion. */
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
