import { some } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { octopi8, otherThrow } from '../../../src/scenes/octopi-8.ts';
import { startOf } from './start-of.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';

it.each(some([2000, 6000, 14800], 1))('at %i tetrahedra per body, no edge pierces a triangle at the start', (size) => {
  const { placements, colliders } = octopi8.build(size);
  const { world, positions } = createWorld(placements, colliders);
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  refitAll(contextWith({ world, state }));
  expect(countPiercingEdges(world, state)).toBe(0);
});

describe('another throw', () => {
  const starts = some([1, 2, 3, 4, 5], 2).map((seed) => startOf(otherThrow(seed)));

  it('begins inside the box, above the floor, and no edge pierces a triangle', () => {
    for (const { build, positions, lowest, piercing } of starts) {
      expect(piercing).toBe(0);
      expect(lowest).toBeGreaterThan(0);
      const widest = positions.reduce((most, x, i) => (i % 3 === 1 ? most : Math.max(most, Math.abs(x))), 0);
      expect(widest).toBeLessThan(build.box!.halfWidth);
    }
  });

  it('starts from the same bits for the same seed, and from others for another seed', () => {
    const { placements } = otherThrow(1).build(octopi8.size.small);
    expect(placements.map(({ positions }) => positions)).toEqual(
      starts[0].build.placements.map(({ positions }) => positions),
    );
    const all = [startOf(octopi8), ...starts].map(({ positions }) => positions.slice(0, 30).join());
    expect(new Set(all).size).toBe(all.length);
  });
});
