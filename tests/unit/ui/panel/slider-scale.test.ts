import { describe, expect, test } from 'vitest';
import { type NumberParameter, PARAMETERS } from '../../../../src/simulation/parameters.ts';
import { sliderScale } from '../../../../src/ui/panel/slider-scale.ts';

const NUMBERS = Object.entries(PARAMETERS).filter(([, { kind }]) => kind === 'number' || kind === 'integer') as [
  string,
  NumberParameter,
][];

describe.each(NUMBERS)('the slider of %s', (_, definition) => {
  const scale = sliderScale(definition);
  test('reaches both ends of the range, and leaves it nowhere', () => {
    expect(scale.valueAt(0)).toBe(definition.min);
    expect(scale.valueAt(scale.last)).toBe(definition.max);
    for (let share = 0; share <= 1; share += 1 / 64) {
      const value = scale.valueAt(share * scale.last);
      expect(value).toBeGreaterThanOrEqual(definition.min);
      expect(value).toBeLessThanOrEqual(definition.max);
    }
  });
  test('finds the default value where it shows it, to three digits', () => {
    const found = scale.valueAt(scale.positionOf(definition.default));
    expect(found).toBeCloseTo(Number(definition.default.toPrecision(3)), 12);
  });
});

test('a logarithmic slider moves in equal factors', () => {
  const scale = sliderScale(PARAMETERS.youngsModulus as NumberParameter);
  expect(scale.valueAt(scale.last / 2)).toBeCloseTo(Math.sqrt(1e2 * 1e9), -4);
});

test('a slider whose usual values are close to 0 is finer there', () => {
  const scale = sliderScale(PARAMETERS.materialDamping as NumberParameter);
  expect(scale.valueAt(1)).toBeLessThan(1e-8);
});

test('no gravity is in the middle', () => {
  const scale = sliderScale(PARAMETERS.gravity as NumberParameter);
  expect(scale.valueAt(scale.last / 2)).toBe(0);
});
