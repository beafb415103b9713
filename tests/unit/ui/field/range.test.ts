import { describe, expect, it } from 'vitest';
import { FieldRange, roundedUp } from '../../../../src/ui/field/range.ts';
import { ticksOf } from '../../../../src/ui/field/field-legend.ts';
import { FIELDS } from '../../../../src/ui/field/fields.ts';

const LEAST = 0.001;
/** Pictures after which a range that is too large has shrunk. */
const LONG = 30;

function topAfter(range: FieldRange, ...values: number[]): number {
  range.add(Float32Array.from(values));
  range.settle();
  return range.top;
}

describe('a round top', () => {
  it.each([
    [0.3, 0.5],
    [0.5, 0.5],
    [0.51, 1],
    [1, 1],
    [1.2, 2],
    [2000, 2000],
    [2001, 5000],
    [1e-3, 1e-3],
    [3e-9, 5e-9],
  ])('of %f is %f', (value, top) => {
    expect(roundedUp(value)).toBe(top);
  });
});

describe('the range of a field', () => {
  it('begins with what its first values need, and grows at once', () => {
    const range = new FieldRange(LEAST);
    expect(topAfter(range, 0, 3, 4)).toBe(5);
    expect(topAfter(range, 70)).toBe(100);
  });

  it('has one top for all halves of a picture', () => {
    const range = new FieldRange(LEAST);
    range.add(Float32Array.of(3));
    range.add(Float32Array.of(30));
    range.add(Float32Array.of(2));
    range.settle();
    expect(range.top).toBe(50);
  });

  it('shrinks only after many pictures, to the most that these needed', () => {
    const range = new FieldRange(LEAST);
    topAfter(range, 70);
    for (let picture = 1; picture < LONG; picture++) expect(topAfter(range, picture === 3 ? 4 : 1)).toBe(100);
    expect(topAfter(range, 1)).toBe(5);
  });

  it('ignores outliers, gaps, and what rounding errors leave of nothing', () => {
    const values = Float32Array.from({ length: 2000 }, (_, i) => (i === 5 ? 1e9 : i === 6 ? Number.NaN : 1));
    const range = new FieldRange(LEAST);
    range.add(values);
    range.settle();
    expect(range.top).toBe(1);
    expect(topAfter(new FieldRange(LEAST), 1e-9, 0)).toBe(LEAST);
    expect(topAfter(new FieldRange(LEAST), 0, 0)).toBe(LEAST);
  });

  it('sees large values in large meshes too', () => {
    const range = new FieldRange(LEAST);
    range.add(Float32Array.from({ length: 100_000 }, (_, i) => (i < 50_000 ? 0 : 4)));
    range.settle();
    expect(range.top).toBe(5);
  });
});

describe('the numbers of a legend', () => {
  const content = { top: 2e4, isExceeded: false, hasGaps: false, isKept: false };

  it('have units', () => {
    expect(ticksOf({ ...content, field: FIELDS.stress })).toEqual(['0', '10 kPa', '20 kPa']);
    expect(ticksOf({ ...content, top: 0.05, field: FIELDS.depth })).toEqual(['0', '25 mm', '50 mm']);
    expect(ticksOf({ ...content, top: 0.5, field: FIELDS.strain })).toEqual(['0', '25 %', '50 %']);
  });

  it('say that some values lie above', () => {
    expect(ticksOf({ ...content, top: 2, isExceeded: true, field: FIELDS.speed }).at(-1)).toBe('≥ 2 m/s');
  });
});
