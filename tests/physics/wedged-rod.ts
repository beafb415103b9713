import { expect } from 'vitest';
import { type Bring, box, onCpu, type Physics, physics, placed } from './bodies.ts';

/** Distance of each wall from the middle [m]: the rod has to shorten by a tenth. */
const WALL = 0.18;
const STEPS = 10;

/**
 * A rod of 0.4 m wedged between two walls, after ten steps of implicit Euler. Each wall held the rod's end in every other step only, since its end was
 * predicted to leave with its velocity: it trembled at 0.7 m/s, for ever.
 */
export async function wedgedRod(bring: Bring = onCpu): Promise<Physics> {
  const rod = placed('rod', box(4, 1, 1, 0.1), (x, y, z) => [x - 0.2, y, z]);
  const walls = [1, -1].map((nx) => ({ normal: [nx, 0, 0], offset: -WALL }) as const);
  const parameters = { integrator: 'implicit-euler', gravity: 0, youngsModulus: 1e6, timeStep: 1 / 60 } as const;
  const wedged = await bring(await physics([rod], parameters, { planes: walls }));
  await wedged.run(STEPS);
  return wedged;
}

export function expectStill({ state: { positions, velocities } }: Physics): void {
  const x = positions.filter((_, i) => i % 3 === 0);
  // The penalty yields a little: each end is 0.4 mm deep.
  expect(Math.max(...x)).toBeCloseTo(WALL, 2);
  expect(Math.min(...x)).toBeCloseTo(-WALL, 2);
  expect(Math.max(...velocities.map(Math.abs))).toBeLessThan(0.01);
}
