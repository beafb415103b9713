import { expect, it } from 'vitest';
import { GPU_COUNTERS } from '../../../src/gpu/constants.ts';
import { COUNTER_COUNT, COUNTERS } from '../../../src/simulation/state.ts';

it('every counter has a word of its own', () => {
  const words = [...Object.values(COUNTERS), ...Object.values(GPU_COUNTERS)];
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) {
    expect(word).toBeGreaterThanOrEqual(0);
    expect(word).toBeLessThan(COUNTER_COUNT);
  }
});
