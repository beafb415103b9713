import { describe, expect, it } from 'vitest';
import { findQueries } from '../../../src/simulation/detect/passes.ts';
import { defaultParameters, MATERIALS, MODES, type SimulationParameters } from '../../../src/simulation/parameters.ts';
import { arrayOf, type Pass } from '../../../src/simulation/program/pass.ts';
import { FIELD_UPDATES } from '../../../src/simulation/path/distance-field/tables.ts';
import { PATH_METHODS } from '../../../src/simulation/path/tables.ts';
import { answerPaths } from '../../../src/simulation/path/passes.ts';
import { runPasses } from '../../../src/simulation/program/run-passes.ts';
import { findContacts } from '../../../src/simulation/contacts/sources.ts';
import {
  CONTAINMENT,
  COUNTERS,
  type State,
  STEP_START,
  STEP_STATE,
  type StateArray,
} from '../../../src/simulation/state.ts';
import { wordsOf } from '../../../src/simulation/state-memory.ts';
import { Hand } from '../../../src/simulation/constraints/grabs/hand.ts';
import { stepProgram } from '../../../src/simulation/step.ts';
import { DEPTHS, FRAME_MEASUREMENTS, PIERCING_PASSES } from '../../../src/simulation/diagnostics/measurements.ts';
import { NORMALS } from '../../../src/simulation/view/passes.ts';
import type { World } from '../../../src/simulation/world/world.ts';
import { layeredWorld } from '../../fixtures/air-layers.ts';
import { drawnAir } from '../../fixtures/air-world.ts';
import { boxWorld, STACK } from '../../fixtures/box-world.ts';
import { clothWorld } from '../../fixtures/cloth.ts';
import { planarWorld } from '../../fixtures/planar.ts';
import { sandwich } from '../../fixtures/sheet.ts';

/** Arrays that every stage may use without naming them: lengths of lists, counters, the pool's notes. */
const COMMON: readonly StateArray[] = ['counters', 'capacities', 'stageTimes'];

/** The same state, which notes what of it is used. */
function watched(state: State): { state: State; used: Set<StateArray> } {
  const used = new Set<StateArray>();
  const proxy = new Proxy(state, {
    get(target, name) {
      used.add(name as StateArray);
      return target[name as StateArray];
    },
  });
  return { state: proxy, used };
}

const bitsOf = (state: State): Map<StateArray, Uint8Array> =>
  new Map(
    (Object.keys(state) as StateArray[]).map((name) => {
      const words = wordsOf(state[name]);
      return [name, new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice()];
    }),
  );

/** Runs passes one by one, and compares what each one's stages use and change with what it declares. */
function hold(
  passesOf: (world: World) => readonly Pass[],
  given: Partial<SimulationParameters>,
  { world, state: whole } = boxWorld({ shake: 0.02, contactPoints: 'edges', shifts: STACK, parameters: given }),
): void {
  const parameters = { ...defaultParameters(), ...given };
  const { state, used } = watched(whole);
  for (const pass of new Set(passesOf(world))) {
    const before = bitsOf(whole);
    used.clear();
    runPasses({ world, state }, [pass], parameters);
    const own = [...pass.writes.map(arrayOf), ...(pass.scratch ?? []), ...COMMON];
    const declared = new Set<StateArray>([...pass.reads, ...own]);
    expect(
      [...used].filter((name) => !declared.has(name)),
      `${pass.name}: used, but not declared`,
    ).toEqual([]);
    const changed = [...bitsOf(whole)].filter(([name, bits]) => Buffer.compare(bits, before.get(name)!) !== 0);
    expect(
      changed.map(([name]) => name).filter((name) => !own.includes(name)),
      `${pass.name}: changed`,
    ).toEqual([]);
  }
}

describe('each pass uses the arrays that it declares, and changes no others', () => {
  const cases = MODES.flatMap((mode) => MATERIALS.map((material) => ({ mode, material })));
  it.each(cases)('in a step: $mode, $material', ({ mode, material }) => {
    const parameters = { ...defaultParameters(), mode, material };
    hold((world) => {
      const hand = new Hand(world);
      hand.set([{ vertex: 3, radius: 1, target: [0, 2, 0] }]);
      hand.begin(0);
      return stepProgram({ parameters, grabs: hand.pulls(0, parameters.timeStep) }, world).passes;
    }, parameters);
  });

  it.each(cases)('in a step of implicit Euler: $mode, $material', ({ mode, material }) => {
    const given = { mode, material, integrator: 'implicit-euler', solver: 'newton', pressure: 1e4 } as const;
    hold((world) => stepProgram({ parameters: { ...defaultParameters(), ...given }, grabs: [] }, world).passes, given);
  });

  it.each(MATERIALS)('in a step with cloth: %s', (material) => {
    const parameters = { ...defaultParameters(), material };
    const names: string[] = [];
    const passesOf = (world: World) => {
      const { passes } = stepProgram({ parameters, grabs: [] }, world);
      names.push(...passes.map(({ name }) => name));
      return passes;
    };
    hold(passesOf, parameters, clothWorld({ parameters }));
    expect(names).toContain('cloth');
  });

  it('in a step in the plane', () => {
    const parameters = { ...defaultParameters(), areaStiffness: 1e4 };
    hold((world) => stepProgram({ parameters, grabs: [] }, world).passes, parameters, planarWorld({ parameters }));
  });

  it('in a step with sheets', () => {
    const parameters = { ...defaultParameters(), contactOffset: 2e-3 };
    const { world, state } = sandwich(parameters);
    const passes = stepProgram({ parameters, grabs: [] }, world).passes;
    expect(passes.map(({ name }) => name)).toContain('guarantee');
    hold(() => passes, parameters, { world, state });
  });

  it('in a step with gas in bodies', () => {
    const parameters = { ...defaultParameters(), pressure: 1e4 };
    hold((world) => stepProgram({ parameters, grabs: [] }, world).passes, { pressure: 1e4 });
  });

  it.each([2, 3] as const)('in a step with air, flattened, in dimension %d', (dimension) => {
    const parameters = { ...defaultParameters(), flatten: true, airIterations: 2 };
    const { world, state } = drawnAir(dimension, 150, false, parameters);
    const { passes } = stepProgram({ parameters, grabs: [] }, world);
    expect(passes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['improve air', 'air', 'inverted air', 'flatten']),
    );
    hold(() => passes, parameters, { world, state });
  });

  it.each([2, 3] as const)('in a step with contacts of air, in dimension %d', (dimension) => {
    const { world, state, parameters } = layeredWorld(dimension);
    const { passes } = stepProgram({ parameters, grabs: [] }, world);
    expect(passes.map(({ name }) => name)).toContain('contacts of air');
    hold(() => passes, parameters, { world, state });
    expect(state.counters[COUNTERS.contactsAir]).toBeGreaterThan(4);
  });

  it('in a step that culls self-collisions', () => {
    const parameters = { ...defaultParameters(), selfCulling: 'cones' as const };
    hold((world) => stepProgram({ parameters, grabs: [] }, world).passes, { selfCulling: 'cones' });
  });

  it('in a step that parts crossed edges', () => {
    const parameters = { ...defaultParameters(), crossedEdges: 'part' as const };
    hold((world) => stepProgram({ parameters, grabs: [] }, world).passes, { crossedEdges: 'part' });
  });

  it.each(PATH_METHODS)('in paths by %s', (pathMethod) => {
    const parameters = { ...defaultParameters(), mode: 'dcd' as const, pathMethod };
    hold((world) => findContacts(parameters, world), parameters);
  });

  it.each(FIELD_UPDATES)('in contacts and paths by a distance field, update %s', (fieldUpdate) => {
    const parameters = { ...defaultParameters(), mode: 'dcd', pathMethod: 'distance-field', fieldUpdate } as const;
    hold((world) => [...findContacts(parameters, world), answerPaths('distance-field'), DEPTHS], parameters);
  });

  it('in measuring', () => {
    hold(() => [...findQueries(CONTAINMENT.measured), answerPaths('flood'), DEPTHS, NORMALS, ...PIERCING_PASSES], {});
    for (const given of [{}, { recovery: 'paths' } as const])
      hold(() => FRAME_MEASUREMENTS[3].flatMap(({ passes }) => passes), given, boxWorld({ parameters: given }));
    hold(() => FRAME_MEASUREMENTS[2].flatMap(({ passes }) => passes), {}, planarWorld());
  });
});

it.each(MODES)('a step of mode %s keeps its start once, before it changes what it started from', (mode) => {
  const parameters = { ...defaultParameters(), mode, contacts: 'in-the-loop' as const, pressure: 1e4 };
  const { passes } = stepProgram({ parameters, grabs: [] }, boxWorld({ parameters }).world);
  const writersOf = (name: StateArray) =>
    passes.flatMap(({ writes }, i) => (writes.map(arrayOf).includes(name) ? i : []));
  for (const name of STEP_STATE) {
    const keepers = writersOf(STEP_START[name]);
    expect(keepers).toHaveLength(1);
    expect(writersOf(name)[0]).toBeGreaterThanOrEqual(keepers[0]);
  }
});
