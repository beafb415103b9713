import { expect, it } from 'vitest';
import code from '../../shaders/contacts/projection/contacts.wgsl';
import { contactDispatches } from '../../src/simulation/contacts/projection/passes.ts';
import { colour } from '../../src/simulation/contacts/projection/colour.ts';
import { contacts as stage } from '../../src/simulation/contacts/projection/contacts.ts';
import { CONTACT, CONTACT_KINDS } from '../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { putContact } from '../fixtures/stages.ts';
import { runKernel, runStage } from './harness.ts';
import { largestDifference, runTwins, stir } from './twins.ts';
import { some } from '../fixtures/tier.ts';

/** Positions up to 8 m are rounded to 2.4e-7 m once a colour and impulse; a vertex is in up to twenty contacts. */
const TOLERANCE = 1e-5;

/** The host's guesses of the colours' sizes: nothing, so that one workgroup does all; large sizes, most of them wrong; the first ones only; few contacts between many. */
const GUESSES = [[], Array.from({ length: 40 }, () => 300), [300, 200], [300, 5, 4, 200, 3, 200, 2]] as const;

const bitsOf = (values: Float32Array) => new Uint32Array(values.buffer, values.byteOffset, values.length);

it.each(some([0, 1, 63, 200, 900], 3))(
  'contacts: %d of them, to the bit the same whatever their guess',
  async (count) => {
    const { world, state } = boxWorld();
    const random = seededRandom(count);
    stir(state);
    for (let c = 0; c < count; c++) {
      const [b, d] = [random() / 2, random() / 2];
      // A vertex, an edge's point, a centroid on a face.
      const own = [[1], [1 - b, b], [0.25, 0.25, 0.25, 0.25]][c % 3];
      const vertices = Array.from({ length: own.length + 3 }, () => Math.floor(world.vertexCount * random()));
      putContact(state, c, vertices, [...own, -b, -d, b + d - 1], [0, 0.6, random() < 0.5 ? 0.8 : -0.8], 0.01);
      if (c % 5 !== 4) continue;
      putContact(state, c, [vertices[0]], [1], [0, 0.6, 0.8], random());
      state.contacts.u32[CONTACT.stride * c + CONTACT.kind] = CONTACT_KINDS.external;
    }
    runStage(colour, { world, state });
    const sweeps = GUESSES.map(contactDispatches).map((sweep) => [...sweep, ...sweep]);
    const read = ['positions', 'remainders', 'contacts'] as const;
    const twins = { label: 'contacts', code, stage, world, state, argument: 2, dispatches: sweeps[0], read };
    const run = await runTwins(twins, { dynamicFriction: 0.202 });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    // Impulses are such lengths times masses up to some thousand kg.
    expect(largestDifference(run.kernel.contacts, run.twin.contacts)).toBeLessThan(1e3 * TOLERANCE);
    for (const dispatches of sweeps.slice(1)) {
      const other = await runKernel({ label: 'contacts', code, world, state, dispatches, read });
      expect(bitsOf(other.positions)).toEqual(bitsOf(run.kernel.positions));
      expect(bitsOf(other.remainders)).toEqual(bitsOf(run.kernel.remainders));
      expect(other.contacts.u32).toEqual(run.kernel.contacts.u32);
    }
    if (count > 1) expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  },
);

it('contacts between held sides move nothing', async () => {
  const { world, state } = boxWorld();
  const random = seededRandom(7);
  stir(state);
  const vertices = Array.from({ length: world.vertexCount }, (_, v) => v);
  const [free, held] = [vertices.filter((v) => v % 2 === 0), vertices.filter((v) => v % 2 === 1)];
  for (const v of held) state.inverseMasses[v] = 0;
  const one = (of: readonly number[]) => of[Math.floor(of.length * random())];
  for (let c = 0; c < 100; c++) {
    // Only the first vertex is free, with a weight from 0.09 down to what float32 rounds to 0, or with one that is large enough.
    const weight = c % 4 === 3 ? 0.3 : 0.09 * 10 ** (-c / 2);
    const corners = [one(free), one(held), one(held), one(held)];
    putContact(state, c, corners, [weight, 1 - weight, -0.25, -0.75], [0, 0.6, c % 3 === 0 ? -0.8 : 0.8], 4);
  }
  runStage(colour, { world, state });
  const read = ['positions', 'contacts'] as const;
  const twins = { label: 'contacts', code, stage, world, state, argument: 1, dispatches: contactDispatches([]), read };
  const { kernel, twin } = await runTwins(twins);
  expect(largestDifference(kernel.positions, twin.positions)).toBeLessThan(TOLERANCE);
  const impulses = Array.from({ length: 100 }, (_, c) => kernel.contacts.f32[CONTACT.stride * c + CONTACT.lambda]);
  expect(impulses.filter((impulse, c) => c % 4 !== 3 && impulse !== 0)).toEqual([]);
  expect(impulses.filter((impulse, c) => c % 4 === 3 && impulse > 0).length).toBeGreaterThan(10);
});
