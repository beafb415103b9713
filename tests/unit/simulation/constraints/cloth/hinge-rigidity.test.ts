import { describe, expect, it } from 'vitest';
import { createCloth } from '../../../../../src/simulation/world/create-cloth.ts';
import { hingeAngle } from '../../../../fixtures/cloth-energy.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import type { Vector } from '../../../../fixtures/vectors.ts';

// Rigidity of periodic meshes, by homogenisation: the least energy of the hinges of one period if the cloth bends to a given curvature on
// average. The vertices of a period may leave the quadratic surface, as they do in a cloth that lies still.

/** Number of cells of a patch along each side; the period in its middle sees nothing of the patch's border. */
const PATCH = 12;
const PERIOD = 4;
/** Heights so small that angles are linear in them, with cells of width 1. */
const SMALL = 1e-5;

interface Pattern {
  /** Place of vertex (i, j). */
  place(i: number, j: number): readonly [number, number];
  /** Which diagonal cuts cell (i, j): true for the one from its first vertex. */
  cut(i: number, j: number): boolean;
  readonly rowHeight: number;
}

const square = (
  cut: Pattern['cut'],
  shift = (_i: number, _j: number): readonly [number, number] => [0, 0],
): Pattern => ({
  place(i, j) {
    const [x, y] = shift(i % PERIOD, j % PERIOD);
    return [i + x, j + y];
  },
  cut,
  rowHeight: 1,
});

/** Bending energy of a plate with B = 1 per area, by the mesh's hinges, of the curvature 1 about an axis at an angle [degrees] to z. */
function rigidity({ place, cut, rowHeight }: Pattern) {
  const positions: number[] = [];
  for (let j = 0; j <= PATCH; j++)
    for (let i = 0; i <= PATCH; i++) {
      const [x, z] = place(i, j);
      positions.push(x, 0, z);
    }
  const triangles: number[] = [];
  for (let j = 0; j < PATCH; j++)
    for (let i = 0; i < PATCH; i++) {
      const a = j * (PATCH + 1) + i;
      const [b, c, d] = [a + 1, a + PATCH + 2, a + PATCH + 1];
      triangles.push(...(cut(i, j) ? [a, d, c, a, c, b] : [a, d, b, b, d, c]));
    }
  const mesh = { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
  const { hinges, hingeShapes } = createCloth('patch', mesh, 1).cloth;
  const classOf = (v: number) => (Math.floor(v / (PATCH + 1)) % PERIOD) * PERIOD + ((v % (PATCH + 1)) % PERIOD);
  // A hinge belongs to the cell of its edge's first vertex: one of each class of hinges.
  const isInside = (v: number) =>
    [v % (PATCH + 1), Math.floor(v / (PATCH + 1))].every((k) => k >= PERIOD && k < 2 * PERIOD);
  const inside = Array.from(hingeShapes.keys()).filter((h) => isInside(hinges[4 * h]));
  const anglesOf = (height: (v: number, x: number, z: number) => number) =>
    inside.map((h) => {
      const corners = [...hinges.subarray(4 * h, 4 * h + 4)].map((v): Vector => {
        const [x, z] = [positions[3 * v], positions[3 * v + 2]];
        return [x, SMALL * height(v, x, z), z];
      });
      return hingeAngle(corners) / SMALL;
    });
  const stiffness = inside.map((h) => hingeShapes[h]);
  const product = (p: readonly number[], q: readonly number[]) =>
    p.reduce((sum, x, i) => sum + stiffness[i] * x * q[i], 0);
  const ripples = Array.from({ length: PERIOD * PERIOD }, (_, k) => anglesOf((v) => Number(classOf(v) === k)));
  const matrix = ripples.map((r, i) => ripples.map((q, j) => product(r, q) + (i === j ? 1e-9 : 0)));
  const area = PERIOD * PERIOD * rowHeight;
  return (degrees: number) => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const bent = anglesOf((_, x, z) => 0.5 * (c * x + s * z) ** 2);
    const ripple = solve(
      matrix,
      ripples.map((r) => -product(r, bent)),
    );
    const relaxed = bent.map((angle, i) => angle + ripples.reduce((sum, r, k) => sum + ripple[k] * r[i], 0));
    return product(relaxed, relaxed) / area;
  };
}

/** Gaussian elimination of a symmetric positive definite system. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  rows.forEach((pivot, k) => {
    for (const row of rows.slice(k + 1)) {
      const share = row[k] / pivot[k];
      for (let c = k; c < row.length; c++) row[c] -= share * pivot[c];
    }
  });
  const x = rows.map(() => 0);
  for (let k = rows.length - 1; k >= 0; k--)
    x[k] = (rows[k][rows.length] - x.reduce((sum, value, c) => sum + (c > k ? rows[k][c] * value : 0), 0)) / rows[k][k];
  return x;
}

/** docs/method.md has these figures. */
describe('rigidity of hinges, as a share of the plate’s', () => {
  const cases: readonly (readonly [string, Pattern, Readonly<Record<number, number>>])[] = [
    // Columns of equilateral triangles: a sheared grid.
    [
      'equilateral triangles',
      { place: (i, j) => [i + j / 2, j * Math.sqrt(0.75)], cut: () => false, rowHeight: Math.sqrt(0.75) },
      { 0: 1, 20: 1, 45: 1, 90: 1 },
    ],
    ['squares, cut along one diagonal', square(() => true), { 0: 1, 45: 3, 90: 1, 135: 1 }],
    [
      'squares, cut along both in turn',
      square((i, j) => (i + j) % 2 === 0),
      { 0: 5 / 6, 45: 4 / 3, 90: 5 / 6, 135: 4 / 3 },
    ],
  ];
  it.each(cases)('%s', (_, pattern, expected) => {
    const of = rigidity(pattern);
    for (const [degrees, value] of Object.entries(expected))
      expect(of(Number(degrees)), `at ${degrees}`).toBeCloseTo(value, 5);
  });

  it('an irregular mesh is up to a half stiffer', () => {
    const random = seededRandom(4);
    const shifts = Array.from(
      { length: PERIOD * PERIOD },
      () => [0.4 * (random() - 0.5), 0.4 * (random() - 0.5)] as const,
    );
    const cuts = Array.from({ length: PERIOD * PERIOD }, () => random() < 0.5);
    const index = (i: number, j: number) => (j % PERIOD) * PERIOD + (i % PERIOD);
    const of = rigidity(
      square(
        (i, j) => cuts[index(i, j)],
        (i, j) => shifts[index(i, j)],
      ),
    );
    const values = [0, 30, 60, 90, 120, 150].map(of);
    for (const value of values) {
      expect(value).toBeGreaterThan(0.8);
      expect(value).toBeLessThan(1.6);
    }
  });
});
