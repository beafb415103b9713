import { TYPESCRIPT_KERNELS } from '../../../../src/simulation/program/kernels.ts';
import { expect, test } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { searchesFaceTree, PATH_METHODS, type PathMethod } from '../../../../src/simulation/path/tables.ts';
import { shortestPath } from '../../../../src/simulation/path/shortest-path.ts';
import { PATH, PATHS, QUERY } from '../../../../src/simulation/state.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { pathWorld, writeQueries } from '../../../fixtures/path-world.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';
import { createScratch } from '../../../../src/simulation/scratch.ts';

const REST = boxMesh(20, 3, 3);
/** Two bars of the same shape, each bent into itself. */
const { positions, tets } = bentBars(1)[0];
const bar = { name: 'bar', rest: REST.positions, positions, tets };
const { world, state } = pathWorld([bar, bar]);
const QUERIES = Array.from({ length: tets.length / 28 }, (_, i) => ({
  body: i % 2,
  point: [0, 1, 2].map((k) =>
    [0, 1, 2, 3].reduce((sum, corner) => sum + positions[3 * tets[28 * i + corner] + k] / 4, 0),
  ),
  tet: 7 * i,
  vertex: -1,
}));

/** @param own whether the queries' points belong to the body that is searched */
function answers(pathMethod: PathMethod, own: boolean): Float32Array {
  writeQueries(world, state, QUERIES);
  const pointOf = [0, 1].map((body) => world.points.bodies.indexOf(body));
  QUERIES.forEach(({ body }, i) => {
    state.queries.u32[QUERY.stride * i + QUERY.source] = pointOf[own ? body : 1 - body];
  });
  const context = {
    world,
    state,
    parameters: { ...defaultParameters(), pathMethod },
    argument: PATHS.all,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  for (const phase of [0, 1]) shortestPath.run(context, 0, shortestPath.count(context, phase), phase);
  return state.paths.f32.slice(0, PATH.stride * QUERIES.length);
}

test('the nearest boundary point for points of the other body, the shortest path within a body', () => {
  const between = answers('euclidean-between', false);
  const within = answers('euclidean-between', true);
  expect(between).toEqual(answers('euclidean', false));
  expect(within).toEqual(answers('flood', true));
  const shorter = QUERIES.filter(
    (_, i) => between[PATH.stride * i + PATH.depth] < within[PATH.stride * i + PATH.depth] - 0.01,
  );
  expect(shorter.length).toBeGreaterThan(0);
});

test('the other methods make no difference', () => {
  for (const method of ['flood', 'tree', 'euclidean', 'rest-shape'] as const)
    expect(answers(method, false)).toEqual(answers(method, true));
});

test('the methods that ask the tree over boundary faces, for points of either body, say so: its boxes are refitted for them', () => {
  const right = PATH_METHODS.map((method) => [false, true].map((own) => answers(method, own)));
  const boxes = state.faceBoxes.slice();
  try {
    // Simulates boxes left over from before the body moved.
    state.faceBoxes.forEach((_, i) => {
      state.faceBoxes[i] = boxes[i] + 100;
    });
    PATH_METHODS.forEach((method, i) => {
      const same = [false, true].every(
        (own, k) => Buffer.compare(bytes(answers(method, own)), bytes(right[i][k])) === 0,
      );
      expect([method, same]).toEqual([method, !searchesFaceTree(method)]);
    });
  } finally {
    state.faceBoxes.set(boxes);
  }
});

const bytes = ({ buffer }: Float32Array) => Buffer.from(buffer);
