import { expect, test } from 'vitest';
import { KERNELS } from '../../src/gpu/kernels/kernels.ts';
import { shortestPath } from '../../src/simulation/path/shortest-path.ts';
import { initialQueries } from '../../src/simulation/capacities.ts';
import { COUNTERS, PATH, PATH_OVERFLOW, PATHS, type State } from '../../src/simulation/state.ts';
import { findTruths, GPU_ROUNDING, GPU_TOLERANCES, isRight } from '../fixtures/judged-paths.ts';
import { PlacedShape } from '../fixtures/generated-shapes.ts';
import { SHAPES } from '../fixtures/path-shapes.ts';
import { pathWorld, writeQueries } from '../fixtures/path-world.ts';
import { copyState, runKernel, runStage } from './harness.ts';
import { isFull } from '../fixtures/tier.ts';

type Kernel = 'shortestPath' | 'shortestPathFlood' | 'shortestPathLarge';

/** Each kind of limit by itself, so small that rays through edges and vertices of a structured grid reach it. */
const TRAVERSAL = [
  { RING_LIMIT: 1 },
  { RING_LIMIT: 2 },
  { BRANCH_LIMIT: 0 },
  { BRANCH_LIMIT: 1 },
  { STEP_LIMIT: 1 },
  { STEP_LIMIT: 2 },
];
/** Floods walk to so few faces that none of these comes back after more than one element; cells they can reach. */
const FLOOD = [...TRAVERSAL.filter((limits) => limits.RING_LIMIT !== 2), { CELL_LIMIT: 1 }, { CELL_LIMIT: 2 }];
type Limited = { readonly kernel: Kernel; readonly limits: Record<string, number> };
/** Limits that the first tier tries; the other kinds are tried in shortest-path.test.ts. */
const FEW: readonly Limited[] = [
  { kernel: 'shortestPath', limits: { STEP_LIMIT: 2 } },
  { kernel: 'shortestPathFlood', limits: { CELL_LIMIT: 2 } },
];
const LIMITED: readonly Limited[] = [
  ...TRAVERSAL.map((limits) => ({ kernel: 'shortestPath' as const, limits })),
  ...FLOOD.map((limits) => ({ kernel: 'shortestPathFlood' as const, limits })),
];
const QUERIES = 300;

const placed = new PlacedShape(SHAPES['square ring'](), { scale: 1, away: 0 }, 9);
const { world, state } = pathWorld([{ ...placed.shape, rest: placed.positions, positions: placed.positions }]);
const truths = findTruths(placed.oracle, placed.draw(QUERIES, true), GPU_TOLERANCES);
writeQueries(
  world,
  state,
  truths.map(({ query }) => ({ ...query, body: 0 })),
);

type Answer = Pick<State, 'paths' | 'counters'>;

const answer = (
  kernel: Kernel,
  from: Partial<State>,
  constants: Record<string, number>,
  argument: number = PATHS.all,
) =>
  runKernel({
    label: kernel,
    code: KERNELS[kernel],
    world,
    state: { ...state, ...from },
    constants,
    dispatches: [
      { kernel: 'cellBounds', count: world.patchCount + world.sideCount },
      { count: initialQueries(world), argument },
    ],
    read: ['paths', 'counters'],
  });

const isMarked = ({ paths }: Answer, i: number) => paths.u32[PATH.stride * i + PATH.face] === PATH_OVERFLOW;
const marked = (found: Answer) => truths.filter((_, i) => isMarked(found, i)).length;
const isExact = ({ paths }: Answer, i: number) =>
  isRight(truths[i], paths.f32[PATH.stride * i + PATH.depth], placed.oracle, GPU_TOLERANCES, GPU_ROUNDING);

/** Queries for which it doesn't hold. */
const wrong = (holds: (query: number) => boolean) => truths.map((_, i) => i).filter((i) => !holds(i));

// At the same time, since each kernel is compiled on one core.
test.concurrent.each(isFull ? LIMITED : FEW)(
  '$kernel with $limits overflows, and whoever is asked next answers rightly',
  async (given) => {
    const small = await answer(given.kernel, {}, given.limits);
    expect(marked(small)).toBeGreaterThan(0);
    expect(small.counters[COUNTERS.pathOverflows]).toBe(marked(small));
    expect(wrong((i) => isMarked(small, i) || isExact(small, i))).toEqual([]);

    const large = await answer('shortestPathLarge', small, {});
    expect(large.counters[COUNTERS.pathsUnanswered]).toBe(0);
    expect(wrong((i) => isExact(large, i))).toEqual([]);

    if (given.kernel === 'shortestPathFlood') {
      const trees = await answer('shortestPath', small, {}, PATHS.overflowed);
      expect(wrong((i) => isMarked(trees, i) || isExact(trees, i))).toEqual([]);
      expect(marked(trees)).toBeLessThan(marked(small));
      // Paths that the flood found aren't asked for again, nor counted; those that overflow again keep their mark.
      expect(trees.counters[COUNTERS.candidates]).toBeGreaterThan(small.counters[COUNTERS.candidates]);
      expect(trees.counters[COUNTERS.pathOverflows]).toBe(marked(small));
      const again = await answer('shortestPath', small, { STEP_LIMIT: 1 }, PATHS.overflowed);
      expect(marked(again)).toBeGreaterThan(0);
      expect(marked(again)).toBeLessThanOrEqual(marked(small));
      expect(again.counters[COUNTERS.pathOverflows]).toBe(marked(small));
      truths.forEach((_, i) => {
        if (isMarked(small, i)) return;
        const at = PATH.stride * i;
        expect([...again.paths.u32.subarray(at, at + 8)]).toEqual([...small.paths.u32.subarray(at, at + 8)]);
      });
    }

    // A list of one element: what overflows again is left to the pool.
    const left = await answer('shortestPathLarge', small, { REACHED_LIMIT: 1 });
    expect(marked(left)).toBeGreaterThan(0);
    expect(left.counters[COUNTERS.pathsUnanswered]).toBe(marked(left));
    const pool = runStage(shortestPath, {
      world,
      state: copyState(world, { ...state, ...left }),
      argument: PATHS.overflowed,
    });
    expect(wrong((i) => isExact(pool, i))).toEqual([]);
  },
);
