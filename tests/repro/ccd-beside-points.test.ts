import { expect, it } from 'vitest';
import { COUNTERS } from '../../src/simulation/counters.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createPoints } from '../../src/simulation/world/create-rope.ts';
import { physics } from '../physics/bodies.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';

it('a box at rest amid held points has no contacts by CCD', async () => {
  const box = createModel('box', boxMesh(2, 2, 2), 1);
  const corners = [-3, 5].flatMap((x) => [-3, 5].flatMap((y) => [-3, 5].flatMap((z) => [x, y, z])));
  const points = createPoints('border', corners, { dimension: 3, volume: 0 });
  const placements = [box, points].map((model) => ({ model, positions: model.mesh.positions.slice() }));
  const { state, run } = await physics(placements, { mode: 'ccd', gravity: 0 });
  const start = state.positions.slice();
  for (let step = 0; step < 5; step++) {
    await run(1);
    expect(state.counters[COUNTERS.contactsCcd]).toBe(0);
  }
  // The material's rounding moves vertices by nanometres.
  for (let i = 0; i < start.length; i++) expect(Math.abs(state.positions[i] - start[i])).toBeLessThan(1e-7);
});
