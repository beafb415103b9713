import { describe, expect, it } from 'vitest';
import { checkPositive, prismAir, sweptTriangles } from '../../../../src/mesh/air/prisms.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { TET_FACES } from '../../../../src/mesh/tet-mesh.ts';
import { determinant } from './sound-space.ts';

type Place = readonly [number, number, number];
const keyOf = (corners: ArrayLike<number>) =>
  Array.from(corners)
    .sort((a, b) => a - b)
    .join();

/** How many elements have each face. */
function faceCounts(elements: Uint32Array): Map<string, number> {
  const counts = new Map<string, number>();
  for (let e = 0; e < elements.length; e += 4)
    for (const face of TET_FACES) {
      const key = keyOf(face.map((c) => elements[e + c]));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

const keys = (triangles: Uint32Array) =>
  Array.from({ length: triangles.length / 3 }, (_, t) => keyOf(triangles.subarray(3 * t, 3 * t + 3)));

/** Numbers `count` vertices in an order that looks random, so that no result depends on ids that ascend. */
function shuffled(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const ids = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [ids[i], ids[j]] = [ids[j], ids[i]];
  }
  return ids;
}

/** Triangles of n x n quads in the plane, and the place of each vertex. */
function sheet(n: number) {
  const triangles: number[] = [];
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const [a, b, c, d] = [0, 1, n + 2, n + 1].map((step) => i + j * (n + 1) + step);
      triangles.push(...((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  const places = Array.from({ length: (n + 1) ** 2 }, (_, v) => [v % (n + 1), Math.floor(v / (n + 1))]);
  return { triangles: Uint32Array.from(triangles), places };
}

/** Triangles between rings of `count` vertices each, the innermost first, and the rings. */
function annuli(count: number, ringCount: number) {
  const ring = (r: number) => Array.from({ length: count }, (_, i) => r * count + i);
  const triangles: number[] = [];
  for (let r = 0; r + 1 < ringCount; r++)
    for (let i = 0; i < count; i++) {
      const [a, b, c, d] = [ring(r)[i], ring(r + 1)[i], ring(r + 1)[(i + 1) % count], ring(r)[(i + 1) % count]];
      triangles.push(a, b, c, a, c, d);
    }
  return { triangles: Uint32Array.from(triangles), rings: Array.from({ length: ringCount }, (_, r) => ring(r)) };
}

function positionsOf(copies: number[][], place: (copy: number, vertex: number) => Place): Float64Array {
  const positions = new Float64Array(3 * copies.flat().length);
  for (const [copy, ids] of copies.entries())
    for (const [v, id] of ids.entries()) positions.set(place(copy, v), 3 * id);
  return positions;
}

const volume = (positions: Float64Array, elements: Uint32Array) => {
  let sum = 0;
  for (let e = 0; e < elements.length; e += 4) sum += determinant(positions, elements.subarray(e, e + 4)) / 6;
  return sum;
};

describe('air of prisms', () => {
  it.each([1, 2, 3, 4])('fills the space between layers of cloth, whatever the ids (seed %i)', (seed) => {
    const { triangles, places } = sheet(5);
    const ids = shuffled(3 * places.length, seed);
    const layers = [0, 1, 2].map((n) => ids.slice(n * places.length, (n + 1) * places.length));
    const air = prismAir(triangles, layers);
    const flat = positionsOf(layers, (n, v) => [places[v][0], places[v][1], 0.25 * n]);
    checkPositive(air, flat);
    expect(volume(flat, air.elements)).toBeCloseTo(5 * 5 * 0.5, 12);
    expect(air.elements).toHaveLength(4 * 3 * 2 * (triangles.length / 3));
    const bent = positionsOf(layers, (n, v) => [places[v][0], places[v][1], 0.25 * n + 0.1 * places[v][0] ** 2]);
    checkPositive(air, bent);

    const counts = faceCounts(air.elements);
    const [first, middle, last] = layers.map((layer) => keys(triangles.map((v) => layer[v])));
    expect([...first, ...last].map((face) => counts.get(face))).toEqual([...first, ...last].map(() => 1));
    expect(middle.map((face) => counts.get(face))).toEqual(middle.map(() => 2));
    const edge = [...Array(5).keys(), ...[...Array(5).keys()].map((i) => 5 + 6 * i)];
    const around = [...edge, ...edge.map((v) => 35 - v)]; // the sheet's rim, around from its first vertex
    const sides = keys(sweptTriangles(around, layers, true));
    const outer = [...counts].filter(([, count]) => count === 1).map(([face]) => face);
    expect(new Set(outer)).toEqual(new Set([...first, ...last, ...sides]));
    expect([...counts.values()].every((count) => count <= 2)).toBe(true);
  });

  it('sweeps a cross-section of rings; each ring sweeps faces of the air on both sides', () => {
    const [count, levelCount] = [12, 6];
    const { triangles, rings } = annuli(count, 4);
    const levels = Array.from({ length: levelCount }, (_, n) => rings.flat().map((v) => v + n * count * 4));
    const place = (n: number, v: number): Place => {
      const turn = (2 * Math.PI * (v % count)) / count;
      const radius = v < count ? 1 : 1.2 + 0.3 * Math.floor(v / count) * (1 + 0.4 * n); // a leg, and cones
      return [radius * Math.cos(turn), radius * Math.sin(turn), 0.5 * n];
    };
    const positions = positionsOf(levels, place);
    const air = prismAir(triangles, levels);
    checkPositive(air, positions);
    const counts = faceCounts(air.elements);
    rings.forEach((ring, r) => {
      const swept = sweptTriangles(ring, levels, true);
      const expected = r === 0 || r === 3 ? 1 : 2;
      expect(keys(swept).map((face) => counts.get(face))).toEqual(keys(swept).map(() => expected));
      expect(swept).toHaveLength(3 * 2 * count * (levelCount - 1));
      for (let t = 0; t < swept.length; t += 3) {
        const [a, b, c] = swept.subarray(t, t + 3); // with a point of the axis far below, a tetrahedron that the normal points away from
        const far = Float64Array.of(
          ...[a, b, c].flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3))),
          0,
          0,
          1,
        );
        expect(determinant(far, [0, 2, 1, 3])).toBeGreaterThan(0);
      }
    });
  });

  it.each([0, 1, 2])('closes seams, where copies have vertices in common (corner %i)', (corner) => {
    for (const shared of [0, 9]) {
      const [low, high] = [1, 4].map((first) => [0, 1, 2].map((c) => (c === corner ? shared : first + c)));
      const positions = new Float64Array(30);
      const place = (ids: number[], z: number) =>
        ids.forEach((id, c) => {
          positions.set([c === 1 ? 1 : 0, c === 2 ? 1 : 0, id === shared ? 0 : z], 3 * id);
        });
      place(low, 0);
      place(high, 1);
      const air = prismAir([0, 1, 2], [low, high]);
      expect(air.elements).toHaveLength(8);
      checkPositive(air, positions);
      expect(volume(positions, air.elements)).toBeCloseTo(1 / 3, 12); // a pyramid over a side
      high[(corner + 1) % 3] = low[(corner + 1) % 3];
      const wedge = prismAir([0, 1, 2], [low, high]);
      expect(wedge.elements).toHaveLength(4);
      checkPositive(wedge, positions);
    }
  });

  it('says which element is not positive', () => {
    const wrongWay = prismAir(
      [0, 2, 1],
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    );
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1];
    expect(() => checkPositive(wrongWay, positions)).toThrow(
      'Air element 0 with the vertices 0, 3, 5, 4 has the volume',
    );
  });
});
