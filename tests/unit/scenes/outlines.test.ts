import { describe, expect, it } from 'vitest';
import { turn } from '../../../src/mesh/air/check-edges.ts';
import { twofoldAreas } from '../../../src/mesh/triangles/tri-topology.ts';
import { outlineFromPath } from '../../../src/scenes/models/outline-from-path.ts';
import { OUTLINES, PAPER_SPACING } from '../../../src/scenes/models/outlines.ts';
import { planarBody } from '../../../src/scenes/models/planar-body.ts';

/** Area of a polygon [m^2], positive if it is counter-clockwise. */
const polygonArea = (x: Float32Array): number => {
  let sum = 0;
  for (let i = 0, j = x.length - 2; i < x.length; j = i, i += 2) sum += x[j] * x[i + 1] - x[j + 1] * x[i];
  return sum / 2;
};
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

describe('an outline from a path', () => {
  it('has the corners of the path, counter-clockwise, with y up', () => {
    expect([...outlineFromPath('M0,0 H2 V1 H0 Z')]).toEqual([0, -1, 2, -1, 2, -0, 0, -0]);
    expect([...outlineFromPath('m 1 1 l 2 0 0 1 -2 0 z', { yDown: false, scale: 2 })]).toEqual([
      2, 2, 6, 2, 6, 4, 2, 4,
    ]);
    // Numbers may follow one another without separators, and a command may be left out where it repeats.
    expect(outlineFromPath('M0 0L2-0 2 .5.5 1.5z')).toEqual(outlineFromPath('M 0,0 L 2,0 L 2,0.5 L 0.5,1.5 Z'));
  });

  it.each([
    ['a line, relative', 'M1,1 L3,1 L3,4 Z', 'm1,1 l2,0 l0,3 z'],
    ['horizontal and vertical', 'M1,1 H3 V4 H1 Z', 'm1,1 h2 v3 h-2 z'],
    ['cubic', 'M0,0 C1,2 3,2 4,0 S7,-2 8,0 L4,6 Z', 'm0,0 c1,2 3,2 4,0 s3,-2 4,0 l-4,6 z'],
    ['S reflects the control point', 'M0,0 C1,2 3,2 4,0 S7,-2 8,0 L4,6 Z', 'M0,0 C1,2 3,2 4,0 C5,-2 7,-2 8,0 L4,6 Z'],
    ['S after a line has the pen as control point', 'M0,0 L4,0 S7,2 8,0 L4,6 Z', 'M0,0 L4,0 C4,0 7,2 8,0 L4,6 Z'],
    ['T reflects the control point', 'M0,0 Q1,2 4,0 T8,0 L4,6 Z', 'M0,0 Q1,2 4,0 Q7,-2 8,0 L4,6 Z'],
    ['a curve of degree two is one of degree three', 'M0,0 Q3,6 6,0 L3,-3 Z', 'M0,0 C2,4 4,4 6,0 L3,-3 Z'],
  ])('%s', (_, one, other) => {
    const [a, b] = [one, other].map((d) => outlineFromPath(d, { spacing: 0.5 }));
    expect(a.length).toBe(b.length);
    a.forEach((x, i) => {
      expect(Math.abs(x - b[i])).toBeLessThan(1e-3);
    });
  });

  it('is cut into equal parts no longer than the spacing; a circle of curves has its area', () => {
    // The usual cubic approximation of a quarter of a circle, right within 3e-4 of the radius.
    const k = 0.5523;
    const d = `M1,0 C1,${k} ${k},1 0,1 S-1,${k} -1,0 -${k},-1 0,-1 S1,-${k} 1,0 Z`;
    const circle = outlineFromPath(d, { spacing: 0.05 });
    const count = circle.length / 2;
    expect(count).toBe(4 * Math.ceil(Math.PI / 2 / 0.05));
    const chords = Array.from({ length: count }, (_, v) => {
      const w = (v + 1) % count;
      return Math.hypot(circle[2 * v] - circle[2 * w], circle[2 * v + 1] - circle[2 * w + 1]);
    });
    for (const chord of chords) expect(Math.abs(chord / chords[0] - 1)).toBeLessThan(2e-3);
    expect(Math.abs(polygonArea(circle) / Math.PI - 1)).toBeLessThan(2e-3);
  });

  it.each([
    ['', 'character 0: found the end, expected Z, which closes the outline'],
    ['M0,0 L1,0', 'character 9: found the end, expected Z, which closes the outline'],
    ['L0,0 Z', 'character 0: found L, expected M, which begins a path'],
    ['M0,0 L1,0 A1,1 0 0 0 2,2 Z', 'character 10: found A, expected one of the commands M L H V C S Q T Z'],
    ['M0,0 L1,x Z', 'character 8: found x, expected a number'],
    ['M0,0 L1,0 1,1 Z M3,3 Z', 'character 16: found M, expected the end of the path after Z'],
    ['M0,0 L1,0 1,1 M3,3 Z', 'character 14: found M, expected one outline: no M but the first'],
    ['M0,0 L1,0 Z', 'has 2 vertices, expected at least 3'],
  ])('says where it can’t read "%s"', (d, message) => {
    expect(() => outlineFromPath(d)).toThrow(message);
  });
});

describe.each(Object.entries(OUTLINES))('%s', (_, d) => {
  it('has an inside, which is triangulated wholly, with inner points and without', () => {
    const outline = outlineFromPath(d, { spacing: 12, scale: 0.01 });
    const area = polygonArea(outline);
    expect(area).toBeGreaterThan(0.1);
    for (const innerSpacing of [Number.POSITIVE_INFINITY, 0.12]) {
      const { positions, triangles } = planarBody(outline, innerSpacing);
      expect(positions.subarray(0, outline.length)).toEqual(outline);
      const inner = (positions.length - outline.length) / 2;
      expect(triangles.length / 3).toBe(outline.length / 2 - 2 + 2 * inner);
      for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = triangles.subarray(t, t + 3);
        expect(turn(positions, a, b, c)).toBeGreaterThan(0);
      }
      expect(Math.abs(sum(twofoldAreas(positions, triangles)) / 2 / area - 1)).toBeLessThan(1e-6);
    }
  });
});

it('the 24 outlines have the paper’s 269 triangles', () => {
  const bodies = Object.values(OUTLINES).map((d) =>
    planarBody(outlineFromPath(d, { spacing: PAPER_SPACING, scale: 0.01 })),
  );
  expect(bodies.length).toBe(24);
  expect(bodies.reduce((count, { triangles }) => count + triangles.length / 3, 0)).toBe(269);
});
