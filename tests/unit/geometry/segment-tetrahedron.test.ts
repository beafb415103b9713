import { cases } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { clipSegment, createSegmentPart } from '../../../src/geometry/segment-tetrahedron.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { type Point, volume6 } from '../../fixtures/detection.ts';

const MARGIN = 1e-6;

const part = createSegmentPart();

/** Four corners, then both ends. */
const flat = (points: readonly Point[]) => Float32Array.from(points.flat());
const clip = (x: Float32Array) => clipSegment(part, x, 0, 3, 6, 9, 12, 15, MARGIN);

/** Least barycentric coordinate at parameter t from the first end to the second, in float64. */
function leastAt(x: Float32Array, t: number): number {
  const at = (i: number): Point => [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
  const [a, b, c, d, p, q] = [0, 1, 2, 3, 4, 5].map(at);
  const m = p.map((value, k) => (1 - t) * value + t * q[k]) as unknown as Point;
  const whole = volume6(a, b, c, d);
  return Math.min(
    ...[volume6(m, b, c, d), volume6(a, m, c, d), volume6(a, b, m, d), volume6(a, b, c, m)].map((v) => v / whole),
  );
}

/** Begin and end of the part inside, by samples of the segment; undefined if no sample is inside. */
const SAMPLES = cases(1500, 500);
function sampled(x: Float32Array): { begin: number; end: number } | undefined {
  let begin = 2;
  let end = -1;
  for (let i = 0; i <= SAMPLES; i++) {
    const t = i / SAMPLES;
    if (leastAt(x, t) < 0) continue;
    begin = Math.min(begin, t);
    end = Math.max(end, t);
  }
  return begin > 1 ? undefined : { begin, end };
}

const corners: readonly Point[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

describe('clipSegment', () => {
  it.each([1e-6, 1, 1e6])('finds the part that sampling finds, for either orientation, at scale %f', (scale) => {
    const random = seededRandom(5);
    let parts = 0;
    for (let round = 0; round < cases(700, 200); round++) {
      const x = Float32Array.from({ length: 18 }, (_, i) => scale * (i < 12 ? random() : 1.6 * random() - 0.3));
      const expected = sampled(x);
      const found = clip(x);
      if (!expected || expected.end - expected.begin < 2 / SAMPLES) {
        // Too short for the samples: the part lies between two of them.
        if (found && !expected) expect(part.end - part.begin).toBeLessThan(1 / SAMPLES);
        continue;
      }
      expect(found).toBe(true);
      expect(Math.abs(part.begin - expected.begin)).toBeLessThanOrEqual(1 / SAMPLES + 1e-9);
      expect(Math.abs(part.end - expected.end)).toBeLessThanOrEqual(1 / SAMPLES + 1e-9);
      // Each end of the part touches a plane, unless it is an end of the segment.
      if (part.begin > 0) expect(Math.abs(leastAt(x, part.begin))).toBeLessThan(1e-9);
      if (part.end < 1) expect(Math.abs(leastAt(x, part.end))).toBeLessThan(1e-9);
      const { begin, end } = part;
      // The same segment through the tetrahedron turned inside out.
      const turned = x.slice();
      turned.copyWithin(0, 3, 6);
      turned.set(x.subarray(0, 3), 3);
      expect(clip(turned)).toBe(true);
      expect(part.begin).toBeCloseTo(begin, 9);
      expect(part.end).toBeCloseTo(end, 9);
      parts++;
    }
    expect(parts).toBeGreaterThan(cases(30, 9));
  });

  it('knows segments inside, through, half in', () => {
    const inside = flat([...corners, [0.1, 0.1, 0.1], [0.3, 0.2, 0.1]]);
    expect(clip(inside)).toBe(true);
    expect([part.begin, part.end]).toEqual([0, 1]);
    expect(clip(flat([...corners, [-1, 0.25, 0.25], [1, 0.25, 0.25]]))).toBe(true);
    expect([part.begin, part.end]).toEqual([0.5, 0.75]);
    expect(clip(flat([...corners, [0.25, 0.25, 0.25], [0.25, 0.25, -0.75]]))).toBe(true);
    expect([part.begin, part.end]).toEqual([0, 0.25]);
  });

  it('takes what runs along a face or an edge, touches a corner or is shorter than the margin as outside', () => {
    const outside: readonly (readonly [Point, Point])[] = [
      [
        [-1, 0.25, 0],
        [1, 0.25, 0],
      ], // along a face
      [
        [-1, 0, 0],
        [2, 0, 0],
      ], // along an edge
      [
        [-1, 1, 0],
        [1, -1, 0],
      ], // through the corner
      [
        [-1, 0.25, -1e-3],
        [1, 0.25, -1e-3],
      ], // beside a face
      [
        [2, 2, 2],
        [3, 2, 2],
      ],
      [
        [-1, 2e-7, 1],
        [1, 2e-7, -1],
      ], // closer to a face than the margin
      [
        [1e-7, 0.2, 0.2],
        [-1, 0.2, 0.2],
      ], // a tip that is shorter than the margin
    ];
    for (const [p, q] of outside) expect(clip(flat([...corners, p, q]))).toBe(false);
    expect(clip(flat([...corners, [-1, 2e-5, 0.9], [1, 2e-5, 0.1]]))).toBe(true);
  });

  it('finds nothing in a tetrahedron without volume, and nothing of what is no number', () => {
    const inner: readonly Point[] = [
      [0.1, 0.1, 0.1],
      [0.3, 0.2, 0.1],
    ];
    expect(clip(flat([corners[0], corners[1], corners[2], [1, 1, 0], ...inner]))).toBe(false);
    expect(clip(flat([...corners, [Number.NaN, 0, 0], inner[1]]))).toBe(false);
    expect(clip(flat([[Number.NaN, 0, 0], ...corners.slice(1), ...inner]))).toBe(false);
  });
});
