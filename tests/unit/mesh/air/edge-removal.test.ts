import { describe, expect, it } from 'vitest';
import { replaceRing, setFloor, walkRing } from '../../../../src/mesh/air/edge-removal.ts';
import { replaceSandwich } from '../../../../src/mesh/air/multi-face-removal.ts';
import {
  type AirOptimiser,
  beginOptimising,
  createAirOptimiser,
  AIR_OPTIONS,
} from '../../../../src/mesh/air/optimiser.ts';
import { writeTetQuality } from '../../../../src/mesh/air/quality.ts';
import { MOST_IN_RING, TET_EDGES, triangulateRing } from '../../../../src/mesh/air/ring.ts';
import { beginSandwich, chooseFaces } from '../../../../src/mesh/air/sandwich.ts';
import { createWalls } from '../../../../src/mesh/air/walls.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { elementsOf, listsOf, openFaces, oriented, signedSize } from './air-meshes.ts';

const A = 0;
const B = 1;
/** Vertex of the mesh for vertex i of the ring. */
const FIRST = 2;

const ringTets = (n: number) => Array.from({ length: n }, (_, i) => [A, B, FIRST + i, FIRST + ((i + 1) % n)]);

/** An edge along z with n vertices around it, moved by up to +- `amount`: above 1, many tetrahedra are inverted. */
function ringPositions(n: number, random: () => number, amount: number): Float64Array {
  const p = [0, 0, -0.7, 0, 0, 0.7];
  for (let i = 0; i < n; i++) p.push(Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), 0);
  return Float64Array.from(p, (x) => x + amount * (2 * random() - 1));
}

function optimiserFor(lists: number[][], positions: Float64Array, capacity = 30): AirOptimiser {
  const optimiser = createAirOptimiser(capacity, createWalls(3, [], positions.length / 3));
  beginOptimising(optimiser, elementsOf(lists, capacity - lists.length), lists.length, positions, AIR_OPTIONS);
  return optimiser;
}

/** All triangulations of a polygon: sets of n - 3 diagonals that don't cross, and the triangles whose sides they and the edges are. */
function triangulations(n: number): number[][][] {
  const diagonals: number[][] = [];
  for (let i = 0; i < n; i++) for (let j = i + 2; j < n; j++) if (i > 0 || j < n - 1) diagonals.push([i, j]);
  const crossing = ([i, j]: number[], [k, l]: number[]) => (i < k && k < j && j < l) || (k < i && i < l && l < j);
  const found: number[][][] = [];
  const choose = (from: number, chosen: number[][]) => {
    if (chosen.length === n - 3) found.push(trianglesOf(n, chosen));
    else
      for (let d = from; d < diagonals.length; d++)
        if (!chosen.some((other) => crossing(other, diagonals[d]))) choose(d + 1, [...chosen, diagonals[d]]);
  };
  choose(0, []);
  return found;
}

function trianglesOf(n: number, diagonals: number[][]): number[][] {
  const joined = (i: number, j: number) =>
    (j - i) % n === 1 || (i - j + n) % n === 1 || diagonals.some(([k, l]) => k === i && l === j);
  const triangles: number[][] = [];
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++)
      for (let j = k + 1; j < n; j++) if (joined(i, k) && joined(k, j) && joined(i, j)) triangles.push([i, k, j]);
  return triangles;
}

const quality = (p: Float64Array, [a, b, c, d]: number[]): number => {
  const out = new Float64Array(1);
  writeTetQuality(p, a, b, c, d, out, 0);
  return out[0];
};
const least = (p: Float64Array, lists: number[][]) => Math.min(...lists.map((list) => quality(p, list)));

const removalOf = (triangles: number[][]): number[][] =>
  triangles.flatMap((triangle) => {
    const [i, k, j] = triangle.map((v) => v + FIRST);
    return [
      [A, i, k, j],
      [i, k, j, B],
    ];
  });

const alive = ({ elements, end }: AirOptimiser) => listsOf(elements, end).filter((list) => list.length === 4);
const volume = (p: Float64Array, lists: number[][]) => lists.reduce((sum, list) => sum + signedSize(p, list), 0);

describe('edge removal', () => {
  it('enumerates 1, 2, 5, 14 and 42 triangulations in this test', () => {
    expect([3, 4, 5, 6, 7].map((n) => triangulations(n).length)).toEqual([1, 2, 5, 14, 42]);
    for (const triangles of triangulations(7)) expect(triangles).toHaveLength(5);
  });

  it.each([3, 4, 5, 6, 7])('finds the best of all triangulations of a ring of %d, to the last bit', (n) => {
    const random = seededRandom(n);
    const all = triangulations(n);
    let [better, inverted] = [0, 0];
    for (let i = 0; i < 400; i++) {
      const positions = ringPositions(n, random, [0.1, 0.5, 1, 3][i % 4]);
      const best = Math.max(...all.map((triangles) => least(positions, removalOf(triangles))));
      const optimiser = optimiserFor(ringTets(n), positions);
      const { ring } = optimiser;
      expect(walkRing(optimiser, i % n, 0, false)).toBe(true);
      // Vertex i % n begins the ring; the enumeration doesn't depend on where it begins.
      ring.floor = Number.NEGATIVE_INFINITY;
      expect(triangulateRing(ring, positions)).toBe(true);
      expect(ring.best[n - 1]).toBeCloseTo(best, 12);
      if (i % n === 0) expect(ring.best[n - 1]).toBe(best);
      setFloor(optimiser, 0);
      const before = least(positions, ringTets(n));
      expect(ring.floor).toBe(before);
      const rises = triangulateRing(ring, positions);
      if (i % n === 0) expect(rises).toBe(best > before);
      if (rises) better++;
      if (before < 0) inverted++;
      if (!rises) continue;
      replaceRing(optimiser);
      const after = alive(optimiser);
      expect(after).toHaveLength(2 * n - 4);
      expect(least(positions, after)).toBeCloseTo(best, 12);
      expect(openFaces(after)).toEqual(openFaces(ringTets(n)));
      expect(volume(positions, after)).toBeCloseTo(volume(positions, ringTets(n)), 10);
    }
    expect(better).toBeGreaterThan(20);
    expect(inverted).toBeGreaterThan(100);
  });

  it('looks at closed rings of at most ten tetrahedra, from each of their edges', () => {
    for (const n of [MOST_IN_RING, MOST_IN_RING + 1]) {
      const optimiser = optimiserFor(ringTets(n), ringPositions(n, seededRandom(1), 0));
      expect(walkRing(optimiser, 0, 0, false)).toBe(n === MOST_IN_RING);
      for (let edge = 1; edge < TET_EDGES.length; edge++) expect(walkRing(optimiser, 0, edge, false)).toBe(false);
    }
    const open = ringTets(6).slice(1);
    const optimiser = optimiserFor(open, ringPositions(6, seededRandom(1), 0));
    for (let tet = 0; tet < 5; tet++) expect(walkRing(optimiser, tet, 0, false)).toBe(false);
  });

  it('keeps the orientation of the ring for every order of the corners', () => {
    const even = [
      [0, 1, 2, 3],
      [2, 3, 0, 1],
      [1, 0, 3, 2],
      [1, 2, 0, 3],
    ];
    for (const order of even) {
      const tets = ringTets(5).map((list) => order.map((corner) => list[corner]));
      const optimiser = optimiserFor(tets, ringPositions(5, seededRandom(1), 0));
      const { ring } = optimiser;
      const edge = TET_EDGES.findIndex(([i, j]) => [tets[0][i], tets[0][j]].every((v) => v < FIRST));
      expect(walkRing(optimiser, 0, edge, false)).toBe(true);
      for (let i = 0; i < 5; i++) {
        const list = [ring.a, ring.b, ring.vertices[i], ring.vertices[(i + 1) % 5]];
        expect(tets.map(oriented)).toContain(oriented(list));
      }
    }
  });
});

describe('multi-face removal', () => {
  /** All connected sets of a triangulation's triangles that have the first one, as sides where each set ends. */
  function sets(triangles: number[][], first: number): number[][] {
    const beside = (s: number, t: number) => triangles[s].filter((v) => triangles[t].includes(v)).length === 2;
    const found: number[][] = [];
    for (let bits = 0; bits < 1 << triangles.length; bits++) {
      const set = triangles.map((_, t) => t).filter((t) => bits & (1 << t));
      const reached = new Set([first]);
      for (let round = 0; round < set.length; round++)
        for (const t of set) if ([...reached].some((s) => beside(s, t))) reached.add(t);
      if (set.includes(first) && set.every((t) => reached.has(t))) found.push(set);
    }
    return found;
  }

  /** The tetrahedra around the edge that the removal of a set of triangles makes. */
  function madeBy(triangles: number[][], set: number[]): number[][] {
    const sides = set.flatMap((t) => {
      const [i, k, j] = triangles[t];
      return [
        [i, k],
        [k, j],
        [j, i],
      ];
    });
    return sides
      .filter(([u, v]) => !sides.some(([k, l]) => k === v && l === u))
      .map(([u, v]) => [A, B, u + FIRST, v + FIRST]);
  }

  it.each([3, 4, 5, 6, 7])('finds the best set of faces to remove in a polygon of %d, to the last bit', (n) => {
    const random = seededRandom(n + 10);
    const all = triangulations(n);
    for (let i = 0; i < 300; i++) {
      const positions = ringPositions(n, random, [0.1, 0.5, 1, 3][i % 4]);
      const triangles = all[i % all.length];
      const first = i % triangles.length;
      const optimiser = optimiserFor(removalOf(triangles), positions);
      const { sandwich, adjacency, elements } = optimiser;
      // Tetrahedra 2 t and 2 t + 1 are those above and below triangle t, whose corners 0 and 3 are A and B.
      beginSandwich(sandwich, elements, 2 * first, 0, 2 * first + 1);
      sandwich.floor = Number.NEGATIVE_INFINITY;
      expect(chooseFaces(sandwich, adjacency, elements, positions)).toBe(true);
      const best = Math.max(...sets(triangles, first).map((set) => least(positions, madeBy(triangles, set))));
      expect(Math.min(...sandwich.best.subarray(0, 3))).toBe(best);
      const { faceCount } = sandwich;
      replaceSandwich(optimiser);
      const after = alive(optimiser);
      expect(after).toHaveLength(2 * (n - 2) - 2 * faceCount + faceCount + 2);
      expect(openFaces(after)).toEqual(openFaces(ringTets(n)));
      expect(volume(positions, after)).toBeCloseTo(volume(positions, ringTets(n)), 10);
      const made = after.filter((list) => list.includes(A) && list.includes(B));
      expect(least(positions, made)).toBe(best);
    }
  });

  it.each([3, 4, 5, 6, 7])('undoes an edge removal, ring of %d', (n) => {
    const positions = ringPositions(n, seededRandom(2), 0.02);
    for (let start = 0; start < n; start++) {
      const optimiser = optimiserFor(ringTets(n), positions);
      const { ring, sandwich, adjacency, elements } = optimiser;
      walkRing(optimiser, start, 0, false);
      ring.floor = Number.NEGATIVE_INFINITY;
      triangulateRing(ring, positions);
      replaceRing(optimiser);
      const lists = listsOf(elements, optimiser.end);
      const tet = lists.findIndex((list) => list.includes(A));
      const corner = lists[tet].indexOf(A);
      beginSandwich(sandwich, elements, tet, corner, adjacency.neighbours[4 * tet + corner]);
      sandwich.floor = 0;
      expect(chooseFaces(sandwich, adjacency, elements, positions)).toBe(true);
      expect(sandwich.faceCount).toBe(n - 2);
      replaceSandwich(optimiser);
      expect(alive(optimiser).map(oriented).sort()).toEqual(ringTets(n).map(oriented).sort());
    }
  });
});
