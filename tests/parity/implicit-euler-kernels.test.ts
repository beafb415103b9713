import { describe, expect, it } from 'vitest';
import { contactOfSlot, initialQueries } from '../../src/simulation/capacities.ts';
import { listContacts } from '../../src/simulation/integrators/implicit-euler/contact-lists.ts';
import { solveLinear } from '../../src/simulation/integrators/implicit-euler/conjugate-gradients.ts';
import { HESSIAN_LENGTH } from '../../src/simulation/integrators/implicit-euler/element.ts';
import { moveAlong } from '../../src/simulation/integrators/implicit-euler/line-search.ts';
import {
  LIST_CONTACTS,
  newtonPasses,
  predictWithForces as predictPass,
} from '../../src/simulation/integrators/implicit-euler/passes.ts';
import { predictWithForces } from '../../src/simulation/integrators/implicit-euler/prediction.ts';
import { makeModelData } from '../../src/simulation/model-data.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State, type StateArray } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { boxWorld, seededRandom } from '../fixtures/box-world.ts';
import { contextOf, cornerTet, putContact } from '../fixtures/stages.ts';
import { isFull } from '../fixtures/tier.ts';
import { copyState, dispatchesOf, runKernel, runStage } from './harness.ts';
import { largestDifference, stir } from './twins.ts';

const GIVEN = {
  integrator: 'implicit-euler',
  timeStep: 0.01,
  contactStiffness: 10,
  youngsModulus: 1e5,
  springStiffness: 1e5,
  // With a line search.
  solver: 'newton',
  newtonIterations: 1,
  linearIterations: 2,
  // If nothing slides, the direction of sliding is all rounding.
  staticFriction: 0.02,
  dynamicFriction: 0.01,
} as const satisfies Partial<SimulationParameters>;

const ELASTICITIES: readonly Partial<SimulationParameters>[] = [{}, { material: 'mass-spring' }, { pressure: 1e3 }];

/** Slots behind the lists of paths and hits, as those of a contact source with a fixed number. */
const SLOTS = 3;

/** Worlds of 4 vertices, of some fewer than a workgroup, and of several chunks' threads; the last one has contacts in slots. */
const WORLDS: readonly (readonly [name: string, make: (given: Partial<SimulationParameters>) => Made])[] = [
  ['one tetrahedron', (given) => contextOf([cornerTet()], { ...given, planes: [{ normal: [0, 1, 0], offset: 0.1 }] })],
  ['one box', (parameters) => boxWorld({ bodies: 1, parameters })],
  ['three boxes', (parameters) => boxWorld({ parameters, slots: SLOTS })],
];
type Made = { world: World; state: State };

/** Writes contacts of random vertices, of every kind and with gaps. */
function putContacts({ world, state }: Made, count: number): void {
  const random = seededRandom(count + 1);
  const vertex = () => Math.floor(world.vertexCount * random());
  const ids = [
    ...Array.from({ length: count }, (_, i) => i),
    ...Array.from({ length: count > 0 ? world.slotCount : 0 }, (_, i) => contactOfSlot(world, i)),
  ];
  for (const [i, id] of ids.entries()) {
    const [b, d] = [random() / 2, random() / 2];
    const normal = [0, 0.6, random() < 0.5 ? 0.8 : -0.8];
    const isExternal = i % 3 === 2;
    if (isExternal) putContact(state, id, [vertex()], [1], normal, 2 * random());
    else putContact(state, id, [vertex(), vertex(), vertex(), vertex()], [1, -b, -d, b + d - 1], normal, 0.1);
    const { none, external, ...others } = CONTACT_KINDS;
    const kind = i % 7 === 6 ? none : isExternal ? external : Object.values(others)[(i % 4) % 3];
    state.contacts.u32[CONTACT.stride * id + CONTACT.kind] = kind;
    state.contacts.u32[CONTACT.stride * id + CONTACT.materials] = 0;
  }
  state.counters[COUNTERS.queries] = count;
}

const READ = [
  'elementHessians',
  'elementForces',
  'springHessians',
  'springForces',
  'freeMoves',
  'forcedMoves',
  'predictedMoves',
  'contactTerms',
  'vertexBlocks',
  'preconditioner',
  'solution',
  'residual',
  'direction',
  'product',
  'positions',
  'linearSolve',
  'contactRanges',
  'contactEntries',
  'gasTerms',
] as const satisfies readonly StateArray[];

/** Hessians of elements are columns on the device. */
const WIDTHS: Partial<Record<StateArray, number>> = { elementHessians: HESSIAN_LENGTH, springHessians: 6 };
/** Share of an array's largest number: float32's rounding, enlarged by contacts and two iterations. Up to 8e-5 was measured. */
const TOLERANCE = 3e-4;

const scaleOf = (array: Float32Array) => array.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);

describe.each(WORLDS)('prediction, lists and a solve of %s', (_, make) => {
  const all = [0, 1, 133].flatMap((count) => ELASTICITIES.map((elasticity) => [count, elasticity] as const));
  /** Pairs that the first tier tries: each number of contacts and each elasticity stands in one. */
  const few = ([0, 133, 1, 133] as const).map((count, i) => [count, ELASTICITIES[i % ELASTICITIES.length]] as const);
  it.each(isFull ? all : few)('leave the arrays that the CPU leaves: %d contacts, %j', async (asked, elasticity) => {
    const given = { ...GIVEN, ...elasticity };
    const parameters = { ...defaultParameters(), ...given };
    const made = make(given);
    const { world, state } = made;
    makeModelData(world, ['elementIncidence']);
    stir(state);
    state.remaindersT0.set(state.remainders);
    const count = Math.min(asked, initialQueries(world));
    putContacts(made, count);

    const passes = [predictPass(parameters, world), LIST_CONTACTS, ...newtonPasses(parameters, world)];
    const dispatches = passes.flatMap((pass) => dispatchesOf(pass, world));
    const kernel = await runKernel({
      label: 'solve',
      world,
      state,
      parameters: given,
      dispatches,
      read: elasticity.pressure ? READ : READ.filter((name) => name !== 'gasTerms'),
    });
    const twin = copyState(world, state);
    for (const stage of [predictWithForces, listContacts, solveLinear, moveAlong])
      runStage(stage, { world, state: twin, parameters: given });

    for (let v = 0; v < world.vertexCount; v++) {
      const [ours, twins] = [kernel, twin].map(({ contactRanges, contactEntries }) =>
        contactEntries.slice(contactRanges[2 * v], contactRanges[2 * v + 1]),
      );
      expect(ours, `contacts of vertex ${v}`).toEqual(twins);
    }
    // Contacts that act, and others.
    const acting = twin.contactTerms.filter((x, i) => i % 5 === 0 && x > 0).length;
    if (count > 1) expect(acting).toBeGreaterThan(count / 8);
    for (const name of READ) {
      if (name === 'contactRanges' || name === 'contactEntries' || (name === 'gasTerms' && !elasticity.pressure))
        continue;
      const width = WIDTHS[name] ?? 0;
      const own = Float32Array.from(twin[name]);
      const height = own.length / width;
      const expected = width > 0 ? own.map((_, i) => own[(i % height) * width + Math.floor(i / height)]) : own;
      const ours = Float32Array.from(kernel[name]).subarray(0, expected.length);
      const share = largestDifference(ours, expected) / (scaleOf(expected) || 1);
      expect.soft(share, name).toBeLessThan(TOLERANCE);
    }
  });
});
