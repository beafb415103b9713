import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import shortestPath from '../../shaders/path-2d/shortest-path.wgsl';
import { openAdapter } from '../../src/node/dawn.ts';
import { parseAnyPathCase } from '../../src/queries/path-case.ts';
import { requestDeviceFor } from '../../src/gpu/device.ts';
import { type AnsweredPaths2d, GpuPaths2d, largestBuffer2d } from '../../src/gpu/path-2d/gpu-paths.ts';
import { NONE } from '../../src/mesh/topology.ts';
import { answerQueries2d, createPaths2d, type PathQueries2d } from '../../src/simulation/path-2d/answer-queries.ts';
import { createPathBody2d, type PathBody2d } from '../../src/simulation/path-2d/path-body.ts';
import { clearPathWork2d, createPathScratch2d, PATH_OPTIONS_2D } from '../../src/simulation/path-2d/scratch.ts';
import { flatQueries, type FlatShape, flatShapes, invertedShapes, type Placing } from '../fixtures/flat-shapes.ts';
import { NO_PATH_CASES } from '../fixtures/path-cases.ts';
import { PathOracle2d } from '../fixtures/path-oracle-2d.ts';
import { sharedData } from '../fixtures/shared-data.ts';
import { changed } from './changed.ts';
import { isFull, some } from '../fixtures/tier.ts';

const scratch2d = createPathScratch2d();
const { work: pathWork2d } = scratch2d;

/** Largest coordinate of the shapes at scale 1 [m]. */
const SIZE = 15;
/** Distances in float32 against the brute force in float64, as a share of the shape's size: some rounding errors. */
const TOLERANCE = 1e-6;
/** How far outside of a triangle lines may pass; right is the oracle's answer at one of these. */
const TOUCHING = [1e-12, 1e-9, 1e-7, 1e-6];

let device: Promise<GPUDevice> | undefined;
/** An adapter gives one device only. */
function deviceFor(bodies: readonly PathBody2d[]): Promise<GPUDevice> {
  device ??= openAdapter().then(({ adapter }) => requestDeviceFor(adapter, largestBuffer2d(bodies)));
  return device;
}

interface Given {
  readonly bodies: readonly PathBody2d[];
  readonly queries: PathQueries2d;
  /** Distances that are right, of each query. */
  readonly exact: readonly number[][];
}

/** All shapes as bodies of one upload, with queries of each. Points are rounded to float32, as on the device. @param least barycentric coordinate of points */
function given(shapes: readonly FlatShape[], least = -Infinity): Given {
  const bodies = shapes.map(({ topology, positions }) => createPathBody2d(topology, positions));
  const found = shapes.flatMap(({ topology, positions }, body) => {
    const oracles = TOUCHING.map((touching) => new PathOracle2d(topology, positions, touching));
    return flatQueries(oracles[0], 120, 60, true)
      .filter(({ point, triangle }) => Math.min(...oracles[0].barycentric(triangle, point)) > least)
      .map((query) => ({ body, query, oracles }));
  });
  return {
    bodies,
    queries: {
      count: found.length,
      points: Float64Array.from(found.flatMap(({ query }) => [...query.point])),
      bodies: Uint32Array.from(found, ({ body }) => body),
      triangles: Uint32Array.from(found, ({ query }) => query.triangle),
      vertices: Uint32Array.from(found, ({ query }) => (query.vertex < 0 ? NONE : query.vertex)),
    },
    exact: found.map(({ query: { point, triangle, vertex }, oracles }) =>
      oracles.map((oracle) => oracle.shortestPath(point, triangle, vertex)?.distance ?? Number.NaN),
    ),
  };
}

async function onGpu(
  { bodies, queries }: Pick<Given, 'bodies' | 'queries'>,
  culling: boolean,
  overrides: Readonly<Record<string, number>> = {},
  code: string = shortestPath,
): Promise<AnsweredPaths2d> {
  const paths = await GpuPaths2d.open(await deviceFor(bodies), bodies, overrides, code);
  const answered = await paths.answer(queries, culling);
  paths.destroy();
  return answered;
}

async function onCpu({ bodies, queries }: Given, culling: boolean): Promise<AnsweredPaths2d> {
  const paths = createPaths2d(queries.count);
  clearPathWork2d(scratch2d.work);
  answerQueries2d(scratch2d, bodies, queries, { ...PATH_OPTIONS_2D, culling }, paths);
  return { paths, work: { ...pathWork2d }, ms: 0 };
}

/** Queries whose answer is none of those that are right. */
const wrong = ({ paths }: AnsweredPaths2d, { exact }: Given, scale: number) =>
  exact.flatMap((right, q) => {
    const distance = paths.segments[q] === NONE ? Number.NaN : paths.distances[q];
    const isRight = right.some((d) => Math.abs(d - distance) <= TOLERANCE * SIZE * scale);
    return isRight ? [] : [`query ${q}: ${distance}, expected ${right}`];
  });

const PLACINGS: readonly Placing[] = [
  { scale: 1, away: 0 },
  { scale: 1e-3, away: 0 },
  { scale: 1e3, away: 0 },
  { scale: 1, away: 10 * SIZE },
];
const everything = (placing: Placing) => given([...flatShapes(placing), ...invertedShapes(placing)]);

describe.each([
  { name: 'cpu', answer: onCpu },
  { name: 'gpu', answer: onGpu },
])('2D shortest paths on the $name', ({ answer }) => {
  test.each(PLACINGS)('agree with the brute force at scale $scale, $away m from the origin', async (placing) => {
    const all = everything(placing);
    for (const culling of [true, false]) {
      const answered = await answer(all, culling);
      expect(wrong(answered, all, placing.scale)).toEqual([]);
      expect(answered.work.undecidedByCulling > 0).toBe(culling);
      expect(answered.work.overflows).toBe(0);
    }
  });
});

test.skipIf(NO_PATH_CASES)(`spiral-2d: every answer of the gpu, with culling and without${NO_PATH_CASES}`, async () => {
  const read = (name: string) => JSON.parse(readFileSync(sharedData(`paths/spiral-2d.${name}.json`), 'utf8'));
  const pathCase = parseAnyPathCase(read('in'), true);
  if (pathCase.dim !== 2) throw new Error('read as 3D');
  const { distance, point, bbox_diag } = read('expected');
  expect(distance).toHaveLength(470);
  for (const culling of [true, false]) {
    const { paths } = await onGpu(pathCase, culling);
    for (let q = 0; q < 470; q++) {
      expect(paths.segments[q]).not.toBe(NONE);
      expect(Math.abs(paths.distances[q] - distance[q]), `query ${q}`).toBeLessThan(TOLERANCE * bbox_diag);
      for (let k = 2 * q; k < 2 * q + 2; k++)
        expect(Math.abs(paths.points[k] - point[k]), `query ${q}`).toBeLessThan(TOLERANCE * bbox_diag);
    }
  }
});

test('0, 1, 63 and 65 queries: no more than these are answered', async () => {
  const all = given([flatShapes(PLACINGS[0])[1]]);
  const { bodies } = all;
  const gpu = await GpuPaths2d.open(await deviceFor(bodies), bodies);
  const full = await gpu.answer(all.queries, true);
  for (const count of [65, 63, 1, 0]) {
    const { paths, work } = await gpu.answer({ ...all.queries, count }, true);
    expect(paths.segments).toEqual(full.paths.segments.slice(0, count));
    expect(paths.distances).toEqual(full.paths.distances.slice(0, count));
    // Threads past the last query would count, too.
    const share = work.candidates / full.work.candidates;
    expect(share).toBeLessThanOrEqual((3 * count) / all.queries.count);
  }
  gpu.destroy();
});

test.each(some([{ STEP_LIMIT: 2 }, { BRANCH_LIMIT: 0 }, { LINE_LIMIT: 3 }], 1))(
  '%j overflows; the processor answers, and it is counted',
  async (limits) => {
    const all = everything(PLACINGS[0]);
    const answered = await onGpu(all, false, limits);
    expect(answered.work.overflows).toBeGreaterThan(10);
    expect(answered.work.overflows).toBeLessThan(all.queries.count);
    expect(wrong(answered, all, 1)).toEqual([]);
  },
);

test('where no path is valid, all are missing', async () => {
  // On the boundary no walk is asked.
  const all = given([flatShapes(PLACINGS[0])[1]], 1e-3);
  const { paths, work } = await onGpu(all, false, {}, shortestPath.replaceAll('return VALID;', 'return INVALID;'));
  expect(paths.segments.every((segment) => segment === NONE)).toBe(true);
  expect(paths.points).toEqual(all.queries.points);
  expect(work.overflows).toBe(0);
});

test.runIf(isFull).each([
  ['const RAY_TOLERANCE = 2e-6;', 'const RAY_TOLERANCE = -2e-3;'],
  ['topology[word(BODY_2D_FOLDED) + vertex] != 0u', 'false'],
  ['outcome = traverse_line(', 'outcome = traverse('],
  ['inverted_distance_squared = min(inverted_distance_squared, clear * clear);', '/* none */'],
])('is wrong where %s is %s', async (from, to) => {
  const all = everything(PLACINGS[0]);
  expect(wrong(await onGpu(all, true, {}, changed(shortestPath, from, to)), all, 1).length).toBeGreaterThan(0);
});
