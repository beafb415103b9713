import { expect, test } from 'vitest';
import { openAdapter } from '../../src/node/dawn.ts';
import { requestDeviceFor } from '../../src/gpu/device.ts';
import { GpuPaths2d, largestBuffer2d } from '../../src/gpu/path-2d/gpu-paths.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { answerQueries2d, createPaths2d, type PathQueries2d } from '../../src/simulation/path-2d/answer-queries.ts';
import { createPathBody2d } from '../../src/simulation/path-2d/path-body.ts';
import { ASKING, branchedDisc } from '../fixtures/branched-shapes.ts';
import { flatShapes } from '../fixtures/flat-shapes.ts';
import { PathOracle2d } from '../fixtures/path-oracle-2d.ts';
import { createPathScratch2d, PATH_OPTIONS_2D } from '../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();

// The case of branched-edge.test.ts in 2D: triangles wind around an inner vertex twice.
const { topology, positions } = branchedDisc(1);
const oracle = new PathOracle2d(topology, positions);
const body = createPathBody2d(topology, positions);
/** One triangle in each sheet. */
const triangles = Array.from({ length: topology.triangleCount }, (_, t) => t).filter((t) =>
  oracle.barycentric(t, ASKING).every((weight) => weight > 0),
);
const exact = triangles.map((triangle) => oracle.shortestPath(ASKING, triangle, -1)?.distance ?? Number.NaN);
const queries: PathQueries2d = {
  count: triangles.length,
  points: Float64Array.from(triangles.flatMap(() => ASKING)),
  bodies: new Uint32Array(triangles.length),
  triangles: Uint32Array.from(triangles),
  vertices: new Uint32Array(triangles.length).fill(NONE),
};
/** Decimal digits that float32 keeps of positions in metres, on a body of some metres. */
const DIGITS = 5;

test('the vertex on the axis is branched, and none in other deformed shapes', () => {
  expect([...body.branched]).toEqual([0]);
  for (const shape of flatShapes({ scale: 1, away: 0 }))
    expect([...createPathBody2d(shape.topology, shape.positions).branched], shape.name).toEqual([]);
});

test('a point beside it lies in two sheets, and its path is longer in one of them', () => {
  expect(exact).toHaveLength(2);
  expect(Math.abs(exact[0] - exact[1])).toBeGreaterThan(0.1);
});

test.each([true, false])('cpu, culling %s', (culling) => {
  const paths = createPaths2d(queries.count);
  answerQueries2d(scratch2d, [body], queries, { ...PATH_OPTIONS_2D, culling }, paths);
  for (const [i, distance] of exact.entries()) expect(paths.distances[i]).toBeCloseTo(distance, DIGITS);
});

test('gpu, with culling and without', async () => {
  const device = await openAdapter().then(({ adapter }) => requestDeviceFor(adapter, largestBuffer2d([body])));
  const gpu = await GpuPaths2d.open(device, [body]);
  for (const culling of [true, false]) {
    const { paths } = await gpu.answer(queries, culling);
    for (const [i, distance] of exact.entries())
      expect(paths.distances[i], `culling ${culling}`).toBeCloseTo(distance, DIGITS);
  }
  gpu.destroy();
});
