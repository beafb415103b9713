import { describe, expect, test } from 'vitest';
import { NONE } from '../../src/mesh/topology.ts';
import { DEVICE_METHODS } from '../../src/simulation/path/passes.ts';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { slideToNearFace } from '../../src/simulation/path/near-face.ts';
import { pathBodies } from '../../src/simulation/path/path-body.ts';
import { shortestPath } from '../../src/simulation/path/shortest-path.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, PATHS, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { bentBars } from '../fixtures/bent-bars.ts';
import { shake } from '../fixtures/inverted-shapes.ts';
import { loadPathCase, NO_PATH_CASES } from '../fixtures/path-cases.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { PathOracle } from '../fixtures/path-oracle.ts';
import { pathQueries } from '../fixtures/path-queries.ts';
import { type BodyQuery, pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { changed } from './changed.ts';
import { copyState, pathDispatches, runKernel, runStage } from './harness.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';
import { isFull } from '../fixtures/tier.ts';

// Takes long: the largest kernels are compiled, some with other constants.

const scratch = createPathScratch();

type Answer = Pick<State, 'paths' | 'counters'>;
interface Backend {
  readonly name: string;
  answer(world: World, state: State, culling: boolean): Promise<Answer>;
}

/** Both answer the queries of a state, which they leave as it is. */
const BACKENDS: readonly Backend[] = [
  {
    name: 'cpu',
    answer: async (world, state, culling) =>
      runStage(shortestPath, { world, state: copyState(world, state), parameters: { culling } }),
  },
  ...DEVICE_METHODS.map(
    (method): Backend => ({
      name: `gpu, by ${method}`,
      answer: (world, state, culling) =>
        runKernel({
          label: 'all paths',
          world,
          state,
          parameters: { culling },
          dispatches: pathDispatches(world, method),
          read: ['paths', 'counters'],
        }),
    }),
  ),
];

const runPaths = (world: World, state: State, rest: object): Promise<Answer> =>
  runKernel({
    label: 'shortestPath',
    code: KERNELS.shortestPath,
    world,
    state,
    dispatches: [{ kernel: 'cellBounds', count: world.patchCount + world.sideCount }, { count: initialQueries(world) }],
    read: ['paths', 'counters'],
    ...rest,
  });

/** Tolerance of the given answers, as a share of the bounding box's diagonal; float32 is a hundred times better. */
const CASE_TOLERANCE = 1e-4;
/** Depths in float32 against the brute force in float64, as a share of the mesh's size: some rounding errors. */
const TOLERANCE = 1e-6;

describe.each(BACKENDS)('shortest paths on the $name', ({ answer }) => {
  describe.skipIf(NO_PATH_CASES)(`cases with exact answers${NO_PATH_CASES}`, () => {
    for (const name of ['octopus-self', 'noodle-coil'])
      for (const culling of [true, false])
        test(`${name}, culling ${culling}: every answer`, async () => {
          const given = loadPathCase(name);
          const { world, state } = pathWorld([given]);
          const queries = given.vertices.map(
            (vertex, i): BodyQuery => ({
              body: 0,
              point: given.points.slice(3 * i, 3 * i + 3),
              tet: given.elements[i],
              vertex,
            }),
          );
          for (let begin = 0; begin < queries.length; begin += initialQueries(world)) {
            const part = queries.slice(begin, begin + initialQueries(world));
            writeQueries(world, state, part);
            const { paths, counters } = await answer(world, state, culling);
            expect(counters[COUNTERS.pathsMissing]).toBe(0);
            expect(counters[COUNTERS.pathOverflows]).toBe(0);
            part.forEach((_, i) => {
              const error = Math.abs(paths.f32[PATH.stride * i + PATH.depth] - given.distances[begin + i]);
              expect(error, `query ${begin + i}`).toBeLessThan(CASE_TOLERANCE * given.bboxDiagonal);
            });
          }
        });
  });

  for (const [scale, away] of [
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 200],
  ])
    test(`bent bars at scale ${scale}, ${away} m from the origin, agree with the brute force`, async () => {
      const { world, state, queries, exact } = bars(scale, 150, 60, away);
      writeQueries(world, state, queries);
      for (const culling of [true, false]) {
        const { paths, counters } = await answer(world, state, culling);
        expect(counters[COUNTERS.pathsMissing]).toBe(0);
        exact.forEach((distance, i) => {
          const message = `query ${i} of body ${queries[i].body}, tet ${queries[i].tet}, at ${queries[i].point}`;
          expect(paths.u32[PATH.stride * i + PATH.face], message).toBeLessThan(PATH_OVERFLOW);
          const error = Math.abs(paths.f32[PATH.stride * i + PATH.depth] - distance);
          expect(error, message).toBeLessThan(TOLERANCE * SIZE * scale);
        });
      }
    });

  test.each([0, 1, 63, 65])('%i queries', async (count) => {
    const { world, state, queries } = bars(1, 100, 0);
    const untouched = 0xabcd;
    state.paths.u32.fill(untouched);
    writeQueries(world, state, queries.slice(0, count));
    const { paths, counters } = await answer(world, state, true);
    for (let i = 0; i < queries.length; i++)
      expect(paths.u32[PATH.stride * i + PATH.feature] !== untouched, `query ${i}`).toBe(i < count);
    expect(counters[COUNTERS.candidates] > 0).toBe(count > 0);
  });

  test('no valid path is NONE and counted', async () => {
    // Crumpled so that lines from there end on the boundary beside every candidate, or lead away for ever.
    const { rest, positions, ...shape } = shake(SHAPES.grid(), 5, 5);
    const { world, state } = pathWorld([{ ...shape, positions, rest: rest ?? positions }]);
    const point = [1.348483681678772, -1.3436318635940552, 0.5444390773773193];
    writeQueries(world, state, [{ body: 0, tet: 242, vertex: 12, point }]);
    const { paths, counters } = await answer(world, state, true);
    expect(paths.u32[PATH.face]).toBe(NONE);
    expect(counters[COUNTERS.pathsMissing]).toBe(1);
  });
});

/** Largest coordinate of the bars at scale 1 [m]. */
const SIZE = 8;

type Bars = ReturnType<typeof makeBars>;
const made = new Map<string, Bars>();
/** As makeBars, once for the same arguments: the brute force takes longer than the kernels. Tests write queries before they answer them. */
function bars(...[scale, free, own, away = 0]: Parameters<typeof makeBars>): Bars {
  const key = `${scale} ${free} ${own} ${away}`;
  const found = made.get(key) ?? makeBars(scale, free, own, away);
  made.set(key, found);
  return found;
}

/** Bodies of all bent bars, queries of each, their exact depths. Points are rounded to float32, as queries are. */
function makeBars(scale: number, free: number, own: number, away = 0) {
  const meshes = bentBars(scale).map((bar) => {
    const positions = bar.positions.map((x) => x + away);
    return { ...bar, positions, rest: positions };
  });
  const { world, state } = pathWorld(meshes);
  const exact: number[] = [];
  const queries = meshes.flatMap(({ positions }, body) => {
    const oracle = new PathOracle(world.models[body].topology, positions);
    return pathQueries(oracle, free, own, true).map((query): BodyQuery => {
      exact.push(oracle.shortestPath(query.point, query.tet, query.vertex)?.distance ?? Number.NaN);
      return { ...query, body };
    });
  });
  return { world, state, queries, exact };
}

/** Slides that float32 ends elsewhere than float64, as a share. */
const OTHER_ENDS = 0.02;

/** How many slides of the kernel end at another face than the twin's, of points around the bars. */
async function otherEnds(from = '', to = ''): Promise<{ share: number; slid: number }> {
  const { world, state, queries } = bars(1, 150, 60);
  const points = queries.map(({ point, ...query }, i) => {
    const spread = (axis: number) => ((((i + 1) * (7919 + 104729 * axis)) % 1013) / 1013 - 0.5) * SIZE * 0.2;
    return { ...query, point: point.map((x, axis) => Math.fround(x + spread(axis))) };
  });
  writeQueries(world, state, points);
  // Keeps points outside of their elements, which the kernel would otherwise move in.
  const only =
    'begin_query(query); path_point = query.point; path_shift = vec3f(); skin_face = NONE; ' +
    'best_face = slide_to_near_face(query.tet); let is_answered = true;';
  const code = changed(changed(KERNELS.shortestPath, 'let is_answered = find_path(query);', only), from, to);
  const { paths } = await runPaths(world, state, { code });
  const bodies = pathBodies(scratch.bodies, world, state);
  const ends = points.map(({ body, tet, point }) =>
    slideToNearFace(scratch, bodies[body], tet, point[0], point[1], point[2]),
  );
  const others = ends.filter((face, i) => paths.u32[PATH.stride * i + PATH.face] !== face).length;
  const slid = ends.filter((face, i) => face !== bodies[points[i].body].firstFaces[points[i].tet]).length;
  return { share: others / ends.length, slid };
}

test.runIf(isFull)('slides end where the twin ends them, but for rounding', async () => {
  const { share, slid } = await otherEnds();
  expect(share).toBeLessThan(OTHER_ENDS);
  expect(slid).toBeGreaterThan(100);
  for (const [from, to] of [
    ['feature - FEATURE_CORNER != (k + 2u) % 3u', 'feature - FEATURE_CORNER != k'],
    ['feature - FEATURE_EDGE == k', 'feature - FEATURE_EDGE != k'],
  ])
    expect((await otherEnds(from, to)).share).toBeGreaterThan(OTHER_ENDS);
});

test('what overflows is marked, answered with a larger list, and what overflows there by the pool', async () => {
  const { world, state, queries, exact } = bars(1, 150, 60);
  writeQueries(world, state, queries);
  const isMarked = ({ paths }: Answer, i: number) => paths.u32[PATH.stride * i + PATH.face] === PATH_OVERFLOW;
  const marked = (answer: Answer) => exact.filter((_, i) => isMarked(answer, i)).length;
  const expectExact = ({ paths }: Answer) =>
    exact.forEach((distance, i) => {
      const error = Math.abs(paths.f32[PATH.stride * i + PATH.depth] - distance);
      expect(error, `query ${i}`).toBeLessThan(TOLERANCE * SIZE);
    });

  const [bySteps, byBranches] = [
    await runPaths(world, state, { constants: { STEP_LIMIT: 2 } }),
    await runPaths(world, state, { constants: { BRANCH_LIMIT: 1, RING_LIMIT: 1 } }),
  ];
  for (const overflowed of [bySteps, byBranches]) {
    expect(marked(overflowed)).toBeGreaterThan(0);
    expect(overflowed.counters[COUNTERS.pathOverflows]).toBe(marked(overflowed));
  }
  const code = KERNELS.shortestPathLarge;
  const large = await runPaths(world, { ...state, ...bySteps }, { code });
  expect(large.counters[COUNTERS.pathsUnanswered]).toBe(0);
  expectExact(large);

  // A list so short that some overflow again: those are left to the pool.
  const left = await runPaths(world, { ...state, ...byBranches }, { code, constants: { REACHED_LIMIT: 3 } });
  expect(marked(left)).toBeGreaterThan(0);
  expect(marked(left)).toBeLessThan(marked(byBranches));
  expect(left.counters[COUNTERS.pathsUnanswered]).toBe(marked(left));
  const pool = copyState(world, { ...state, ...left });
  expectExact(runStage(shortestPath, { world, state: pool, argument: PATHS.overflowed }));
});

test.runIf(isFull)('fails where a constant is perturbed', async () => {
  const { world, state, queries, exact } = bars(1, 150, 60);
  writeQueries(world, state, queries);
  const perturb = async (from: string, to: string, kernel: 'shortestPath' | 'shortestPathFlood' = 'shortestPath') => {
    const { paths } = await runPaths(world, state, { code: changed(KERNELS[kernel], from, to) });
    return exact.filter(
      (distance, i) => !(Math.abs(paths.f32[PATH.stride * i + PATH.depth] - distance) < TOLERANCE * SIZE),
    ).length;
  };
  const flood = 'shortestPathFlood';
  // At the same time, since each kernel is compiled on one core.
  const failures = await Promise.all([
    perturb('const RAY_TOLERANCE = 2e-6;', 'const RAY_TOLERANCE = -2e-3;'),
    perturb('const FLAT_SINE_SQUARED = 1e-8;', 'const FLAT_SINE_SQUARED = 0.9;'),
    perturb('distance(ball.xyz, path_point)', '1.5 * distance(ball.xyz, path_point)', flood),
    perturb('faces.x++;', 'faces.x = faces.y;', flood),
    perturb('if (is_reached(next)) {', 'if (true) {', flood),
  ]);
  for (const count of failures) expect(count).toBeGreaterThan(0);
});
