import type { Scene } from '../scene.ts';
import type { Placement } from '../../simulation/world/world.ts';
import { place } from './place.ts';

type Point = readonly [number, number, number];

/** Tangent of half the angle by which a start is turned. The angle is 1e-3 rad. */
const HALF_ANGLE_TANGENT = 5e-4;

/**
 * Returns a scene whose bodies start turned together by 1e-3 rad about their centre. The axis is random; equal seeds give equal bits.
 * A scene that is chaotic ends differently from each such start, so runs from several of them tell how often a bound is met.
 * @param seed a whole number
 */
export const turnedStart = (scene: Scene, seed: number): Scene => ({
  ...scene,
  build(size, progress) {
    const build = scene.build(size, progress);
    const centre = centreOf(build.placements.map(({ positions }) => positions));
    const [x, y, z] = randomAxis(generator(seed));
    const turn = [HALF_ANGLE_TANGENT * x, HALF_ANGLE_TANGENT * y, HALF_ANGLE_TANGENT * z, 1] as const;
    return { ...build, placements: build.placements.map((placement) => turned(placement, turn, centre)) };
  },
});

/**
 * Returns a scene each of whose bodies starts turned by itself about its centre, by up to `most` degrees, so that the bodies overlap in
 * another way. Axes and angles are random; equal seeds give equal bits.
 * @param seed a whole number
 * @param most greatest angle [degrees]
 */
export const turnedBodies = (scene: Scene, seed: number, most: number): Scene => ({
  ...scene,
  build(size, progress) {
    const build = scene.build(size, progress);
    const random = generator(seed);
    const placements = build.placements.map((placement) => {
      const [x, y, z] = randomAxis(random);
      // Half the angle [rad], in place of its tangent: engines' tangents differ (place.ts). So the angle is up to 0.1 % less.
      const t = (most * random() * Math.PI) / 360;
      return turned(placement, [t * x, t * y, t * z, 1], centreOf([placement.positions]));
    });
    return { ...build, placements };
  },
});

/** Turns a body about a point. @param turn quaternion, of any length */
function turned(placement: Placement, turn: readonly [number, number, number, number], centre: Point): Placement {
  const fromCentre = placement.positions.map((coordinate, i) => coordinate - centre[i % 3]!);
  return { ...placement, positions: place(fromCentre, turn, centre) };
}

/** Mean of all vertices of all bodies [m]. */
function centreOf(bodies: readonly Float32Array[]): Point {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (const positions of bodies) {
    for (let i = 0; i < positions.length; i++) sum[i % 3]! += positions[i]!;
    count += positions.length / 3;
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/**
 * Returns a unit vector, with equal probability in every direction: a random point of a cube is rejected if it lies outside the unit
 * ball, or so close to the ball's centre that rounding would decide the direction.
 */
function randomAxis(random: () => number): Point {
  for (;;) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length <= 1 && length > 1e-3) return [x / length, y / length, z / length];
  }
}

/** Returns a generator of random numbers in [0, 1). Source: Tommy Ettinger's mulberry32, which is in the public domain. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let h = Math.imul(state ^ (state >>> 15), state | 1);
    h = (h + Math.imul(h ^ (h >>> 7), h | 61)) ^ h;
    return ((h ^ (h >>> 14)) >>> 0) / 2 ** 32;
  };
}
