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
  preparation.cancel();
  expect(await next).toBe('replaced');
  expect(given).toEqual([]);
});
