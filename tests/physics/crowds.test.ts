import { describe, expect, it } from 'vitest';
import { World } from '../../src/engine/world.ts';
import { signedVolumes } from '../../src/mesh/quality.ts';
import { SHAPES } from '../../src/scenes/own/shapes.ts';
import { isFull } from '../fixtures/tier.ts';

/** Bodies that begin in one place come apart whole, however many and however large they are (contacts/regions/crowds.ts, parting.ts). */

/** Least volume of a body on the way, as a share of its rest shape. */
const LEAST_VOLUME = 0.9;

const volume = (positions: Float32Array, tets: Uint32Array): number =>
  signedVolumes({ positions, tets }).reduce((sum, each) => sum + each, 0);

/** Runs bodies of one shape that begin in the same place. @returns the time when nothing is shared any more [s], and the least volume on the way */
async function part(count: number, radius: number, seconds: number) {
  const { mesh } = SHAPES.ball.make({ radius, tetrahedra: 200 });
  const bodies = Array.from({ length: count }, () => ({ mesh }));
  const world = await World.create({ workers: 0, bodies, parameters: { gravity: 0 } });
  const rest = volume(mesh.positions, mesh.tets);
  let least = 1;
  let apart = Infinity;
  try {
    while (apart === Infinity && world.simulator.time < seconds) {
      const { overlapShare } = await world.frame();
      for (const positions of await world.read()) least = Math.min(least, volume(positions, mesh.tets) / rest);
      if (overlapShare === 0) apart = world.simulator.time;
    }
  } finally {
    await world.dispose();
  }
  return { apart, least };
}

describe.each([
  { count: 2, radius: 0.2, seconds: 0.5 },
  { count: 3, radius: 0.5, seconds: 1 },
  { count: isFull ? 10 : 6, radius: 0.5, seconds: 1.5 },
  { count: 2, radius: 2, seconds: 2.5 },
])('$count balls of radius $radius m in one place', ({ count, radius, seconds }) => {
  it('come apart whole', async () => {
    const { apart, least } = await part(count, radius, seconds);
    expect(apart).toBeLessThan(seconds);
    expect(least).toBeGreaterThan(LEAST_VOLUME);
  });
});
