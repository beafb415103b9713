import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import {
  firstOrderDistances,
  secondOrderDistances,
} from '../../../../src/simulation/path/distance-field/node-distances.ts';
import type { NamedArrays } from '../../../../src/simulation/world/model.ts';
import { type ComputeDistances, FieldPreparation } from '../../../../src/ui/app/field-preparation.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A preparation whose computations end when the test says so, and what it does to the page and the pool. */
function setUp() {
  const { world } = boxWorld();
  const bars: { share: number; cancel: () => void }[] = [];
  const page = { hidden: 0 };
  const messages = {
    progress: (_: string, share: number, cancel: () => void) => void bars.push({ share, cancel }),
    hide: () => void page.hidden++,
  };
  const calls: { progress: (share: number) => void; end: (data: NamedArrays) => void; order: number }[] = [];
  const compute: ComputeDistances = (_, order, progress, signal) =>
    new Promise((end, reject) => {
      calls.push({ progress, end, order });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const given: { name: string; data: readonly NamedArrays[] }[] = [];
  const pool = {
    world,
    provide: async (name: string, data: readonly NamedArrays[]) => void given.push({ name, data }),
  };
  return { world, bars, page, calls, given, pool, preparation: new FieldPreparation(messages, compute) };
}

it('is needed for distances that are not there, and that take long', () => {
  const { world, preparation } = setUp();
  const isNeeded = (changed: object) => preparation.isNeeded({ world }, { ...defaultParameters(), ...changed });
  expect(isNeeded({ pathMethod: 'flood' })).toBe(false);
  expect(isNeeded({ pathMethod: 'distance-field' })).toBe(true);
  expect(isNeeded({ pathMethod: 'distance-field', fieldSource: 'exact' })).toBe(false);
  expect(isNeeded({ pathMethod: 'distance-field', fieldUpdate: 'tetrahedra' })).toBe(false);
  expect(isNeeded({ pathMethod: 'distance-field', mode: 'ccd' })).toBe(false);
  for (const model of world.models) model.modelData.secondOrderDistances = secondOrderDistances(model);
  expect(isNeeded({ pathMethod: 'distance-field' })).toBe(false);
  expect(isNeeded({ pathMethod: 'distance-field', fieldSource: 'first-order' })).toBe(true);
});

it('hands the distances of all models to the pool, and shows a bar only if that takes long', async () => {
  const { world, bars, page, calls, given, pool, preparation } = setUp();
  const outcome = preparation.prepare(pool, 'first-order');
  for (const [i, model] of world.models.entries()) {
    calls[i].progress(0.5);
    calls[i].end(firstOrderDistances(model));
    await vi.waitUntil(() => calls.length > i + 1 || given.length > 0);
  }
  expect(await outcome).toBe('done');
  expect(calls.every(({ order }) => order === 1)).toBe(true);
  expect(bars).toEqual([]);
  expect(given.map(({ name }) => name)).toEqual(['firstOrderDistances']);
  expect(given[0].data).toEqual(world.models.map(firstOrderDistances));
  expect(page.hidden).toBe(0);
});

it('gives nothing to the pool if the person cancels, or if another choice replaces it', async () => {
  const { bars, page, calls, given, pool, preparation } = setUp();
  const outcome = preparation.prepare(pool, 'second-order');
  vi.advanceTimersByTime(1000);
  calls[0].progress(0.5);
  expect(bars.map(({ share }) => share)).toEqual([0.25]); // half of the first of two models
  bars[0].cancel();
  expect(await outcome).toBe('cancelled');
  expect(page.hidden).toBe(1);
  const replaced = preparation.prepare(pool, 'second-order');
  const next = preparation.prepare(pool, 'first-order');
  expect(await replaced).toBe('replaced');
  preparation.end();
  expect(await next).toBe('replaced');
  expect(given).toEqual([]);
});

it('holds back what needs distances, and lets all else through; later changes join it or make it needless', async () => {
  const { world, calls, pool, preparation, bars } = setUp();
  const parameters = { ...defaultParameters(), pathMethod: 'tree' as const };
  const backend = { pool };
  const running = { session: { opened: { backend }, simulator: { parameters } } } as never;
  const taken: object[] = [];
  const back: object[] = [];
  const hold = (changed: object) =>
    preparation.hold(
      running,
      changed,
      (held) => taken.push(held),
      (values) => back.push(values),
    );
  expect(hold({ pathMethod: 'distance-field', gravity: 1 })).toEqual({ gravity: 1 });
  expect(hold({ gravity: 2 })).toEqual({ gravity: 2 });
  expect(hold({ fieldUpdate: 'grid' })).toEqual({});
  expect(calls.length).toBe(1); // the same march goes on
  // With this, no distances are needed, so everything is taken at once.
  expect(hold({ fieldUpdate: 'tetrahedra' })).toEqual({ pathMethod: 'distance-field', fieldUpdate: 'tetrahedra' });
  await vi.waitUntil(() => true);
  expect(taken).toEqual([]);

  expect(hold({ pathMethod: 'distance-field', mode: 'dcd' })).toEqual({});
  vi.advanceTimersByTime(1000);
  calls.at(-1)!.progress(0.1);
  bars.at(-1)!.cancel();
  await vi.waitUntil(() => back.length > 0);
  expect(back).toEqual([{ pathMethod: 'tree', mode: parameters.mode }]);

  const before = calls.length;
  expect(hold({ pathMethod: 'distance-field' })).toEqual({});
  for (const [i, model] of world.models.entries()) {
    await vi.waitUntil(() => calls.length > before + i);
    calls[before + i].end(secondOrderDistances(model));
  }
  await vi.waitUntil(() => taken.length > 0);
  expect(taken).toEqual([{ pathMethod: 'distance-field' }]);
  expect(back.length).toBe(1);
});
