import { beforeAll, expect, test } from 'vitest';
import { allocatedInSteps } from '../../bench/memory/allocation.ts';
import { median } from '../../src/math/statistics.ts';
import { type BuiltWorker, buildWorker } from '../environment/build-worker.ts';

/**
 * Largest number of bytes allocated per step. Measured: 960 to 1528 in most steps, depending on V8's inlining; most of it comes from
 * reading the clock of the stages. It was 550 KB when numbers were boxed at calls. The limit holds for this size only: in larger scenes
 * most steps run code that V8 hasn't optimised yet, such as shortest paths, and allocate 12 to 25 KB.
 */
const MOST = 2048;

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
