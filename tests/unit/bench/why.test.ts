import { expect, it } from 'vitest';
import { holds, whyByRounds } from '../../../bench/report/report.ts';
import type { JoltTimes } from '../../../bench/solve/solve-jolt.ts';
import type { SolveTimes } from '../../../bench/solve/solve-results.ts';
import { solveVerdicts } from '../../../bench/solve/solve-verdicts.ts';

it('distinguishes a bound missed in every round from one met in some', () => {
  const least = { relation: '>=', bound: 2 } as const;
  expect(whyByRounds([1.5, 1.9, 1.7], least, 'too many loads')).toBe('rounds from 1.5 to 1.9: too many loads');
  expect(whyByRounds([1.5, 2, 1.7], least, 'too many loads')).toMatch(
    /^rounds from 1.5 to 2: some hold, .*too many loads$/,
  );
  const most = { relation: '<=', bound: 2 } as const;
  expect(whyByRounds([2.5, 2.1], most, 'slow')).toBe('rounds from 2.1 to 2.5: slow');
  expect(whyByRounds([2.5, 1.9], most, 'slow')).toContain('some hold');
});

/** Times in which ours is half as fast as Jolt, and two workers no faster than one. */
const slow = (): SolveTimes => {
  const ours = [20, 22, 21];
  const each = <T>(value: T) => ({ 'mass-spring': value, 'neo-hookean': value });
  const thread = each({ alone: ours, whole: ours });
  const workers = { one: ours, two: ours, oneByHost: ours, twoByHost: ours };
  const iteration = { none: [0, 0, 0], edges: [1, 1.1, 1.05], volumes: [1, 1.1, 1.05], both: [2, 2.2, 2.1] };
  const jolt = { iteration, update: iteration } as unknown as JoltTimes;
  return {
    tetrahedra: 1000,
    counts: { 'mass-spring': 1200, 'neo-hookean': 1000 },
    iterations: { untangle: 10, few: 1, many: 2 },
    untangle: { simd: thread, typescript: thread },
    workers: each(workers),
    workersBare: each(workers),
    jolt: { plain: jolt, simd: jolt, simdTwoThreads: jolt },
  };
};

it('every missed bound of the solver is explained with figures of its own run', () => {
  const verdicts = solveVerdicts(slow());
  expect(verdicts).toHaveLength(8);
  for (const verdict of verdicts) {
    expect(holds(verdict)).toBe(false);
    expect(verdict.why).toMatch(/rounds from [\d.,]+ to [\d.,]+: /);
  }
  expect(verdicts[0].why).toContain('jolt-physics solves 1.14 M constraints/s in the same rounds');
  expect(verdicts[0].why).toContain('without SIMD, TypeScript solves 571 k constraints/s');
  expect(verdicts[0].value).toBeCloseTo((1000 * 1200 * 10) / 21, 6);
});
