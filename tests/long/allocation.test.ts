import { beforeAll, expect, test } from 'vitest';
import { allocatedInSteps } from '../../bench/memory/allocation.ts';
import { median } from '../../src/math/statistics.ts';
import { type BuiltWorker, buildWorker } from '../environment/build-worker.ts';

/**
 * Largest number of bytes allocated per step. Measured: 1792 in most steps; most of it comes from the
 * counts of stages' elements, and from reading their clock. It was 231 KB more when V8 boxed three numbers per vertex and detection, and
 * 280 KB more without SIMD, where numbers pass calls. The limit holds for this size only: in larger scenes most steps run code that V8
 * hasn't optimised yet, such as shortest paths, and allocate 12 to 25 KB.
 */
const MOST = 4096;

let built: BuiltWorker;
beforeAll(async () => {
  built = await buildWorker('bench/memory/allocation.worker.ts');
});

test('a step in contact leaves next to nothing to the garbage collector', async () => {
  const { contacts, steps } = await allocatedInSteps(1000, built.url);
  expect(contacts).toBeGreaterThan(50);
  expect(median(steps), steps.join(' ')).toBeLessThan(MOST);
  expect(median(steps)).toBeGreaterThan(0); // or nothing was counted
}, 60_000);
