import { expect, it } from 'vitest';
import { CAPACITY } from '../../../src/simulation/capacities.ts';
import { lower, raise } from '../../../src/simulation/program/stage.ts';
import { startCounters } from '../../../src/simulation/program/program.ts';
import { COUNTERS, type CounterName, mergeCounters } from '../../../src/simulation/state.ts';

const NEED = COUNTERS.needs + CAPACITY.hits;

/** The merged value of two counts of one counter. */
function merged(name: CounterName, one: number, other: number): number {
  const counters = startCounters({ [name]: one });
  mergeCounters(counters, startCounters({ [name]: other }));
  return counters[COUNTERS[name]];
}

it('merges two workers’ counters by their kinds', () => {
  expect([merged('deepest', 5, 3), merged('deepest', 3, 5), merged('deepest', 0, 3)]).toEqual([5, 5, 3]);
  expect([merged('broken', 7, 2), merged('broken', 2, 7), merged('broken', 2, 0), merged('broken', 0, 2)]).toEqual([
    2, 2, 2, 2,
  ]);
  expect(merged('candidates', 5, 3)).toBe(8);
  expect(merged('queries', 5, 3)).toBe(5);
});

it('takes the longest length that a list lacked', () => {
  const counters = startCounters();
  counters[NEED] = 10;
  const others = startCounters();
  others[NEED] = 12;
  mergeCounters(counters, others);
  expect(counters[NEED]).toBe(12);
});

it('counts the greatest, and the least but 0, in whichever order values come', () => {
  for (const values of [
    [4, 9, 2],
    [9, 2, 4],
    [2, 4, 9],
  ]) {
    const counters = startCounters();
    for (const value of values) {
      raise(counters, COUNTERS.deepest, value);
      lower(counters, COUNTERS.broken, value);
    }
    expect([counters[COUNTERS.deepest], counters[COUNTERS.broken]]).toEqual([9, 2]);
  }
});
