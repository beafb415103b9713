import { expect, test } from 'vitest';
import { DeviceLostError, MAX_TRIES, retryLost, WorkLostError } from '../../../src/simulation/backend.ts';

/** Fails so many times, then answers with the number of the call. */
function failing(times: number, error: Error) {
  let calls = 0;
  const work = async () => {
    if (++calls <= times) throw error;
    return calls;
  };
  return { work, calls: () => calls };
}

test('runs lost work again, but not for ever', async () => {
  expect(await retryLost(failing(MAX_TRIES - 1, new WorkLostError('lost')).work)).toBe(MAX_TRIES);
  const { work, calls } = failing(MAX_TRIES, new WorkLostError('lost'));
  await expect(retryLost(work)).rejects.toThrow(WorkLostError);
  expect(calls()).toBe(MAX_TRIES);
});

test.each([new RangeError('a bug'), new DeviceLostError('gone')])(
  'tells of another failure at once: %o',
  async (error) => {
    const { work, calls } = failing(1, error);
    await expect(retryLost(work)).rejects.toBe(error);
    expect(calls()).toBe(1);
  },
);
