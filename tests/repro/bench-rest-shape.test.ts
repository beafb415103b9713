import { expect, test } from 'vitest';
import { OneThread } from '../../bench/measure/threads.ts';
import { coiledNoodle } from '../../bench/paths/generated-cases.ts';
import { PATH_METHODS } from '../../src/simulation/path/tables.ts';

// `npm run bench -- paths` failed: the benchmark's one thread had no rest-shape tree.
test.each(PATH_METHODS)('the benchmark of paths answers by method %s', (method) => {
  const thread = new OneThread(coiledNoodle(6));
  thread.answer(method);
  const depths = thread.depths();
  expect(depths.length).toBeGreaterThan(0);
  // A distance field answers nothing in elements whose vertices all lie on the boundary.
  const told = method === 'distance-field' ? depths.filter((depth) => !Number.isNaN(depth)) : depths;
  expect(told.length).toBeGreaterThan(depths.length / 2);
  expect(told.every((depth) => depth > 0)).toBe(true);
});
