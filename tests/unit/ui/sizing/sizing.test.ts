import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { culling } from '../../../../src/scenes/culling.ts';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { firstSize } from '../../../../src/ui/sizing/sizing.ts';
import { stubStorage } from '../../../fixtures/stub-storage.ts';

const { small, default: own } = octopi8.size;
/** Drawing is no part of what the size decides by. */
const frame = (simulated: number) => ({ ms: simulated + 500, stages: { render: 500 } }) as unknown as FrameRow;

let kept: Map<string, string>;
beforeEach(() => {
  kept = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

/** The messages of the sizing, in order. */
function watch(times: readonly number[]): (number | undefined)[] {
  const { size, sizing } = firstSize(octopi8, 'cpu');
  expect(size).toBe(small);
  const said: (number | undefined)[] = [];
  sizing!.onEnd = (larger) => said.push(larger);
  for (const ms of times) sizing!.add(frame(ms));
  return said;
}

it('starts small, grows once if frames are fast, and starts at that size later once it has fitted', () => {
  expect(watch([900, 400, 5, 5])).toEqual([]);
  const { sizing } = firstSize(octopi8, 'cpu');
  const said: (number | undefined)[] = [];
  sizing!.onEnd = (larger) => said.push(larger);
  for (const ms of [900, 400, 5, 5, 5, 5]) sizing!.add(frame(ms));
  expect(said).toEqual([own]);
  // As long as it may be refused, or another one chosen.
  for (const [scene, size] of [
    [octopi8, small],
    [culling, own],
  ] as const)
    sizing!.afterStart(scene, size, 'cpu');
  // The processor took over from a GPU that failed: that says nothing of the GPU.
  sizing!.afterStart(octopi8, own, 'gpu');
  expect(kept.size).toBe(0);
  sizing!.afterStart(octopi8, own, 'cpu');
  expect(firstSize(octopi8, 'cpu')).toEqual({ size: own });
  expect(firstSize(octopi8, 'gpu').size).toBe(small);
});

it('stays small if frames are slow', () => {
  expect(watch([900, 400, 60, 60, 60, 60])).toEqual([undefined]);
  expect(firstSize(octopi8, 'cpu')).toEqual({ size: small });
});

it('leaves the scene alone once the person does something with it, and remembers nothing', () => {
  const { sizing } = firstSize(octopi8, 'cpu');
  const said: (number | undefined)[] = [];
  sizing!.onEnd = (larger) => said.push(larger);
  sizing!.add(frame(5));
  sizing!.stop();
  sizing!.stop();
  for (let i = 0; i < 6; i++) sizing!.add(frame(5));
  expect(said).toEqual([undefined]);
  expect(kept.size).toBe(0);
});

it('suggests nothing once another scene was asked for', () => {
  const { sizing } = firstSize(octopi8, 'cpu');
  const said: (number | undefined)[] = [];
  sizing!.onEnd = (larger) => said.push(larger);
  sizing!.add(frame(5));
  sizing!.drop();
  sizing!.stop();
  for (let i = 0; i < 6; i++) sizing!.add(frame(5));
  expect(said).toEqual([]);
});
