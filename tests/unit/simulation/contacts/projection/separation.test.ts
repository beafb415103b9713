import { expect, it } from 'vitest';
import { onThisThread } from '../../../../../src/index.ts';
import { openInState } from '../../../../../src/engine/open-backend.ts';
import { measure } from '../../../../../src/simulation/diagnostics/measure.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { initialOrders } from '../../../../../src/simulation/detect/rebuild.ts';
import { CONTACT_SCHEDULES } from '../../../../../src/simulation/parameters.ts';
import { COUNTERS } from '../../../../../src/simulation/state.ts';
import { step } from '../../../../../src/simulation/step.ts';
import { contextOf } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

it.each(CONTACT_SCHEDULES)(
  'two boxes pushed into each other come apart, %s, and keep their momentum',
  async (contacts) => {
    const box = createModel('box', boxMesh(2, 2, 2), 0.5);
    const { world, state, parameters } = contextOf([box, box], {
      shifts: [
        [0, 0, 0],
        [0.3, 1.85, 0.2],
      ],
      gravity: 0,
      velocityDamping: 2,
      mode: 'dcd',
      contacts,
    });
    initialOrders(world, state);
    const backend = await openInState({ world, state, workers: onThisThread });
    const centre = () =>
      [0, 1, 2].map((k) => state.inverseMasses.reduce((c, w, v) => c + state.positions[3 * v + k] / w, 0));
    const before = centre();
    const first = await measure(backend);
    expect(first[COUNTERS.penetrating]).toBeGreaterThan(5);
    for (let s = 0; s < 60; s++) await step(backend, { parameters, grabs: [] });
    const last = await measure(backend);
    expect(last[COUNTERS.deep]).toBe(0);
    centre().forEach((value, k) => {
      expect(Math.abs(value - before[k]) / 16000).toBeLessThan(1e-4); // m, of 16 t; float32 drifts by rounding
    });
  },
);
