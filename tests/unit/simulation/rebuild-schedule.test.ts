import { expect, test } from 'vitest';
import { RebuildSchedule } from '../../../src/simulation/tree-rebuild.ts';

/** Records what is asked for, by step. */
async function follow(rebuildInterval: number, rebuildDelay: number, steps: readonly number[]): Promise<string[]> {
  const schedule = new RebuildSchedule();
  const events: string[] = [];
  let step = 0;
  const backend = {
    start: async () => void events.push(`start ${step}`),
    adopt: async () => {
      events.push(`adopt ${step}`);
      return true;
    },
  };
  for (step of steps)
    if (await schedule.beforeStep(backend, step, { rebuildInterval, rebuildDelay })) events.push(`waited ${step}`);
  return events;
}

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, i) => i);

test('adopts at exactly the start plus the delay, and counts the wait', async () => {
  expect(await follow(16, 5, upTo(40))).toEqual([
    ...['start 16', 'adopt 21', 'waited 21'],
    ...['start 32', 'adopt 37', 'waited 37'],
  ]);
});

test('has one rebuild under way at a time, where the delay is longer than the interval', async () => {
  expect(await follow(8, 12, upTo(33))).toEqual([
    ...['start 8', 'adopt 20', 'start 20', 'waited 20'],
    ...['adopt 32', 'start 32', 'waited 32'],
  ]);
});

test('a step that is done again neither starts nor adopts again', async () => {
  expect(await follow(8, 1, [7, 8, 8, 8, 9, 9, 10])).toEqual(['start 8', 'adopt 9', 'waited 9']);
});
