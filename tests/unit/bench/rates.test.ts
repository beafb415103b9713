import { expect, it } from 'vitest';
import { perIteration, rates, ratio } from '../../../bench/report/statistics.ts';
import { type SolveTimes, solveWorkloads } from '../../../bench/solve/solve-results.ts';
import { solveVerdicts } from '../../../bench/solve/solve-verdicts.ts';

it('a rate is work over time, round by round', () => {
  expect(rates(3000, [1, 2])).toEqual([3e6, 1.5e6]);
});

it("an iteration's time is a difference, without the fixed costs of a run", () => {
  const run = (iterations: number, fixed: number, each: number) => fixed + iterations * each;
  const [few, many] = [4, 36].map((n) => [run(n, 5, 0.5), run(n, 1, 0.25)]);
  expect(perIteration(few, many, 36 - 4)).toEqual([0.5, 0.25]);
});

it('a ratio is the median of the speed-ups within each round', () => {
  // The ratio of the medians would be 4 / 2.
  expect(ratio([1, 2, 30], [1, 4, 90])).toBe(2);
});

const set = (ms: number) => ({ none: [0.5], edges: [0.5 + ms], volumes: [0.5 + 2 * ms], both: [0.5 + 3 * ms] });
const jolt = (ms: number) => ({ iteration: set(ms), update: set(8 * ms) });
const byHost = { oneByHost: [50], twoByHost: [40] };
const TIMES: SolveTimes = {
  tetrahedra: 100_000,
  counts: { 'mass-spring': 150_000, 'neo-hookean': 100_000 },
  iterations: { untangle: 10, few: 4, many: 36 },
  untangle: {
    simd: { 'mass-spring': { alone: [20], whole: [25] }, 'neo-hookean': { alone: [100], whole: [125] } },
    typescript: { 'mass-spring': { alone: [30], whole: [40] }, 'neo-hookean': { alone: [200], whole: [250] } },
  },
  workers: {
    'mass-spring': { one: [20], two: [10], ...byHost },
    'neo-hookean': { one: [100], two: [80], ...byHost },
  },
  workersBare: {
    'mass-spring': { one: [8], two: [4], ...byHost },
    'neo-hookean': { one: [20], two: [30], ...byHost },
  },
  jolt: { plain: jolt(3), simd: jolt(1), simdTwoThreads: jolt(0.5) },
};

const figure = (what: RegExp, who: string) => {
  const found = solveWorkloads(TIMES).filter((workload) => what.test(workload.what) && workload.who === who);
  expect(found).toHaveLength(1);
  return found[0].median;
};

it('for constraints alone, the time of moving vertices is excluded for Jolt and for ours', () => {
  expect(figure(/distance.*alone, one/, 'untangle')).toBe(75e6);
  expect(figure(/distance.*alone, one/, 'untangle, TypeScript')).toBe(50e6);
  expect(figure(/distance.*alone, one/, 'jolt-physics')).toBe(50e6);
  expect(figure(/distance.*alone, one/, 'jolt-physics, SIMD build')).toBe(150e6);
  expect(figure(/distance.*alone, through threads/, 'untangle, 1 worker')).toBe(125e6);
  expect(figure(/tetrahedra.*alone, through threads/, 'untangle, 2 workers')).toBe(20e6);
  expect(figure(/tetrahedra.*alone, through threads/, 'jolt-physics, SIMD build, 2 threads')).toBe(100e6);
  expect(figure(/whole material.*constraints once/, 'untangle')).toBe(10);
  expect(figure(/whole material.*constraints once/, 'untangle, TypeScript')).toBe(20);
  expect(figure(/whole material.*constraints once/, 'jolt-physics, SIMD build')).toBe(3);
});

it('whole iterations have both', () => {
  expect(figure(/distance.*whole.*one thread/, 'untangle')).toBe(60e6);
  expect(figure(/distance.*whole.*one thread/, 'untangle, TypeScript')).toBe(37.5e6);
  expect(figure(/distance.*whole.*one thread/, 'jolt-physics, SIMD build')).toBe(100e6);
  expect(figure(/distance.*whole.*one thread/, 'jolt-physics, SIMD build, whole updates')).toBeCloseTo(6e8 / 8.5);
  expect(figure(/tetrahedra.*whole.*through threads/, 'untangle, 2 workers')).toBe(12.5e6);
  expect(figure(/tetrahedra.*through threads/, 'untangle, 2 workers, whole call')).toBe(25e6);
  expect(figure(/tetrahedra.*whole.*through threads/, 'jolt-physics, SIMD build, 2 threads')).toBeCloseTo(1e8 / 1.5);
  expect(figure(/whole material.*one iteration/, 'untangle')).toBe(12.5);
  expect(figure(/whole material.*one iteration/, 'jolt-physics, SIMD build')).toBe(3.5);
});

it('no two figures of a work have the same name', () => {
  const names = solveWorkloads(TIMES).map(({ what, who }) => `${what}: ${who}`);
  expect(new Set(names).size).toBe(names.length);
});

it('the bounds are those of constraints alone on one thread, of each build of Jolt in both ways, of two workers', () => {
  const values = solveVerdicts(TIMES).map(({ value, bound }) => [value, bound]);
  expect(values).toEqual([
    [75e6, 60e6],
    [10e6, 8e6],
    [1.5, 1],
    [0.5, 1],
    [1.4, 1],
    [0.6, 1],
    [2, 1.7],
    [1.25, 1.7],
  ]);
});
