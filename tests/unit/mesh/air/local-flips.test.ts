import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import { AirComplex } from '../../../../src/mesh/air/stuffing/air-complex.ts';
import { apply, edgeRemoval, faceRemoval, takeBack } from '../../../../src/mesh/air/stuffing/local-flips.ts';
import { determinant, quality } from './sound-space.ts';

/** An edge from vertex 0 to vertex 1 with `n` vertices around it, at random heights and distances. */
function spindle(n: number, seed: number): AirComplex {
  const random = seededRandom(seed);
  const positions = [0, 0, -1, 0, 0, 1];
  for (let i = 0; i < n; i++) {
    const turn = (2 * Math.PI * (i + 0.6 * random())) / n;
    const radius = 0.6 + random();
    positions.push(radius * Math.cos(turn), radius * Math.sin(turn), 0.8 * random() - 0.4);
  }
  const tets = Array.from({ length: n }, (_, i) => [0, 1, 2 + i, 2 + ((i + 1) % n)]);
  return new AirComplex(Float64Array.from(positions), tets.flat());
}

/** All triangulations of the polygon with the corners i to j. */
function triangulations(i: number, j: number): number[][][] {
  if (j - i < 2) return [[]];
  const all: number[][][] = [];
  for (let k = i + 1; k < j; k++)
    for (const left of triangulations(i, k))
      for (const right of triangulations(k, j)) all.push([[i, k, j], ...left, ...right]);
  return all;
}

const rows = (elements: Uint32Array) =>
  Array.from({ length: elements.length / 4 }, (_, t) => elements.subarray(4 * t, 4 * t + 4));
const volume = (air: AirComplex) => rows(air.elements()).reduce((sum, tet) => sum + determinant(air.positions, tet), 0);
const same = (elements: Uint32Array) =>
  rows(elements)
    .map((tet) => Array.from(tet).sort().join())
    .sort();

describe('flips that free vertices of air', () => {
  it.each([3, 4, 5, 6, 7])('remove an edge with a ring of %i vertices as well as any triangulation does', (n) => {
    let removed = 0;
    for (let seed = 0; seed < 40; seed++) {
      const air = spindle(n, seed);
      let best = 0;
      for (const triangles of triangulations(0, n - 1)) {
        const tets = triangles.flatMap((triangle) => {
          const [a, b, c] = triangle.map((corner) => corner + 2);
          return [
            [a, b, c, 1],
            [0, a, b, c],
          ];
        });
        best = Math.max(best, Math.min(...tets.map((tet) => quality(air.positions, tet))));
      }
      const flip = edgeRemoval(air, 0, 1, 0);
      expect(flip?.quality ?? 0).toBeCloseTo(best, 12);
      if (flip === undefined) continue;
      removed++;
      const [before, elements] = [volume(air), air.elements()];
      apply(air, flip);
      expect(volume(air)).toBeCloseTo(before, 12);
      expect(air.elements()).toHaveLength(4 * 2 * (n - 2));
      expect(Math.min(...rows(air.elements()).map((tet) => quality(air.positions, tet)))).toBeCloseTo(best, 12);
      takeBack(air, flip);
      expect(air.elements()).toEqual(elements);
    }
    expect(removed).toBeGreaterThan(10);
  });

  it('remove a face and the edge that takes its place', () => {
    const air = new AirComplex(Float64Array.of(1, 0, 0, -0.5, 1, 0, -0.5, -1, 0, 0, 0, 1, 0, 0, -1), [
      ...[0, 1, 2, 3],
      ...[0, 2, 1, 4],
    ]);
    const [before, elements] = [volume(air), air.elements()];
    const flip = faceRemoval(air, 0, 3, 0);
    if (flip === undefined) throw new Error('expected a flip');
    apply(air, flip);
    expect(air.elements()).toHaveLength(12);
    expect(volume(air)).toBeCloseTo(before, 12);
    const back = edgeRemoval(air, 3, 4, 0);
    if (back === undefined) throw new Error('expected a flip');
    apply(air, back);
    expect(same(air.elements())).toEqual(same(elements));
    expect(faceRemoval(air, air.star(3)[0], air.cornerOf(air.star(3)[0], 0), 0)).toBeUndefined(); // nothing beyond it
  });

  it('leave an edge at the rim alone', () => {
    const air = spindle(5, 1);
    air.remove(2);
    expect(edgeRemoval(air, 0, 1, 0)).toBeUndefined();
  });
});
