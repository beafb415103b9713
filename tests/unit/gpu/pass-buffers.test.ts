import { expect, it } from 'vitest';
import { PACKED } from '../../../src/gpu/memory/buffer-layout.ts';
import { snakeCase } from '../../../src/gpu/kernels/constants.ts';
import type { KernelName } from '../../../src/gpu/kernels/kernels.ts';
import { KERNELS } from '../../fixtures/kernels.ts';
import { assemble } from '../../../src/gpu/kernels/wgsl.ts';
import { initialCapacities } from '../../../src/simulation/capacities.ts';
import { REBUILD_ON_DEVICE } from '../../../src/simulation/detect/rebuild-passes.ts';
import { findQueries } from '../../../src/simulation/detect/passes.ts';
import { defaultParameters, MATERIALS, MODES } from '../../../src/simulation/parameters.ts';
import { arrayOf, type Pass, type Plan } from '../../../src/simulation/program/pass.ts';
import { answerPaths, DEVICE_METHODS, preparePaths, refitForPaths } from '../../../src/simulation/path/passes.ts';
import { CONTAINMENT, COUNTER_COUNT, COUNTERS, type StateArray } from '../../../src/simulation/state.ts';
import { stepProgram } from '../../../src/simulation/step.ts';
import { DEPTHS, FRAME_MEASUREMENTS } from '../../../src/simulation/diagnostics/measurements.ts';
import { NORMALS } from '../../../src/simulation/view/passes.ts';
import { COLOUR, projectContacts } from '../../../src/simulation/contacts/projection/passes.ts';
import type { Batch, World } from '../../../src/simulation/world/world.ts';
import { drawnAir } from '../../fixtures/air-world.ts';
import { boxWorld } from '../../fixtures/box-world.ts';
import { clothWorld } from '../../fixtures/cloth.ts';
import { planarWorld } from '../../fixtures/planar.ts';

const { world } = boxWorld({ contactPoints: 'edges' });
const planOf = (world: World): Plan => ({
  world,
  capacities: initialCapacities(world),
  counters: { grabs: 1, driven: 1 },
  last: undefined,
});

/** Buffers without an array of the state, or with one that every pass may count in. */
const FREE = ['parameters', 'dispatch_arguments', 'topology', 'counters', 'indirect', 'block_sums', 'sort_pairs'];
/** Kernels that bind an array for another of their arguments, or write behind the arrays that share its buffer. */
const SPARED: Readonly<Record<string, readonly string[]>> = {
  containment: ['inside', 'pairs', 'pair_counts'],
  edgeContainment: ['inside', 'pairs', 'pair_counts'],
  branchedEdges: ['path_data'],
  shortestPathLarge: ['path_data'],
};

/** The buffer of an array: its own, or the one that it shares. */
const bufferOf = (name: StateArray): string =>
  Object.keys(PACKED).find((buffer) => PACKED[buffer].includes(name)) ?? snakeCase(name);

function hold(pass: Pass, plan = planOf(world)): void {
  const reads = new Set(pass.reads.map(bufferOf));
  const writes = new Set([...pass.writes.map(arrayOf), ...(pass.scratch ?? [])].map(bufferOf));
  for (const kernel of new Set((pass.kernels?.(plan) ?? []).map((dispatch) => dispatch.kernel as KernelName))) {
    for (const { buffer, type } of assemble({ label: kernel, code: KERNELS[kernel] }).declarations) {
      if (FREE.includes(buffer) || SPARED[kernel]?.includes(buffer)) continue;
      const about = `${pass.name}: ${kernel} uses ${buffer}`;
      if (type === 'storage') expect([...writes], about).toContain(buffer);
      else expect([...reads, ...writes], about).toContain(buffer);
    }
  }
}

it.each(MODES.flatMap((mode) => MATERIALS.map((material) => ({ mode, material }))))(
  'passes declare the buffers that their kernels bind, in a step: $mode, $material',
  ({ mode, material }) => {
    const parameters = { ...defaultParameters(), mode, material };
    const { passes } = stepProgram({ parameters, grabs: [] }, world);
    expect(passes.length).toBeGreaterThan(5);
    for (const pass of new Set([...REBUILD_ON_DEVICE, ...passes])) hold(pass);
  },
);

it.each(MATERIALS)('and where bodies are large: %s', (material) => {
  const large = (batches: readonly Batch[]) => batches.map((batch) => ({ ...batch, end: batch.end + 1000 }));
  const batches = { ...world.batches, [material]: large(world.batches[material]) };
  const parameters = { ...defaultParameters(), material };
  const { passes } = stepProgram({ parameters, grabs: [] }, world);
  const pass = passes.find(({ name }) => name === (material === 'mass-spring' ? 'springs' : material));
  const plan = planOf({ ...world, batches });
  expect(pass?.kernels?.(plan).length).toBeGreaterThan(3);
  hold(pass!, plan);
});

it('and where there are many contacts', () => {
  const counters = new Uint32Array(COUNTER_COUNT);
  counters[COUNTERS.contactsCcd] = 8000;
  const colourOffsets = Uint32Array.of(0, 4000, 8000);
  const plan: Plan = { ...planOf(world), last: { counters, arrays: { colourOffsets } } };
  const kernels = [COLOUR, projectContacts(1)].flatMap((pass) => pass.kernels!(plan).map(({ kernel }) => kernel));
  expect(kernels).toEqual(expect.arrayContaining(['colourClaim', 'colourRemaining', 'contacts', 'contactsRemaining']));
  for (const pass of [COLOUR, projectContacts(1)]) hold(pass, plan);
});

it.each(MATERIALS)('and in a step of implicit Euler, with gas: %s', (material) => {
  const given = { integrator: 'implicit-euler', solver: 'newton', pressure: 1e4, material } as const;
  const { world } = boxWorld({ parameters: given });
  const { passes } = stepProgram({ parameters: { ...defaultParameters(), ...given }, grabs: [] }, world);
  for (const pass of new Set(passes)) hold(pass, planOf(world));
});

it('and in a step with cloth', () => {
  const draped = clothWorld().world;
  const { passes } = stepProgram({ parameters: defaultParameters(), grabs: [] }, draped);
  expect(passes.map(({ name }) => name)).toContain('cloth');
  for (const pass of new Set(passes)) hold(pass, planOf(draped));
});

it('and in a step in the plane', () => {
  const flat = planarWorld().world;
  const parameters = { ...defaultParameters(), areaStiffness: 1e4 };
  for (const pass of new Set(stepProgram({ parameters, grabs: [] }, flat).passes)) hold(pass, planOf(flat));
});

it('and in a step with gas', () => {
  const given = { pressure: 1e4 };
  const filled = boxWorld({ parameters: given }).world;
  const { passes } = stepProgram({ parameters: { ...defaultParameters(), ...given }, grabs: [] }, filled);
  expect(passes.map(({ name }) => name)).toContain('gas');
  for (const pass of new Set(passes)) hold(pass);
});

it.each([2, 3] as const)('and in a step with air, flattened, in dimension %d', (dimension) => {
  const parameters = { ...defaultParameters(), flatten: true };
  const { world } = drawnAir(dimension, 150);
  const { passes } = stepProgram({ parameters, grabs: [] }, world);
  const kernels = passes.flatMap((pass) => (pass.kernels?.(planOf(world)) ?? []).map(({ kernel }) => kernel));
  expect(kernels).toEqual(expect.arrayContaining(['airRemaining', 'countInvertedAir', 'flatten']));
  for (const pass of new Set(passes)) hold(pass, planOf(world));
});

it('and in a step with much air', () => {
  const { world } = drawnAir(2, 4000);
  const { passes } = stepProgram({ parameters: defaultParameters(), grabs: [] }, world);
  const pass = passes.find(({ name }) => name === 'air')!;
  expect(pass.kernels?.(planOf(world)).map(({ kernel }) => kernel)).toContain('air');
  hold(pass, planOf(world));
});

it('and in contacts and paths by a distance field', () => {
  const parameters = { ...defaultParameters(), mode: 'dcd', pathMethod: 'distance-field' } as const;
  const { passes } = stepProgram({ parameters, grabs: [] }, world);
  expect(passes.map(({ name }) => name)).toContain('contacts of distances');
  for (const pass of new Set([...passes, answerPaths('distance-field')])) hold(pass);
});

it.each(DEVICE_METHODS)('and in paths by %s, measuring, drawing', (method) => {
  const passes = [...findQueries(CONTAINMENT.measured), refitForPaths(method), ...preparePaths(method)];
  const measuring = FRAME_MEASUREMENTS[3].flatMap((measurement) => measurement.passes);
  for (const pass of [...passes, answerPaths(method), DEPTHS, NORMALS, ...measuring]) hold(pass);
});
