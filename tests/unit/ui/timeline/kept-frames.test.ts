import { describe, expect, test } from 'vitest';
import { BYTES_PER_VERTEX, type KeptFrame, KeptFrames } from '../../../../src/ui/timeline/kept-frames.ts';
import { keepInterval, memoryInWords } from '../../../../src/ui/timeline/timeline.ts';

const VERTICES = 100;
const FRAME_BYTES = VERTICES * BYTES_PER_VERTEX;

/** Simulated time of a frame [s]. */
const FRAME_TIME = 0.02;

const frame = (number: number, halves = 1, vertices = VERTICES): KeptFrame => {
  const time = FRAME_TIME * number;
  const state = {
    time,
    positions: new Float32Array(3 * vertices),
    depths: new Float32Array(vertices),
    planeWaits: new Float32Array(),
  };
  return { number, time, halves: Array.from({ length: halves }, () => state) };
};

/** Numbers of all kept frames, oldest first. */
const numbers = (frames: KeptFrames) => Array.from({ length: frames.count }, (_, i) => frames.at(i)!.number);

describe('kept frames', () => {
  test('stay in their order while there is room', () => {
    const frames = new KeptFrames(4 * FRAME_BYTES);
    for (const number of [1, 2, 3, 4]) expect(frames.add(frame(number))).toBe(0);
    expect(numbers(frames)).toEqual([1, 2, 3, 4]);
    expect([frames.bytes, frames.isFull]).toEqual([4 * FRAME_BYTES, false]);
    expect(frames.at(4)).toBeUndefined();
  });

  test('never take more than the limit: the oldest ones are dropped', () => {
    const frames = new KeptFrames(3.5 * FRAME_BYTES);
    for (let number = 1; number <= 50; number++) {
      expect(frames.add(frame(number))).toBe(number > 3 ? 1 : 0);
      expect(frames.bytes).toBe(frames.count * FRAME_BYTES);
      expect(frames.bytes).toBeLessThanOrEqual(frames.limit);
    }
    expect(numbers(frames)).toEqual([48, 49, 50]);
    expect(frames.isFull).toBe(true);
  });

  test('of a comparison count both halves', () => {
    const frames = new KeptFrames(4 * FRAME_BYTES);
    for (const number of [1, 2, 3]) frames.add(frame(number, 2));
    expect(numbers(frames)).toEqual([2, 3]);
    expect(frames.bytes).toBe(4 * FRAME_BYTES);
  });

  test('that are larger than the limit are not kept', () => {
    const frames = new KeptFrames(2 * FRAME_BYTES);
    frames.add(frame(1));
    expect(frames.add(frame(2, 1, 3 * VERTICES))).toBe(2);
    expect([frames.count, frames.bytes]).toEqual([0, 0]);
    frames.add(frame(3));
    expect(numbers(frames)).toEqual([3]);
  });

  test('are forgotten with all that they took', () => {
    const frames = new KeptFrames(FRAME_BYTES);
    for (const number of [1, 2]) frames.add(frame(number));
    frames.clear();
    expect([frames.count, frames.bytes, frames.isFull]).toEqual([0, 0, false]);
  });
});

describe('the interval of kept frames', () => {
  test.each([
    [0, 1],
    [250_000, 1],
    [250_001, 2],
    [1_000_000, 4],
  ])('bounds what is read back from a GPU: with %d vertices one frame in %d', (vertices, interval) => {
    expect(keepInterval(vertices)).toBe(interval);
  });
});

describe('the memory in words', () => {
  test('tells frames and bytes, the bound, and what happens beyond it', () => {
    const frames = new KeptFrames(2e6);
    expect(memoryInWords(frames, 1)).toBe('No frame has been kept yet.');
    frames.add(frame(1, 1, 50_000));
    expect(memoryInWords(frames, 1)).toBe('Keeps the last 1 frame: 1 MB of at most 2 MB.');
    for (const number of [2, 3, 4]) frames.add(frame(number, 1, 50_000));
    expect(memoryInWords(frames, 1)).toBe('Keeps the last 2 frames: 2 MB, and drops older ones.');
    expect(memoryInWords(frames, 3)).toContain('the last 2 frames, one in 3');
    frames.add(frame(5, 1, 200_000));
    expect(memoryInWords(frames, 1)).toBe('A frame of this scene takes more than 2 MB, so none is kept.');
  });
});
