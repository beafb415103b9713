import { describe, expect, it } from 'vitest';
import collidersCode from '../../shaders/constraints/colliders/colliders.wgsl';
import contactsCode from '../../shaders/contacts/projection/contacts.wgsl';
import neoHookeanCode from '../../shaders/constraints/neo-hookean/neo-hookean.wgsl';
import neoHookeanXpbdCode from '../../shaders/constraints/neo-hookean-xpbd/neo-hookean-xpbd.wgsl';
import springsCode from '../../shaders/constraints/springs/springs.wgsl';
import { type OwnMaterial, pairOfMaterials } from '../../src/simulation/world/material.ts';
import { colliders } from '../../src/simulation/constraints/colliders/colliders.ts';
import { colour } from '../../src/simulation/contacts/projection/colour.ts';
import { contacts } from '../../src/simulation/contacts/projection/contacts.ts';
import { contactDispatches } from '../../src/simulation/contacts/projection/passes.ts';
import { neoHookean } from '../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { neoHookeanXpbd } from '../../src/simulation/constraints/neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { springs } from '../../src/simulation/constraints/springs/springs.ts';
import { OWN_KIND, CONTACT } from '../../src/simulation/state.ts';
import type { Batch, World } from '../../src/simulation/world/world.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { putContact } from '../fixtures/stages.ts';
import { batchDispatches, runStage } from './harness.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** As in the tests of these kernels without own materials: neo-hookean.test.ts, springs.test.ts, contacts.test.ts. */
const TOLERANCE = 3e-6;
const CONTACT_TOLERANCE = 1e-5;

/** The second body has all from the scene. */
const MATERIALS: OwnMaterial[] = [
  { youngsModulus: 3e6, springStiffness: 3e5, materialDamping: 4e-3, staticFriction: 0.7, dynamicFriction: 0.5 },
  {},
  { youngsModulus: 3e5, poissonRatio: 0.2, springStiffness: 4e5, staticFriction: 0.05 },
];
const SCENE = { youngsModulus: 1e6, springStiffness: 1e5, materialDamping: 1e-3 };

const around = (world: World, batches: readonly Batch[]) => [
  { kernel: 'displace' as const, count: 3 * world.vertexCount },
  ...batchDispatches(batches),
  { kernel: 'place' as const, count: 3 * world.vertexCount },
];

const ITERATIONS = [
  ['neo-hookean', neoHookeanCode, neoHookean],
  ['neo-hookean-xpbd', neoHookeanXpbdCode, neoHookeanXpbd],
  ['mass-spring', springsCode, springs],
] as const;

describe.each(ITERATIONS)('%s', (kind, code, stage) => {
  it('takes the numbers of each body', async () => {
    const { world, state } = boxWorld({ materials: MATERIALS });
    stir(state);
    const read = ['positions', 'multipliers'] as const;
    const twins = { label: kind, code, stage, world, state, parameters: SCENE, read };
    const run = await runTwins({ ...twins, dispatches: around(world, world.batches[kind]) });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    const largest = Math.max(...run.twin.multipliers.map(Math.abs));
    expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(2e-5 * largest);
    // Each own number tells: without it the twin would be elsewhere.
    const names = kind === 'mass-spring' ? ['springStiffness'] : ['youngsModulus', 'poissonRatio'];
    for (const name of [...names, 'materialDamping']) {
      const without = MATERIALS.map((material) => ({ ...material, [name]: undefined }));
      const other = boxWorld({ materials: without });
      const changed = await runTwins({ ...twins, world: other.world, dispatches: [] });
      expect(largestDifference(changed.twin.positions, run.twin.positions), name).toBeGreaterThan(TOLERANCE);
    }
  });

  it('solves bodies of their own kind alone where the scene is of another', async () => {
    const { world, state } = boxWorld({ materials: [{}, {}, { material: kind }] });
    stir(state);
    expect(world.ownBatches[kind].length).toBeGreaterThan(0);
    const read = ['positions', 'multipliers'] as const;
    const dispatches = around(world, world.ownBatches[kind]);
    const run = await runTwins({ label: kind, code, stage, world, state, argument: OWN_KIND, dispatches, read });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    const first = world.bodies[2].multiplierBase;
    for (const { multipliers } of [run.kernel, run.twin]) {
      expect(multipliers.subarray(0, first).every((f) => f === 0)).toBe(true);
      expect(multipliers.subarray(first).some((f) => f !== 0)).toBe(true);
    }
  });
});

it('contacts rub by the coefficients of both bodies', async () => {
  const { world, state } = boxWorld({ materials: MATERIALS });
  const random = seededRandom(5);
  stir(state);
  for (let c = 0; c < 300; c++) {
    const [b, d] = [random() / 2, random() / 2];
    const vertices = Array.from({ length: 4 }, () => Math.floor(world.vertexCount * random()));
    putContact(state, c, vertices, [1, -b, -d, b + d - 1], [0, 0.6, random() < 0.5 ? 0.8 : -0.8], 0.01);
    state.contacts.u32[CONTACT.stride * c + CONTACT.materials] = pairOfMaterials(c % 3, Math.floor(c / 3) % 3);
  }
  runStage(colour, { world, state });
  const dispatches = contactDispatches([]);
  const read = ['positions', 'contacts'] as const;
  const twins = { label: 'contacts', code: contactsCode, stage: contacts, world, state, argument: 1, dispatches, read };
  const run = await runTwins(twins);
  expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(CONTACT_TOLERANCE);
  const other = boxWorld({ materials: [{ staticFriction: 0.7 }, {}, MATERIALS[2]] });
  const changed = await runTwins({ ...twins, world: other.world, dispatches: [] });
  expect(largestDifference(changed.twin.positions, run.twin.positions)).toBeGreaterThan(CONTACT_TOLERANCE);
});

it('colliders rub by the coefficients of each body', async () => {
  const { world, state } = boxWorld({ materials: MATERIALS });
  stir(state);
  const dispatches = [{ count: world.vertexCount }];
  const read = ['positions', 'colliderImpulses'] as const;
  const twins = { label: 'colliders', code: collidersCode, stage: colliders, world, state, dispatches, read };
  const run = await runTwins(twins);
  for (const name of read) expect(largestDifference(run.kernel[name], run.twin[name])).toBeLessThan(TOLERANCE);
  const other = boxWorld({ materials: [{}, {}, MATERIALS[2]] });
  const changed = await runTwins({ ...twins, world: other.world, dispatches: [] });
  expect(largestDifference(changed.twin.positions, run.twin.positions)).toBeGreaterThan(TOLERANCE);
});
