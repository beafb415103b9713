import { describe, expect, it } from 'vitest';
import { writeTetQuality, writeTriangleQuality } from '../../../../src/mesh/air/quality.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { plainQuality } from './air-meshes.ts';

const out = new Float64Array(1);
const triangle = (...p: number[]) => {
  writeTriangleQuality(Float64Array.from(p), 0, 1, 2, out, 0);
  return out[0];
};
const tet = (...p: number[]) => {
  writeTetQuality(Float64Array.from(p), 0, 1, 2, 3, out, 0);
  return out[0];
};

describe('quality of air elements', () => {
  it('is 1 for an equilateral triangle and a regular tetrahedron of any size, -1 if they are inverted', () => {
    const h = Math.sqrt(3) / 2;
    expect(triangle(0, 0, 0, 1, 0, 0, 0.5, h, 0)).toBeCloseTo(1, 14);
    expect(triangle(0, 0, 0, 5e-3, 1e-2 * h, 0, 1e-2, 0, 0)).toBeCloseTo(-1, 14);
    expect(tet(1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1)).toBeCloseTo(1, 14);
    expect(tet(9, 9, 9, 9, -9, -9, -9, 9, -9, -9, -9, 9)).toBeCloseTo(-1, 14);
  });

  it('follows equations 3 and 4', () => {
    const random = seededRandom(1);
    for (let i = 0; i < 200; i++) {
      const p = Array.from({ length: 12 }, random);
      expect(tet(...p)).toBeCloseTo(plainQuality(p, [0, 1, 2, 3]), 12);
      const flat = p.slice(0, 9).map((x, k) => (k % 3 === 2 ? 0 : x));
      expect(triangle(...flat)).toBeCloseTo(plainQuality(flat, [0, 1, 2]), 12);
    }
  });

  it('is exactly 0 for elements on a coordinate plane, in a point, or with a coordinate that is no number', () => {
    const random = seededRandom(2);
    for (let i = 0; i < 100; i++) {
      const p = Array.from({ length: 12 }, random);
      expect(Math.abs(tet(...p.map((x, k) => (k % 3 === 1 ? 0 : x))))).toBe(0);
      expect(Math.abs(triangle(...p.slice(0, 9).map((x, k) => (k % 3 === 1 ? 0 : x))))).toBe(0);
    }
    expect(tet(...new Array(12).fill(1))).toBe(0);
    expect(triangle(...new Array(9).fill(1))).toBe(0);
    expect(tet(Number.NaN, ...new Array(11).fill(1))).toBe(0);
    expect(triangle(Infinity, ...new Array(8).fill(1))).toBe(0);
  });
});
