import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../../../../src/index.ts';
import { openInState } from '../../../../../src/engine/open-backend.ts';
import { countPiercing, measure } from '../../../../../src/simulation/diagnostics/measure.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import { initialState } from '../../../../../src/simulation/initial-state.ts';
import {
  CONTACT_POINTS,
  type ContactPoints,
  type SimulationParameters,
} from '../../../../../src/simulation/parameters.ts';
import { COUNTERS, type State } from '../../../../../src/simulation/state.ts';
import { step } from '../../../../../src/simulation/step.ts';
import type { Placement, World } from '../../../../../src/simulation/world/world.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { parametersWith } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** A long step and a stiff material, so that bodies separate instead of folding up where contacts push hardest. */
const SETTINGS = {
  mode: 'dcd',
  contacts: 'end-of-step',
  contactPasses: 1,
  timeStep: 0.01,
  youngsModulus: 1e6,
  velocityDamping: 50,
  gravity: 0,
  // Bodies that touch shouldn't intersect by rounding.
  contactOffset: 0.01,
  // Regions would part what these contact points don't see.
  recovery: 'paths',
} as const;

function centreOfMass({ vertexCount }: World, { positions, inverseMasses }: State): number[] {
  const sums = [0, 0, 0, 0];
  for (let v = 0; v < vertexCount; v++) {
    for (let k = 0; k < 3; k++) sums[k] += positions[3 * v + k] / inverseMasses[v];
    sums[3] += 1 / inverseMasses[v];
  }
  return [0, 1, 2].map((k) => sums[k] / sums[3]);
}

/** Bodies that start tangled, after some steps. Momentum must be conserved. */
async function untangle(
  placements: readonly Placement[],
  contactPoints: ContactPoints,
  steps: number,
  changed: Partial<SimulationParameters> = {},
) {
  const { world, positions } = createWorld(placements, [], {
    contactPoints,
    recovery: changed.recovery ?? SETTINGS.recovery,
  });
  const parameters = parametersWith({ ...SETTINGS, contactPoints, ...changed });
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const backend = await openInState({ world, state, workers: onThisThread });
  const look = async () => ({
    penetrating: (await measure(backend))[COUNTERS.penetrating],
    piercing: await countPiercing(backend),
    centre: centreOfMass(world, state),
  });
  const before = await look();
  for (let s = 0; s < steps; s++) await step(backend, { parameters, grabs: [] });
  const after = await look();
  // [m], of bodies of metres: float32 positions drift by rounding.
  before.centre.forEach((x, k) => {
    expect(Math.abs(after.centre[k] - x)).toBeLessThan(1e-4);
  });
  return { before, after };
}

const box = (name: string, size: readonly [number, number, number], scale: readonly number[]) => {
  const mesh = boxMesh(...size);
  return createModel(name, { ...mesh, positions: mesh.positions.map((x, i) => scale[i % 3] * x) }, 1);
};

describe('bodies that start tangled', () => {
  it('a bar coiled into itself: surface vertices alone leave it so, all points untangle it', async () => {
    const bar = bentBars(1).find(({ name }) => name === 'coil')!;
    const placements = [{ model: createModel('coil', bar, 1), positions: bar.positions }];
    const [vertices, , all] = await Promise.all(CONTACT_POINTS.map((points) => untangle(placements, points, 60)));
    expect(vertices.before.penetrating).toBeGreaterThan(50);
    expect(vertices.after.penetrating).toBeGreaterThan(0.5 * vertices.before.penetrating);
    expect(all.before.penetrating).toBe(vertices.before.penetrating);
    expect(all.after.penetrating).toBeLessThan(0.1 * all.before.penetrating);
    expect(all.after.piercing).toBeLessThan(0.25 * vertices.after.piercing);
    // By regions, surface vertices are enough.
    const parted = await untangle(placements, 'vertices', 60, { recovery: 'regions' });
    expect(parted.after.penetrating).toBeLessThan(0.1 * vertices.before.penetrating);
  });

  it('a cube wholly inside another, of which no vertex lies in it: it comes out', async () => {
    const big = box('big', [4, 4, 4], [1, 1, 1]);
    const small = box('small', [2, 2, 2], [0.6, 0.6, 0.6]);
    const placements = [
      { model: big, positions: big.mesh.positions },
      { model: small, positions: small.mesh.positions.map((x, i) => x + [1.9, 1.3, 1.45][i % 3]) },
    ];
    // Undone at once, the overlap would flatten the body in there; slower, it comes out as a whole.
    const { before, after } = await untangle(placements, 'all', 120, { depenetrationSpeed: 3 });
    expect(before.penetrating).toBeGreaterThanOrEqual(20);
    expect(after.penetrating).toBe(0);
    expect(after.piercing).toBe(0);
  });

  it('bars crossed so that no vertex lies in the other: edges see it, vertices do not', async () => {
    const along = box('along', [4, 1, 1], [1, 0.4, 0.4]);
    const across = box('across', [1, 4, 1], [0.4, 1, 0.4]);
    const placements = [
      { model: along, positions: along.mesh.positions },
      { model: across, positions: across.mesh.positions.map((x, i) => x + [1.3, -1.3, 0.22][i % 3]) },
    ];
    const [vertices, edges, all] = await Promise.all(CONTACT_POINTS.map((points) => untangle(placements, points, 60)));
    expect(vertices.before.penetrating).toBe(0);
    expect(vertices.before.piercing).toBeGreaterThan(3);
    expect(vertices.after.piercing).toBe(vertices.before.piercing);
    expect(edges.after.piercing).toBe(0);
    expect(all.after.piercing).toBe(0);
  });
});
