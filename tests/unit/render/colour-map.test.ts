import { expect, test } from 'vitest';
import { colourAt, cssColour } from '../../../src/render/field/colour-map.ts';

/** Entries of matplotlib's table of viridis: its place and its colour. */
const VIRIDIS = [
  [0, '#440154'],
  [0.25, '#3b528b'],
  [0.5, '#21918c'],
  [0.75, '#5ec962'],
  [1, '#fde725'],
] as const;
/** Tolerance [of 255 levels]. */
const NEAR = 5;

test.each(VIRIDIS)('the colour at %f is that of viridis, %s', (share, hex) => {
  for (const [k, channel] of colourAt(share).entries())
    expect(Math.abs(255 * channel - Number.parseInt(hex.slice(1 + 2 * k, 3 + 2 * k), 16))).toBeLessThan(NEAR);
});

test('colours get lighter along the whole map, so that it can be read in grey', () => {
  const lightness = (share: number) => {
    const [r, g, b] = colourAt(share).map((c) => c ** 2.2) as [number, number, number];
    return Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b);
  };
  for (let i = 1; i <= 100; i++) expect(lightness(i / 100)).toBeGreaterThan(lightness((i - 1) / 100));
});

test('values outside the range have the colours of its ends', () => {
  expect(colourAt(-1)).toEqual(colourAt(0));
  expect(colourAt(7)).toEqual(colourAt(1));
  expect(cssColour([1, 0.5, 0])).toBe('rgb(255 128 0)');
});
