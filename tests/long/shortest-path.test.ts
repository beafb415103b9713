import { afterAll, describe, expect, test } from 'vitest';
import { DEVICE_METHODS } from '../../src/simulation/path/passes.ts';
import { findPath } from '../../src/simulation/path/shortest-path.ts';
import { clearPathWork } from '../../src/simulation/path/path-body.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { COUNTERS, PATH, PATH_OVERFLOW } from '../../src/simulation/state.ts';
import { EXACT_METHODS } from '../fixtures/exact-methods.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../fixtures/generated-shapes.ts';
import {
  depthBy,
  findTruths,
  GPU_ROUNDING,
  GPU_TOLERANCES,
  ROUNDING,
  TOLERANCES,
  type Truth,
} from '../fixtures/judged-paths.ts';
import { pathBody } from '../fixtures/path-body.ts';
import { pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { pathDispatches, runKernel } from '../parity/harness.ts';
import { tableOf, Tally } from './path-tally.ts';
import { PATH_OPTIONS } from '../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { work: pathWork } = scratch;

/**
 * Every exact method against brute force: all generated shapes, scales and distances from the origin, culling on and off,
 * on the CPU and the GPU. Prints what it counted.
 */

/** Queries per shape and placement; each is answered by every method, with culling and without. */
const CPU_QUERIES = 800;
const GPU_QUERIES = 160;
/** Largest share of queries whose answer may depend on the tolerance. */
const MOST_AMBIGUOUS = 1e-3;

const FAR_AWAY = 1000;

type Point = [number, number, number];

const tallies: Tally[] = [];
const begin = (name: string) => {
  const tally = new Tally(name);
  tallies.push(tally);
  return tally;
};

afterAll(() => {
  console.log(`\n${tableOf(tallies)}\n`);
  for (const { name, examples } of tallies) for (const example of examples) console.log(`${name}: ${example}`);
});

const NAMES = Object.keys(GENERATED);

describe('on the CPU', () => {
  test.each(NAMES)('%s', (name) => {
    const tally = begin(`${name}, cpu`);
    for (const [i, placement] of PLACEMENTS.entries())
      judgeOnCpu(tally, new PlacedShape(GENERATED[name](), placement, 100 + i));
    expect(tally.examples).toEqual([]);
  });
});

function judgeOnCpu(tally: Tally, placed: PlacedShape): void {
  const { oracle, positions, shape, placement } = placed;
  const truths = findTruths(oracle, placed.draw(CPU_QUERIES), TOLERANCES);
  const body = pathBody(positions, shape.tets);
  clearPathWork(scratch.work);
  for (const truth of truths) {
    const depths = EXACT_METHODS.flatMap((method) =>
      [true, false].map((culling) => {
        const depth = depthBy(findPath(method), body, truth.query, { ...PATH_OPTIONS, culling }, scratch);
        const how = `${method}, culling ${culling}, ${JSON.stringify(placement)}`;
        tally.judge(truth, depth, oracle, { tolerances: TOLERANCES, rounding: ROUNDING }, how);
        return depth;
      }),
    );
    tally.compare(truth, depths, ROUNDING * oracle.diagonal);
  }
  tally.aside += pathWork.undecidedByCulling;
}

describe('on the GPU', () => {
  test.each(NAMES)('%s', async (name) => {
    const tally = begin(`${name}, gpu`);
    await judgeOnGpu(tally, name);
    expect(tally.examples).toEqual([]);
  });
});

/** All placements of a shape at once, each a body of one world. */
async function judgeOnGpu(tally: Tally, name: string): Promise<void> {
  const placed = PLACEMENTS.map((placement, i) => new PlacedShape(GENERATED[name](), placement, 200 + i));
  const { world, state } = pathWorld(
    placed.map(({ positions, shape }) => ({ name, rest: shape.rest ?? shape.positions, positions, tets: shape.tets })),
  );
  const asked: { truth: Truth; body: number }[] = placed.flatMap((each, body) =>
    findTruths(each.oracle, each.draw(GPU_QUERIES, true), GPU_TOLERANCES).map((truth) => ({ truth, body })),
  );
  // Nothing is culled by the flood.
  const ways = DEVICE_METHODS.flatMap((method) =>
    (method === 'flood' ? [true] : [true, false]).map((culling) => ({ method, culling })),
  );
  for (const { method, culling } of ways)
    for (let first = 0; first < asked.length; first += initialQueries(world)) {
      const part = asked.slice(first, first + initialQueries(world));
      writeQueries(
        world,
        state,
        part.map(({ truth, body }) => ({ ...truth.query, body })),
      );
      const { paths, counters } = await runKernel({
        label: 'all paths',
        world,
        state,
        parameters: { culling },
        dispatches: pathDispatches(world, method),
        read: ['paths', 'counters'],
      });
      tally.aside += counters[COUNTERS.undecidedByCulling];
      part.forEach(({ truth, body }, i) => {
        const found = paths.u32[PATH.stride * i + PATH.face] < PATH_OVERFLOW;
        const depth = found ? paths.f32[PATH.stride * i + PATH.depth] : Number.NaN;
        const how = `gpu, ${method}, culling ${culling}, ${JSON.stringify(placed[body].placement)}`;
        const precision = { tolerances: GPU_TOLERANCES, rounding: GPU_ROUNDING };
        tally.judge(truth, depth, placed[body].oracle, precision, how);
      });
    }
}

/** Compares centroids of distant elements with the undisplaced ones: the mesh itself is rounded, to 1/16384 of its size. */
test('what float32 leaves at 1,000 times the size from the origin', () => {
  const lines = ['ring', 'knot', 'octopus', 'thick coil'].map((name) => {
    const [near, far] = [0, FAR_AWAY].map((away) => new PlacedShape(GENERATED[name](), { scale: 1, away }, 300));
    const [nearBody, farBody] = [near, far].map(({ positions, shape }) => pathBody(positions, shape.tets));
    const tally = begin(`${name}, cpu, ${FAR_AWAY} away`);
    const centroid = ({ oracle }: PlacedShape, tet: number) => ({
      point: [0, 1, 2].map((axis) => oracle.corners(tet).reduce((sum, x) => sum + x[axis] / 4, 0)) as Point,
      tet,
      vertex: -1,
    });
    const changes = Array.from({ length: near.oracle.topology.tetCount }, (_, tet) => {
      const [truth] = findTruths(far.oracle, [centroid(far, tet)], TOLERANCES);
      const depth = depthBy(findPath('tree'), farBody, truth.query, PATH_OPTIONS, scratch);
      tally.judge(truth, depth, far.oracle, { tolerances: TOLERANCES, rounding: ROUNDING }, 'tree');
      const before = depthBy(findPath('tree'), nearBody, centroid(near, tet), PATH_OPTIONS, scratch);
      return Math.abs(depth - before) / near.oracle.diagonal;
    }).sort((a, b) => a - b);
    expect(tally.examples).toEqual([]);
    const inverted = changes.map((_, tet) => far.oracle.line.isInverted(tet)).filter(Boolean).length;
    const [median, most] = [changes[changes.length >> 1], changes[changes.length - 1]];
    return `${name}: ${inverted} of ${changes.length} elements inverted by rounding; depths change by ${median.toExponential(1)} of the diagonal in the median, by ${most.toExponential(1)} at most`;
  });
  console.log(`\nPositions rounded to float32 at ${FAR_AWAY} diagonals from the origin:\n${lines.join('\n')}`);
});

test('so few are ambiguous', () => {
  const all = tallies.reduce((sum, { queries }) => sum + queries, 0);
  const ambiguous = tallies.reduce((sum, tally) => sum + tally.ambiguous, 0);
  expect(ambiguous / all).toBeLessThan(MOST_AMBIGUOUS);
});
