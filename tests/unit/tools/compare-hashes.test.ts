import { expect, it } from 'vitest';
import { sceneNames } from '../../../tools/base-build.mjs';
import { compared } from '../../../tools/compare-hashes.mjs';

const frames = (...hashes: string[]) => hashes.map((hash) => ({ hash, contactsCcd: 0, contactsDcd: 0 }));

it('runs are equal if every frame has the same hash', () => {
  expect(compared(frames('a', 'b', 'c'), frames('a', 'b', 'c'))).toBe('same');
});

it('names the first frame that differs', () => {
  expect(compared(frames('a', 'b', 'c'), frames('a', 'x', 'y'))).toBe('differs from frame 1');
});

it('runs without frames, of different lengths or without hashes differ', () => {
  expect(compared([], [])).toBe('differs: 0 and 0 frames');
  expect(compared(frames('a', 'b'), frames('a'))).toBe('differs: 2 and 1 frames');
  expect(compared(frames('a', ''), frames('a', ''))).toBe('differs: a frame has no hash');
});

it('finds the scenes in the output of the command line', () => {
  const printed =
    'octopi-8  Eight octopi (figure 9)\n    sizes by name: small 2000\n    Eight  octopi drop.\nculling  The same fall\n';
  expect(sceneNames(printed)).toEqual(['octopi-8', 'culling']);
});
