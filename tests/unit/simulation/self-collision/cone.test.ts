import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import {
  CONE_ERROR,
  CONE_STRIDE,
  isBelowHalfSpace,
  isFull,
  mergeCones,
  setDirection,
  setFull,
} from '../../../../src/simulation/self-collision/cone.ts';

type Vector = readonly [number, number, number];

/** A vector of random length whose direction lies within `spread` of the z axis in each coordinate. */
function draw(random: () => number, spread: number): Vector {
  const length = 10 ** (6 * random() - 3);
  return [spread * (2 * random() - 1) * length, spread * (2 * random() - 1) * length, length];
}

/** Angle between a cone's axis and a vector, by the arc tangent, which is exact for small angles too [rad]. */
function angleTo(cones: Float64Array, at: number, [x, y, z]: Vector): number {
  const [a, b, c] = cones.subarray(at, at + 3);
  return Math.atan2(Math.hypot(b * z - c * y, c * x - a * z, a * y - b * x), a * x + b * y + c * z);
}

const angleOf = (cones: Float64Array, at: number) => Math.atan2(cones[at + 4], cones[at + 3]);

/** Merges the cones of vectors as a balanced tree does; the result is at 0. */
function coneOf(vectors: readonly Vector[]): Float64Array {
  const cones = new Float64Array(CONE_STRIDE * vectors.length);
  vectors.forEach((v, i) => {
    setDirection(cones, CONE_STRIDE * i, ...v);
  });
  for (let width = 1; width < vectors.length; width *= 2)
    for (let i = 0; i + width < vectors.length; i += 2 * width)
      mergeCones(cones, CONE_STRIDE * i, CONE_STRIDE * (i + width), CONE_STRIDE * i);
  return cones;
}

describe('cones', () => {
  it('hold every vector that was merged into them, for 2 to 200 vectors and spreads from 1e-8 to all around', () => {
    const random = seededRandom(22);
    let narrow = 0;
    for (let round = 0; round < 2000; round++) {
      const spread = 10 ** (10 * random() - 8);
      const vectors = Array.from({ length: 2 + Math.floor(199 * random() ** 2) }, () => draw(random, spread));
      const cone = coneOf(vectors);
      if (isFull(cone, 0)) continue;
      narrow++;
      expect(Math.hypot(cone[0], cone[1], cone[2])).toBeCloseTo(1, 12);
      expect(cone[3] ** 2 + cone[4] ** 2).toBeCloseTo(1, 12);
      const outside = Math.max(...vectors.map((v) => angleTo(cone, 0, v))) - angleOf(cone, 0);
      // A tenth of the room that the tests leave.
      expect(outside).toBeLessThan(CONE_ERROR / 10);
      if (isBelowHalfSpace(cone, 0))
        expect(Math.min(...vectors.map(([x, y, z]) => cone[0] * x + cone[1] * y + cone[2] * z))).toBeGreaterThan(0);
    }
    expect(narrow).toBeGreaterThan(1200);
  });

  it('hold every vector after ten thousand merges in a row', () => {
    const random = seededRandom(3);
    const cones = new Float64Array(2 * CONE_STRIDE);
    const vectors = Array.from({ length: 10_000 }, () => draw(random, 0.7));
    setDirection(cones, 0, ...vectors[0]);
    for (const v of vectors) {
      setDirection(cones, CONE_STRIDE, ...v);
      mergeCones(cones, 0, CONE_STRIDE, 0);
    }
    expect(isFull(cones, 0)).toBe(false);
    expect(Math.max(...vectors.map((v) => angleTo(cones, 0, v))) - angleOf(cones, 0)).toBeLessThan(CONE_ERROR / 10);
  });

  it('of two directions have half the angle between them', () => {
    for (const degrees of [1e-6, 0.01, 1, 30, 90, 150, 179]) {
      const angle = (degrees * Math.PI) / 180;
      const cone = coneOf([
        [1, 0, 0],
        [Math.cos(angle), Math.sin(angle), 0],
      ]);
      expect(angleOf(cone, 0)).toBeCloseTo(angle / 2, 7);
      expect(angleTo(cone, 0, [Math.cos(angle / 2), Math.sin(angle / 2), 0])).toBeLessThan(1e-7);
    }
  });

  it('are the larger one, to the bit, if it holds the other', () => {
    const cones = new Float64Array(3 * CONE_STRIDE);
    cones.set(
      coneOf([
        [1, 0.5, 0],
        [1, -0.5, 0.1],
        [1, 0, 0.6],
      ]).subarray(0, CONE_STRIDE),
    );
    cones.set(
      coneOf([
        [1, 0.1, 0.1],
        [1, 0.12, 0.2],
      ]).subarray(0, CONE_STRIDE),
      CONE_STRIDE,
    );
    for (const [a, b] of [
      [0, CONE_STRIDE],
      [CONE_STRIDE, 0],
    ]) {
      mergeCones(cones, a, b, 2 * CONE_STRIDE);
      expect(cones.slice(2 * CONE_STRIDE)).toEqual(cones.slice(0, CONE_STRIDE));
    }
  });

  it('are full for opposite directions, no direction, and numbers that are none, and stay full', () => {
    expect(
      isFull(
        coneOf([
          [1, 0, 0],
          [-1, 0, 0],
        ]),
        0,
      ),
    ).toBe(true);
    expect(
      isFull(
        coneOf([
          [0, 0, 0],
          [1, 0, 0],
        ]),
        0,
      ),
    ).toBe(true);
    expect(
      isFull(
        coneOf([
          [Number.NaN, 0, 0],
          [1, 0, 0],
        ]),
        0,
      ),
    ).toBe(true);
    expect(
      isFull(
        coneOf([
          [Infinity, 0, 0],
          [1, 0, 0],
        ]),
        0,
      ),
    ).toBe(true);
    // Three directions around a circle lie in no half-space.
    expect(
      isFull(
        coneOf([
          [1, 0, 0],
          [-0.5, 0.8, 0],
          [-0.5, -0.8, 0],
          [1, 0, 0],
        ]),
        0,
      ),
    ).toBe(true);
    const cones = new Float64Array(2 * CONE_STRIDE);
    setFull(cones, 0);
    setDirection(cones, CONE_STRIDE, 1, 0, 0);
    mergeCones(cones, 0, CONE_STRIDE, CONE_STRIDE);
    expect(isFull(cones, CONE_STRIDE)).toBe(true);
    expect(isBelowHalfSpace(cones, CONE_STRIDE)).toBe(false);
  });
});
