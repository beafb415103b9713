import { isFull } from '../fixtures/tier.ts';
import { expect, test } from 'vitest';
import { DEVICE_METHODS } from '../../src/simulation/path/passes.ts';
import { shortestPath } from '../../src/simulation/path/shortest-path.ts';
import { COUNTERS, PATH } from '../../src/simulation/state.ts';
import { ASKING, branchedPillar } from '../fixtures/branched-shapes.ts';
import { PathOracle } from '../fixtures/path-oracle.ts';
import { pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { copyState, pathDispatches, runKernel, runStage } from '../parity/harness.ts';

// The tetrahedra around an inner edge may wind around it twice though all are positive: the edge is branched, with two sheets.
// Seen from beside the edge, the end of the shortest path then seems wrong, since the boundary nearby is closer. But that closer
// part is hidden behind the edge, in the other sheet. In the scene `culling`, the tree method with culling failed so: it found
// 0.017 m instead of 0.008 m.
const { positions, tets } = branchedPillar();
const { world, state } = pathWorld([{ name: 'branched pillar', rest: positions, positions, tets }]);
const oracle = new PathOracle(world.models[0].topology, positions);

const point = [ASKING[0], ASKING[1], 0.1] as const;
/** One element in each sheet. */
const queries = Array.from({ length: tets.length / 4 }, (_, tet) => tet)
  .filter((tet) => oracle.barycentric(tet, point).every((weight) => weight > 0))
  .map((tet) => ({ body: 0, point: point.map(Math.fround), tet, vertex: -1 }));
const exact = queries.map(({ tet }) => oracle.shortestPath(point, tet, -1)?.distance ?? Number.NaN);
writeQueries(world, state, queries);

/** Decimal digits that float32 keeps of positions in metres, on a body of some metres. */
const DIGITS = 5;

function expectExact(paths: typeof state.paths): void {
  for (const [i, depth] of exact.entries()) expect(paths.f32[PATH.stride * i + PATH.depth]).toBeCloseTo(depth, DIGITS);
}

test('a point beside the axis lies in two sheets, and its path is longer in one of them', () => {
  expect(exact).toHaveLength(2);
  expect(Math.abs(exact[0] - exact[1])).toBeGreaterThan(0.1);
});

test.each([true, false])('cpu, culling %s', (culling) => {
  const parameters = { culling, pathMethod: 'tree' } as const;
  const { paths, counters } = runStage(shortestPath, { world, state: copyState(world, state), parameters });
  expectExact(paths);
  expect(counters[COUNTERS.undecidedByCulling] > 0).toBe(culling);
});

test('the published search is wrong there with culling, and right without', () => {
  const depthsBy = (culling: boolean) => {
    const parameters = { culling, pathMethod: 'paper' } as const;
    const { paths } = runStage(shortestPath, { world, state: copyState(world, state), parameters });
    return exact.map((_, i) => paths.f32[PATH.stride * i + PATH.depth]);
  };
  const errors = (culling: boolean) => depthsBy(culling).map((depth, i) => Math.abs(depth - exact[i]));
  expect(Math.max(...errors(false))).toBeLessThan(10 ** -DIGITS);
  expect(Math.max(...errors(true))).toBeGreaterThan(1e-3);
});

// Starting a device takes ten seconds; tests/parity/branched-edges.test.ts has these cases too.
test.runIf(isFull).each(DEVICE_METHODS.flatMap((method) => [true, false].map((culling) => [method, culling] as const)))(
  'gpu, by %s, culling %s',
  async (method, culling) => {
    const dispatches = pathDispatches(world, method);
    const { paths } = await runKernel({
      label: 'beside a branched edge',
      world,
      state,
      parameters: { culling },
      dispatches,
      read: ['paths'],
    });
    expectExact(paths);
  },
);
