import { expect, it } from 'vitest';
import { throwFigures } from '../../../src/paper/accept-throws.ts';
import { holds } from '../../../src/paper/check-results.ts';

const results = (hybrid: readonly number[], dcd: readonly number[]) =>
  (['hybrid', 'dcd'] as const).flatMap((mode) =>
    (mode === 'hybrid' ? hybrid : dcd).map((penetrating, i) => ({
      seed: i + 1,
      mode,
      penetrating,
      piercing: 2 * penetrating,
    })),
  );

it('compares the means over all throws, not single throws', () => {
  const figures = throwFigures(results([0.5, 0.25, 0], [0.25, 0.5, 0.75]));
  expect(figures.map(({ value }) => value)).toEqual([0.25, 0.5, 0.5, 1]);
  expect(figures.map(holds)).toEqual([true, undefined, undefined, undefined]);
});

it("fails if hybrid's mean is above dcd's, or a figure is missing", () => {
  expect(holds(throwFigures(results([0.5, 0.5], [0, 0.75]))[0])).toBe(false);
  expect(holds(throwFigures(results([0.5], [Number.NaN]))[0])).toBe(false);
});
