import { expect, it } from 'vitest';
import { medianRatio, perIteration, rates } from '../../../bench/rates.ts';
import { type SolveTimes, solveVerdicts, solveWorkloads } from '../../../bench/solve-results.ts';

it('a rate is work over time, round by round', () => {
  expect(rates(3000, [1, 2])).toEqual([3e6, 1.5e6]);
});

it('an iteration is what more of them took more, whatever a run costs by itself', () => {
  const run = (iterations: number, fixed: number, each: number) => fixed + iterations * each;
  const [few, many] = [4, 36].map((n) => [run(n, 5, 0.5), run(n, 1, 0.25)]);
  expect(perIteration(few, many, 36 - 4)).toEqual([0.5, 0.25]);
});

it('a ratio is the median of those of the same round', () => {
  // Of the medians it would be 4 / 2.
  expect(medianRatio([1, 4, 90], [1, 2, 30])).toBe(2);
});

const set = (ms: number) => ({ none: [0.5], edges: [0.5 + ms], volumes: [0.5 + 2 * ms], both: [0.5 + 3 * ms] });
const jolt = (ms: number) => ({ iteration: set(ms), update: set(8 * ms) });
const TIMES: SolveTimes = {
  tetrahedra: 100_000,
  counts: { 'mass-spring': 150_000, 'neo-hookean': 100_000 },
  iterations: { untangle: 10, few: 4, many: 36 },
  untangle: { 'mass-spring': [20], 'neo-hookean': [100] },
  workers: { 'mass-spring': { one: [20], two: [10] }, 'neo-hookean': { one: [100], two: [80] } },
  jolt: { plain: jolt(3), simd: jolt(1), simdTwoThreads: jolt(0.5) },
};

it("Jolt's vertices are taken off its constraints, and not off the whole material", () => {
  const figure = (what: RegExp, who: string) =>
    solveWorkloads(TIMES)
      .filter((workload) => what.test(workload.what) && workload.who === who)
      .map(({ median }) => median);
  expect(figure(/distance.*one thread/, 'untangle')).toEqual([75e6]);
  expect(figure(/distance.*one thread/, 'jolt-physics')).toEqual([50e6]);
  // The second is of whole updates.
  expect(figure(/distance.*one thread/, 'jolt-physics, SIMD build')).toEqual([150e6, 6e8 / 8.5]);
  expect(figure(/tetrahedra.*through threads/, 'jolt-physics, SIMD build, 2 threads')).toEqual([100e6]);
  expect(figure(/whole material/, 'untangle')).toEqual([10]);
  expect(figure(/whole material/, 'jolt-physics, SIMD build')).toEqual([3.5]);
});

it('the bounds are those of one thread, of each build of Jolt, of two workers', () => {
  const values = solveVerdicts(TIMES).map(({ value, bound }) => [value, bound]);
  expect(values).toEqual([
    [75e6, 60e6],
    [10e6, 8e6],
    [1.5, 1],
    [0.5, 1],
    [2, 1.7],
    [1.25, 1.7],
  ]);
});
