import { expect, it } from 'vitest';
import { octopi8 } from '../../../src/scenes/octopi-8.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';

it.each([2000, 6000, 14800])('at %i tetrahedra per body, no edge pierces a triangle at the start', (size) => {
  const { placements, colliders } = octopi8.build(size);
  const { world, positions } = createWorld(placements, colliders);
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  refitAll(contextWith({ world, state }));
  expect(countPiercingEdges(world, state)).toBe(0);
});
