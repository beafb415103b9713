import { expect, test } from 'vitest';
import { type Obstacles, placeLabels } from '../../../../src/ui/view-2d/place-labels.ts';

const FREE: Obstacles = { dots: [], paths: [], outlines: [], titles: [], width: 400, height: 300 };
const label = (x: number, y: number, text = 'name') => ({ at: [x, y] as const, text, ink: '#000' });

test('labels of neighbouring points cover neither one another nor the dots', () => {
  const dots = [label(200, 150), label(212, 150), label(206, 160)].map(({ at }) => ({ at, radius: 7 }));
  const placed = placeLabels(
    dots.map(({ at }) => label(at[0], at[1])),
    { ...FREE, dots },
  );
  for (const [i, { middle }] of placed.entries()) {
    for (const { at } of dots) {
      expect(Math.abs(middle[0] - at[0]) > 16 || Math.abs(middle[1] - at[1]) > 9).toBe(true);
    }
    for (const other of placed.slice(i + 1)) {
      const apart = [0, 1].map((k) => Math.abs(middle[k] - other.middle[k]));
      expect(apart[0] >= 32 || apart[1] >= 18).toBe(true);
    }
  }
});

test('a label stays in the picture and off the path', () => {
  const path = [
    [0, 12],
    [400, 12],
  ] as const;
  const [{ middle }] = placeLabels([label(395, 12)], { ...FREE, paths: [path] });
  expect(middle[0]).toBeLessThan(384);
  expect(middle[1]).toBeGreaterThan(20);
});

test('a label goes where no dot is', () => {
  const dots = [-60, -30, 0, 30, 60].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { at: [200 + 34 * Math.cos(angle), 150 + 34 * Math.sin(angle)] as const, radius: 7 };
  });
  const [{ middle }] = placeLabels([label(200, 150)], { ...FREE, dots });
  for (const { at } of dots) {
    expect(Math.abs(middle[0] - at[0]) > 16 + 7 || Math.abs(middle[1] - at[1]) > 9 + 7).toBe(true);
  }
});

test('a label covers no title', () => {
  const title = { middle: [200, 150], half: [60, 9] } as const;
  const [{ middle }] = placeLabels([label(200, 165)], { ...FREE, titles: [title] });
  expect(Math.abs(middle[0] - 200) >= 76 || Math.abs(middle[1] - 150) >= 18).toBe(true);
});
