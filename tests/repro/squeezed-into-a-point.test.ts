import { some } from '../fixtures/tier.ts';
import { expect, it } from 'vitest';
import { MATERIALS, MODES } from '../../src/simulation/parameters.ts';
import { box, physics, placed } from '../physics/bodies.ts';

// Bug: a body without extent has no inertia, so the rotation that restores lost angular momentum was 0 * NaN.
const shapes = {
  'a point': () => [1, 2, 3],
  'a line': (x: number) => [1 + x, 2 + x, 3],
  'a plane': (x: number, y: number) => [x, y, x + y],
} as const;
const cases = Object.keys(shapes).flatMap((shape) =>
  MATERIALS.flatMap((material) => MODES.map((mode) => [shape as keyof typeof shapes, material, mode] as const)),
);
it.each(some(cases, 14))('bodies squeezed into %s keep finite positions: %s, %s', async (shape, material, mode) => {
  const bodies = [placed('squeezed', box(2, 2, 2, 0.1), shapes[shape]), placed('whole', box(2, 2, 2, 0.1))];
  const { state, run } = await physics(bodies, { material, mode, materialDamping: 1e-2 });
  await run(3);
  for (const name of ['positions', 'velocities', 'remainders'] as const)
    expect(state[name].every(Number.isFinite), name).toBe(true);
});
