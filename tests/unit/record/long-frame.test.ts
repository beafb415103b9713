import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONG_FRAME, LongFrames } from '../../../src/record/long-frame.ts';
import { COUNTER_COUNT, COUNTERS } from '../../../src/simulation/counters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A simulator whose steps take a time each [s]. */
function slow(seconds: number) {
  const counters = new Uint32Array(COUNTER_COUNT);
  const simulator = { steps: 10, counters, parameters: { stepsPerFrame: 5 } };
  const frame = async () => {
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(1000 * seconds);
      simulator.steps++;
      counters[COUNTERS.contactsCcd] = 30_000;
      counters[COUNTERS.contactsDcd] = 21;
      counters[COUNTERS.queries] = 7;
    }
    return 'row';
  };
  return { simulator, frame };
}

describe('a frame', () => {
  it.each([
    [
      'in its third step',
      0.4 * LONG_FRAME,
      [
        `frame 3 has taken ${LONG_FRAME} s so far, and 2 of its 5 steps are done; its last step had 30,021 contacts and 7 queries for shortest paths`,
        'end',
      ],
    ],
    [
      'in its first step',
      2 * LONG_FRAME,
      [
        `frame 3 has taken ${LONG_FRAME} s so far, and 0 of its 5 steps are done`,
        'frame 3 took long: its last step had 30,021 contacts and 7 queries for shortest paths',
      ],
    ],
    ['never', 0.1 * LONG_FRAME, []],
  ])('that takes long is told about %s, and the next one isn’t', async (_, seconds, expected) => {
    const told: string[] = [];
    const long = new LongFrames({
      begin: (text) => told.push(text),
      end: (text) => told.push(text ?? 'end'),
    });
    const { simulator, frame } = slow(seconds);
    expect(await long.watch(simulator, 3, frame)).toBe('row');
    await long.watch(simulator, 4, frame);
    expect(told).toEqual(expected);
  });

  it('that fails is told about no more', async () => {
    const told: string[] = [];
    const failing = new LongFrames({ begin: (text) => told.push(text), end: () => told.push('end') }).watch(
      slow(1).simulator,
      0,
      async () => {
        throw new Error('broken');
      },
    );
    await expect(failing).rejects.toThrow('broken');
    await vi.advanceTimersByTimeAsync(2000 * LONG_FRAME);
    expect(told).toEqual([]);
  });
});
