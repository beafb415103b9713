import { expect, it } from 'vitest';
import { verdictsOf } from '../../../bench/recording/page-suite.ts';
import { SUITES } from '../../../bench/suites.ts';

it('the page is one of the suites, and all names differ', () => {
  const names = SUITES.map(({ name }) => name);
  expect(names).toContain('page');
  expect(new Set(names).size).toBe(names.length);
});

it("explains a missed bound by the figure's parts", () => {
  const [time, weight] = verdictsOf({
    way: 'gpu, in software',
    bytes: 412_345,
    largest: [{ name: 'show.js', bytes: 151_000 }],
    milestones: { scripts: 100, built: 500, backend: 5000, stage: 5100, 'first-frame': 7000, shown: 7010 },
    shown: { median: 7010.4, low: 7000, high: 7100 },
  });
  expect(time).toMatchObject({ value: 7010, relation: '<=', bound: 5000 });
  expect(time.why).toContain('100 ms until scripts ran, 400 ms for the scene, 4500 ms for the backend');
  expect(time.why).toContain('there is no GPU');
  expect(weight).toMatchObject({ value: 412.3, relation: '<=', bound: 400, why: 'the largest: show.js 151 KB' });
});
