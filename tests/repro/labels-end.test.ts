import { expect, test } from 'vitest';
import { firstFreeY } from '../../src/ui/explore/labels.ts';

// Bug: the page hung forever. A label was placed 21 pixels below another; because of rounding, the distance was not 21 pixels, so
// the label was placed there again.
const ROOM = 21;
const ROUNDED = 500 + 2 ** -44;

test('a label finds its place below others even if the distance is rounded', () => {
  expect(ROUNDED + ROOM - ROUNDED).toBeLessThan(ROOM);
  expect(firstFreeY([{ x: 10, y: ROUNDED }], 0, ROUNDED - 1)).toBe(ROUNDED + ROOM);
});

test('a label overlaps no other, wherever they are', () => {
  const placed: { x: number; y: number }[] = [];
  for (let i = 0; i < 200; i++) {
    const x = 40 * Math.sin(i);
    placed.push({ x, y: firstFreeY(placed, x, 500 + 300 * Math.sin(7 * i)) });
  }
  const gaps = placed.flatMap((one, i) =>
    placed
      .slice(0, i)
      .filter(({ x }) => Math.abs(x - one.x) < 76)
      .map(({ y }) => Math.abs(y - one.y)),
  );
  expect(gaps.length).toBeGreaterThan(1000);
  expect(Math.min(...gaps)).toBeGreaterThan(ROOM - 1e-9);
});
