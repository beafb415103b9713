import { describe, expect, it, test } from 'vitest';
import { openInState } from '../../../src/engine/open-backend.ts';
import { onThisThread } from '../../../src/index.ts';
import {
  hasEffect,
  type Materials,
  PARAMETERS,
  type SimulationParameters,
} from '../../../src/simulation/parameters.ts';
import { Simulator } from '../../../src/simulation/simulator.ts';
import type { State } from '../../../src/simulation/state.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import type { BodyKind, OwnMaterial } from '../../../src/simulation/world/material.ts';
import { drawnAir } from '../../fixtures/air-world.ts';
import { boxWorld, STACK } from '../../fixtures/box-world.ts';
import { clothWorld } from '../../fixtures/cloth.ts';
import { parametersWith } from '../../fixtures/stages.ts';

type Name = keyof SimulationParameters;
const NAMES = Object.keys(PARAMETERS) as Name[];

test('a parameter depends on other choices, by options that they have', () => {
  for (const name of NAMES)
    for (const [choice, options] of Object.entries(PARAMETERS[name].onlyWith ?? {})) {
      const definition = PARAMETERS[choice as Name];
      expect(choice).not.toBe(name);
      expect(definition.kind === 'choice' ? definition.options : []).toEqual(expect.arrayContaining([...options]));
    }
});

test('a parameter has an effect if each choice has one of its options', () => {
  const newton = parametersWith({ integrator: 'implicit-euler', solver: 'newton' });
  expect(hasEffect('newtonTolerance', newton)).toBe(true);
  expect(hasEffect('newtonTolerance', { ...newton, solver: 'linear' })).toBe(false);
  expect(hasEffect('newtonTolerance', { ...newton, integrator: 'xpbd' })).toBe(false);
  expect(hasEffect('culling', { ...newton, pathMethod: 'paper' })).toBe(true);
  expect(hasEffect('gravity', newton)).toBe(true);
});

describe('of a material that the scene does not have', () => {
  const springs = parametersWith({ material: 'mass-spring' });
  const bodies = (...kinds: (readonly [kind: BodyKind | undefined, own?: OwnMaterial])[]): Materials => ({
    bodies: kinds.map(([kind], material) => ({ kind, material })),
    materials: kinds.map(([, own = {}]) => own),
  });

  it('a parameter has an effect on cloths and on bodies of their own kind', () => {
    expect(hasEffect('youngsModulus', springs)).toBe(false);
    expect(hasEffect('youngsModulus', springs, bodies([undefined], ['mass-spring']))).toBe(false);
    for (const kind of ['cloth', 'neo-hookean', 'neo-hookean-xpbd'] as const)
      expect(hasEffect('youngsModulus', springs, bodies([undefined], [kind]))).toBe(true);
    expect(hasEffect('springStiffness', parametersWith({}), bodies([undefined], ['cloth']))).toBe(false);
    expect(hasEffect('springStiffness', parametersWith({}), bodies([undefined], ['mass-spring']))).toBe(true);
  });

  it('it has none on those that have a value of their own', () => {
    expect(hasEffect('youngsModulus', springs, bodies(['cloth', { youngsModulus: 1e6 }]))).toBe(false);
    expect(hasEffect('poissonRatio', springs, bodies(['cloth', { youngsModulus: 1e6 }]))).toBe(true);
  });

  it.each<OwnMaterial>([{}, { youngsModulus: 1e6 }])(
    'it changes how cloths move, unless they have their own: %j',
    async (own) => {
      const hashOf = (given: Partial<SimulationParameters>) => {
        const parameters = parametersWith({ material: 'mass-spring', ...given });
        const made = clothWorld({ parameters, materials: [own, own, own] });
        return hashOfRun(made, parameters);
      };
      const { world } = clothWorld({ materials: [own, own, own] });
      const changes = (await hashOf({ youngsModulus: 1e4 })) !== (await hashOf({ youngsModulus: 1e5 }));
      expect(changes).toBe(hasEffect('youngsModulus', springs, world));
      expect(changes).toBe(own.youngsModulus === undefined);
    },
  );
});

/**
 * Parameters that change no state of these boxes: one changes the time alone, one concerns sheets alone (tests/physics/sheet-contacts.test.ts),
 * and one the GPU backend alone (tests/parity/ccd-hits.test.ts).
 */
const WITHOUT_TRACE: readonly Name[] = ['selfCulling', 'ccdOn', 'rebuildsOn'];

/** Runs boxes that fall on one another and returns the hash of their state. */
const hashAfterRun = (given: Partial<SimulationParameters>): Promise<string> =>
  hashOfRun(boxWorld({ shifts: STACK, parameters: given }), parametersWith(given));

/** Returns the hash of the state after a few steps. */
async function hashOfRun(
  { world, state }: { world: World; state: State },
  parameters: SimulationParameters,
): Promise<string> {
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  for (let step = 0; step < 4; step++) await simulator.step();
  const hash = await simulator.hash();
  await backend.dispose();
  return hash;
}

/** Returns another value of a parameter than the one given. */
function otherThan(name: Name, value: unknown): unknown {
  const definition = PARAMETERS[name];
  if (definition.kind === 'flag') return !value;
  if (definition.kind === 'choice') return definition.options.find((option) => option !== value);
  return value === definition.min ? definition.max : definition.min;
}

describe.each<Partial<SimulationParameters>>([
  { integrator: 'xpbd', material: 'neo-hookean' },
  { integrator: 'xpbd', material: 'mass-spring' },
  // So small a tolerance that Newton's method goes on after its first solve.
  { integrator: 'implicit-euler', solver: 'linear', newtonTolerance: 1e-6, material: 'neo-hookean' },
  { integrator: 'implicit-euler', solver: 'newton', newtonTolerance: 1e-6, material: 'mass-spring' },
])('with %j', (given) => {
  const parameters = parametersWith(given);

  it('parameters that should have no effect have none', async () => {
    const before = await hashAfterRun(given);
    const silent = NAMES.filter((name) => !hasEffect(name, parameters));
    expect(silent.length).toBeGreaterThan(3);
    for (const name of silent)
      expect(await hashAfterRun({ ...given, [name]: otherThan(name, parameters[name]) }), name).toBe(before);
  });

  it('those of the integrator and the material that should have one have it', async () => {
    const before = await hashAfterRun(given);
    const effective = NAMES.filter(
      (name) =>
        PARAMETERS[name].onlyWith &&
        // The boxes have no air mesh, and are not in the plane.
        !PARAMETERS[name].needs &&
        hasEffect(name, parameters) &&
        !WITHOUT_TRACE.includes(name) &&
        // In the penalty contacts of these few steps it finds nothing to hold.
        !(name === 'guarantee' && parameters.integrator === 'implicit-euler'),
    );
    expect(effective.length).toBeGreaterThan(3);
    for (const name of effective)
      expect(await hashAfterRun({ ...given, [name]: otherThan(name, parameters[name]) }), name).not.toBe(before);
  });
});

test('parameters of air have an effect on bodies with air alone', async () => {
  const given = { timeStep: 1e-3, airIterations: 2 };
  const hashOf = (changed: Partial<SimulationParameters>) => {
    const made = drawnAir(2, 100, false, { ...given, ...changed });
    return hashOfRun(made, parametersWith({ ...given, ...changed }));
  };
  const parameters = parametersWith(given);
  const { world } = drawnAir(2, 100);
  for (const name of ['air', 'airIterations'] as const) {
    expect(hasEffect(name, parameters, world)).toBe(true);
    expect(hasEffect(name, parameters, boxWorld().world)).toBe(false);
    expect(await hashOf({ [name]: otherThan(name, parameters[name]) }), name).not.toBe(await hashOf({}));
  }
  expect(hasEffect('airFlips', { ...parameters, air: 'off' }, world)).toBe(false);
});

test('a world that runs keeps the parameters that it was made for', async () => {
  const { world, state } = boxWorld({ shifts: STACK });
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parametersWith({}));
  simulator.setParameters({ integrator: 'implicit-euler', pressure: 5 });
  expect(simulator.parameters).toMatchObject({ integrator: 'xpbd', pressure: 0 });
  await simulator.step();
  expect(simulator.inputs).toEqual([]);
  simulator.setParameters({ integrator: 'implicit-euler', gravity: 1 });
  await simulator.step();
  expect(simulator.inputs).toEqual([{ step: 1, parameters: { gravity: 1 } }]);
  await backend.dispose();
});
