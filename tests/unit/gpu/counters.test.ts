import { expect, it } from 'vitest';
import { CAPACITY_COUNT } from '../../../src/simulation/capacities.ts';
import { COUNTER_COUNT, COUNTERS } from '../../../src/simulation/state.ts';

it('every counter has a word of its own', () => {
  const words = [...Object.values(COUNTERS), COUNTERS.needs + CAPACITY_COUNT - 1];
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) {
    expect(word).toBeGreaterThanOrEqual(0);
    expect(word).toBeLessThan(COUNTER_COUNT);
  }
});
