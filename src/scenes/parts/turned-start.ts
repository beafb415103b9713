import type { Scene } from '../scene.ts';
import { place } from './place.ts';

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
    const [x, y, z] = randomAxis(seed);
    const turn = [HALF_ANGLE_TANGENT * x, HALF_ANGLE_TANGENT * y, HALF_ANGLE_TANGENT * z, 1] as const;
    const placements = build.placements.map((placement) => {
      const fromCentre = placement.positions.map((coordinate, i) => coordinate - centre[i % 3]!);
      return { ...placement, positions: place(fromCentre, turn, centre) };
    });
    return { ...build, placements };
  },
});

/** Mean of all vertices of all bodies [m]. */
function centreOf(bodies: readonly Float32Array[]): readonly [number, number, number] {
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
function randomAxis(seed: number): readonly [number, number, number] {
  const random = generator(seed);
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
