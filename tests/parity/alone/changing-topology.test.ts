import { describe, expect, it, vi } from 'vitest';
import type { BackendOptions } from '../../../src/index.ts';
import { boxWorld } from '../../fixtures/box-world.ts';
import { PLENTY, weldedRun } from '../../fixtures/welded-run.ts';
import { sharedDevice } from '../harness.ts';

// Takes long: the kernels are compiled once more, with features of its own.
// The program's lists, with one feature more.
vi.mock('../../../src/simulation/constraints/pressure/arrays.ts', async (original) => {
  const { PRESSURE_ARRAYS } = await original<{ PRESSURE_ARRAYS: object }>();
  return { PRESSURE_ARRAYS: { ...PRESSURE_ARRAYS, ...(await import('../../fixtures/weld-tables.ts')).WELD_ARRAYS } };
});
vi.mock('../../../src/simulation/contacts/projection/capacities.ts', async (original) => {
  const { INITIAL_COLOURS, PROJECTION_CAPACITIES } = await original<{
    INITIAL_COLOURS: number;
    PROJECTION_CAPACITIES: object;
  }>();
  const { WELD_CAPACITIES } = await import('../../fixtures/weld-tables.ts');
  return { INITIAL_COLOURS, PROJECTION_CAPACITIES: { ...PROJECTION_CAPACITIES, ...WELD_CAPACITIES } };
});
vi.mock('../../../src/simulation/stages.ts', async (original) => {
  const { STAGES } = await original<{ STAGES: object }>();
  return { STAGES: { ...STAGES, ...(await import('../../fixtures/welds.ts')).WELD_STAGES } };
});
vi.mock('../../../src/simulation/constraints/constraints.ts', async (original) => {
  const { CONSTRAINTS } = await original<{ CONSTRAINTS: readonly object[] }>();
  return { CONSTRAINTS: [...CONSTRAINTS, (await import('../../fixtures/welds.ts')).WELDS] };
});

// Kernels could name the list, so that the device has it; its counts are the pool's alone.
vi.mock('../../../src/gpu/kernels/bindings.ts', async (original) => {
  const { BINDINGS } = await original<{ BINDINGS: { readonly groups: readonly object[] } }>();
  const [parameters, topology, state, contacts] = BINDINGS.groups;
  return { BINDINGS: { ...BINDINGS, groups: [parameters, topology, { ...state, welds: 'u32' }, contacts] } };
});

const DEVICES: readonly (readonly [name: string, open: () => Promise<BackendOptions['backend']>])[] = [
  ['cpu', async () => 'cpu'],
  ['gpu', async () => ({ device: await sharedDevice(boxWorld().world), adapterName: 'test' })],
];

describe.each(DEVICES)('topology that changes, on the %s', (_, open) => {
  it('outlives steps, and its list grows within one without a trace', async () => {
    const large = await weldedRun(PLENTY, await open());
    const small = await weldedRun(1, await open());
    expect(large.steps.at(-1)!.welds).toBeGreaterThan(5);
    expect(large.steps.at(-1)!.met).toBeGreaterThan(0);
    expect(small.steps).toEqual(large.steps);
    expect(small.capacities().welds).toBeGreaterThan(1);
    expect(large.capacities().welds).toBe(PLENTY);
    for (const { backend } of [large, small]) await backend.dispose();
  });

  it.each(['welds', 'weldCounts'])('comes back from a checkpoint, and hashes tell it: %s', async (name) => {
    const { backend, simulator, steps, note } = await weldedRun(1, await open());
    const last = steps.at(-1)!;
    await backend.checkpoint();
    const changed = (await backend.read(name as 'inside')).slice();
    changed[0]--;
    await backend.write(name as 'inside', changed);
    expect(await simulator.hash()).not.toBe(last.hash);
    await backend.restore();
    await note();
    expect(steps.at(-1)).toEqual(last);
    await backend.dispose();
  });
});
