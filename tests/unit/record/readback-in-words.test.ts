import { expect, it } from 'vitest';
import { meanReadback, readbackInWords } from '../../../src/record/readback-in-words.ts';

it.each([
  [0, 0, '0 bytes, 0 waits'],
  [999, 1, '999 bytes, 1 wait'],
  [1000, 2, '1 KB, 2 waits'],
  [3212, 1, '3.2 KB, 1 wait'],
  [2_512_345.6, 6.25, '2.5 MB, 6.3 waits'],
  [7e12, 1, '7,000 GB, 1 wait'],
])('tells %d bytes and %d waits', (bytes, waits, words) => {
  expect(readbackInWords({ bytes, waits })).toBe(words);
});

it('has a mean of frames, if there are any', () => {
  const frames = [
    { bytes: 1000, waits: 1 },
    { bytes: 2000, waits: 4 },
  ];
  expect(meanReadback(frames)).toEqual({ bytes: 1500, waits: 2.5 });
  expect(meanReadback([])).toBeUndefined();
});
