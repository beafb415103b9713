import { describe, expect, it } from 'vitest';
import { type CheckResult, figureLine, holds, holdsAll, valueText } from '../../../src/paper/check-results.ts';
import { scenesTable } from '../../../src/paper/scenes-table.ts';
import type { Figure } from '../../../src/scenes/check.ts';

const result = (...figures: Figure[]): CheckResult => ({
  scene: 'octopi-8',
  size: 'small',
  backend: 'cpu',
  coreSeconds: 12.3,
  runs: [],
  figures: [...figures, { name: 'runs that broke', value: 0, relation: '=', bound: 0 }],
});
const bounded = (value: number, relation: NonNullable<Figure['relation']>, bound: number): Figure => ({
  name: 'x',
  value,
  relation,
  bound,
});

describe('bounds', () => {
  it('hold or not by their relation; NaN holds none; without a bound there is no verdict', () => {
    const cases = [
      ['<', false, false, true],
      ['<=', false, true, true],
      ['=', false, true, false],
      ['>=', true, true, false],
      ['>', true, false, false],
    ] as const;
    for (const [relation, above, equal, below] of cases) {
      expect([2, 1, 0].map((value) => holds(bounded(value, relation, 1)))).toEqual([above, equal, below]);
      expect(holds(bounded(Number.NaN, relation, 1))).toBe(false);
    }
    expect(holds({ name: 'x', value: 1 })).toBeUndefined();
  });

  it('of a check hold together, and a check without any has shown nothing', () => {
    expect(holdsAll(result(bounded(0, '<', 1)))).toBe(true);
    expect(holdsAll(result(bounded(0, '<', 1), bounded(2, '<', 1)))).toBe(false);
    expect(holdsAll({ figures: [] })).toBe(false);
    expect(holdsAll({ figures: [{ name: 'x', value: 1 }] })).toBe(false);
  });
});

it('prints a figure with its verdict, shares in percent', () => {
  expect(valueText(0.012345, '%')).toBe('1.234 %');
  expect(figureLine({ ...bounded(0.5, '<', 0.01), unit: '%' })).toBe('  MISSED x: 50 % < 1 %');
  expect(figureLine(bounded(1, '>=', 1))).toBe('  holds  x: 1 >= 1');
});

it("writes the table between a file's marks and leaves the rest", () => {
  const text = 'before\n<!-- begin: written by check all --table -->\nstale\n<!-- end -->\nafter\n';
  const written = scenesTable(text, [result(bounded(0, '<', 1))]);
  expect(written).toMatch(/^before\n/);
  expect(written).toMatch(/<!-- end -->\nafter\n$/);
  expect(written).toContain('| octopi-8 | x | 0 | < 1 | holds |');
  expect(written).not.toContain('stale');
  expect(() => scenesTable('no marks', [])).toThrow(
    /^found no line '<!-- begin.*' in the table's file; expected '<!-- begin.*', then '<!-- end -->'$/,
  );
});
