import { describe, expect, it } from 'vitest';
import { knotCurve, lengthsAlong, resample } from '../../../src/scenes/models/knot-curve.ts';
import { knots } from '../../../src/scenes/models/knots.ts';
import { signedVolumes } from '../../../src/mesh/quality.ts';
import { knotInvariants } from './knot-determinant.ts';
import { along, expectProgress, expectSound } from './sound-mesh.ts';

const TAIL = 20;
/** Points of the centre line about `step` radii apart. */
function pointsOf(count: number, step: number): number[][] {
  const line = knotCurve(count, TAIL);
  const n = Math.round((lengthsAlong(line).at(-1) as number) / step) + 1;
  const flat = resample(line, n);
  return Array.from({ length: n }, (_, i) => [...flat.subarray(3 * i, 3 * i + 3)]);
}
const distance = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** Closed far away above. */
const FAR = [
  [1e3, 0, 0],
  [1e3, 5e3, 0],
  [-1e3, 5e3, 0],
  [-1e3, 0, 0],
];

describe('the knots invariants, on curves known from elsewhere', () => {
  const torus = (p: number, q: number) =>
    Array.from({ length: 300 }, (_, i) => {
      const t = (2 * Math.PI * i) / 300;
      const r = 3 + Math.cos(q * t);
      return [r * Math.cos(p * t), r * Math.sin(p * t), Math.sin(q * t)];
    });
  it('are 1, 3, 5 and 7 of torus knots and 5 of the figure eight', () => {
    expect(knotInvariants(torus(1, 2))).toEqual({ determinant: 1n, colourings: 3 });
    expect(knotInvariants(torus(2, 3))).toEqual({ determinant: 3n, colourings: 9 });
    expect(knotInvariants(torus(2, 5))).toEqual({ determinant: 5n, colourings: 3 });
    expect(knotInvariants(torus(2, 7))).toEqual({ determinant: 7n, colourings: 3 });
    const eight = Array.from({ length: 300 }, (_, i) => {
      const t = (2 * Math.PI * i) / 300;
      const r = 2 + Math.cos(2 * t);
      return [r * Math.cos(3 * t), r * Math.sin(3 * t), Math.sin(4 * t)];
    });
    expect(knotInvariants(eight)).toEqual({ determinant: 5n, colourings: 3 });
  });
});

describe('the centre line of nested knots', () => {
  for (const count of [1, 2, 3]) {
    // Determinants multiply where knots are tied one after the other, whichever lies in whose loop. Knots of determinant 9
    // that are no such sum (6_1, 9_1) have 9 colourings; two trefoils have 27, three 81.
    it(`is ${count} trefoils: determinant ${3 ** count}, ${3 ** (count + 1)} colourings`, () => {
      const invariants = knotInvariants([...pointsOf(count, 0.5), ...FAR]);
      expect(invariants).toEqual({ determinant: BigInt(3 ** count), colourings: 3 ** (count + 1) });
    });

    it(`of ${count} touches itself nowhere: parts keep 2.5 radii, and it bends around no less than 1.5`, () => {
      const step = 0.25;
      const points = pointsOf(count, step);
      // Parts less than 4 radii apart along it are neighbours: half a turn around the closest allowed circle.
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < points.length; i++)
        for (let j = i + 4 / step; j < points.length; j++) least = Math.min(least, distance(points[i], points[j]));
      expect(least).toBeGreaterThan(2.5 + step * step);
      let sharpest = 0;
      for (let i = 1; i + 1 < points.length; i++) {
        const [a, b, c] = points.slice(i - 1, i + 2);
        sharpest = Math.max(sharpest, Math.hypot(...a.map((x, k) => x - 2 * b[k] + c[k])) / (step * step));
      }
      expect(sharpest).toBeLessThan(1 / 1.5);
    });
  }

  it('has straight tails along x', () => {
    for (const points of [pointsOf(2, 0.5), pointsOf(2, 0.5).reverse()])
      for (const [x, y, z] of points.slice(0, 2 * TAIL - 8)) {
        expect(Math.abs(x)).toBeGreaterThan(25);
        expect(Math.hypot(y, z)).toBeLessThan(1e-9);
      }
  });
});

describe('the knotted rod', () => {
  for (const [count, tetrahedra] of [
    [1, 3000],
    [2, 5000],
    [2, 20_000],
    [2, 103_000],
    [3, 25_000],
  ]) {
    it(`of ${count} knots and ${tetrahedra} tetrahedra is sound at rest and as laid, and lies where the line does`, () => {
      const { mesh, laid, radius, centreline, length, layers } = knots({ knots: count, tetrahedra });
      expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(0.1);
      expectSound(mesh, { min: 26, max: 129 });
      expectSound({ ...mesh, positions: laid }, { min: 17, max: 134 });
      const axis = Array.from(centreline, (v) => [...laid.subarray(3 * v, 3 * v + 3)]);
      expect(knotInvariants([...axis, ...FAR]).determinant).toBe(BigInt(3 ** count));
      const perLayer = laid.length / 3 / layers;
      let farthest = 0;
      for (let v = 0; v < laid.length / 3; v++)
        farthest = Math.max(farthest, distance([...laid.subarray(3 * v, 3 * v + 3)], axis[Math.floor(v / perLayer)]));
      expect(farthest / radius).toBeCloseTo(1, 4);
      // Chords are shorter than the line: a layer of 1.25 radii loses 2 % on the tightest bends, and few are there.
      const chords = axis.slice(1).reduce((sum, point, i) => sum + distance(point, axis[i]), 0);
      expect(chords / length).toBeLessThan(1);
      expect(chords / length).toBeGreaterThan(0.99);
    });
  }

  it('is straight at rest, or as it was laid', () => {
    const straight = knots({ tetrahedra: 5000 });
    expect(Math.max(...along(straight.mesh.positions, 1))).toBeCloseTo(straight.radius, 7);
    const asLaid = knots({ tetrahedra: 5000, restShape: 'laid' });
    expect(asLaid.laid).toEqual(straight.laid);
    expect(asLaid.mesh.positions).toEqual(straight.laid);
    expect(asLaid.mesh.tets).toEqual(straight.mesh.tets);
    const bent = signedVolumes(asLaid.mesh).reduce((sum, volume) => sum + volume, 0);
    const volume = signedVolumes(straight.mesh).reduce((sum, volume) => sum + volume, 0);
    expect(bent / volume).toBeCloseTo(1, 1);
  });

  it('has its first end at -x, both on one line', () => {
    const { laid, endVertices, radius } = knots({ tetrahedra: 5000, clampLayers: 4 });
    for (const [end, side] of [
      [endVertices[0], -1],
      [endVertices[1], 1],
    ] as const)
      for (const v of end) {
        expect(side * laid[3 * v]).toBeGreaterThan(45 * radius);
        expect(Math.hypot(laid[3 * v + 1], laid[3 * v + 2])).toBeLessThan(radius * (1 + 1e-4));
      }
  });

  it('is the same bytes twice, tells of progress, and says what there is', () => {
    expect(knots({ tetrahedra: 5000 })).toEqual(knots({ tetrahedra: 5000 }));
    expectProgress((progress) => knots({ tetrahedra: 5000, progress }));
    expect(() => knots({ knots: 4 })).toThrow('A rod with 4 knots was asked for, expected 1 to 3');
    expect(() => knots({ tetrahedra: 999 })).toThrow(
      'A knotted rod of 999 tetrahedra was asked for, expected 1000 to 1500000',
    );
    expect(() => knots({ tetrahedra: 1000, knots: 3 })).toThrow('too few or too many');
    expect(() => knots({ radius: 0 })).toThrow('expected sizes above 0');
  });
});
