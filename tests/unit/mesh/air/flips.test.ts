import { describe, expect, it } from 'vitest';
import { flipEdges } from '../../../../src/mesh/air/flips.ts';
import { createAirOptimiser, AIR_OPTIONS } from '../../../../src/mesh/air/optimiser.ts';
import { createWalls } from '../../../../src/mesh/air/walls.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { elementsOf, gridOfTriangles, listsOf, openFaces, plainQuality, shaken, signedSize } from './air-meshes.ts';

const SIZE = 8;
/** Sweeps enough for every test's meshes. */
const ENOUGH = 1000;
const isBody = (square: number) => square % 11 === 5;

/** Flips until no flip helps. Returns the triangles and the number of flips. */
function flip(elements: Uint32Array, positions: Float32Array | Float64Array, walls: number[] = []) {
  const changed = elements.slice();
  const count = elements.length / 4;
  const optimiser = createAirOptimiser(count, createWalls(2, walls, positions.length / 3));
  const flips = flipEdges(optimiser, changed, count, positions, { ...AIR_OPTIONS, sweeps: ENOUGH });
  return { flips, triangles: listsOf(changed, count), elements: changed };
}

/** All flips that would help, by trying every pair of triangles that share an edge. */
function helpfulFlips(p: ArrayLike<number>, triangles: number[][], walls: number[][], leastGain: number): number[][] {
  const found: number[][] = [];
  for (const first of triangles)
    for (const second of triangles) {
      const shared = first.filter((v) => second.includes(v));
      if (first === second || shared.length !== 2) continue;
      if (walls.some((wall) => wall.every((v) => shared.includes(v)))) continue;
      const c = first.find((v) => !shared.includes(v))!;
      const d = second.find((v) => !shared.includes(v))!;
      const [a, b] = [first[(first.indexOf(c) + 1) % 3], first[(first.indexOf(c) + 2) % 3]];
      const before = Math.min(plainQuality(p, first), plainQuality(p, second));
      const after = Math.min(plainQuality(p, [c, a, d]), plainQuality(p, [c, d, b]));
      const exists = triangles.some((t) => t.includes(c) && t.includes(d));
      if (after > before + leastGain && !exists) found.push([a, b]);
    }
  return found;
}

describe('edge flips in the plane', () => {
  it.each([0.2, 0.6, 3])('leave no edge whose flip helps; boundary, areas and number stay (moved by %d)', (amount) => {
    for (let seed = 0; seed < 5; seed++) {
      const random = seededRandom(seed);
      const air = gridOfTriangles(SIZE, random, isBody);
      const positions = shaken(air.positions, random, amount, 2);
      const before = listsOf(air.elements, air.count);
      const { flips, triangles } = flip(air.elements, positions);
      expect(flips).toBeGreaterThan(0);
      // 2e-6: the test's own rounding must not see a gain that the code doesn't.
      expect(helpfulFlips(positions, triangles, [], 2 * AIR_OPTIONS.leastGain)).toEqual([]);
      expect(openFaces(triangles)).toEqual(openFaces(before));
      expect(triangles).toHaveLength(before.length);
      const area = (lists: number[][]) => lists.reduce((sum, list) => sum + signedSize(positions, list), 0);
      expect(area(triangles)).toBeCloseTo(area(before), 9);
      const sorted = (lists: number[][]) => lists.map((list) => plainQuality(positions, list)).sort((a, b) => a - b);
      expect(sorted(triangles)[0]).toBeGreaterThanOrEqual(sorted(before)[0]);
    }
  });

  it('give the same bits again, also with an optimiser that was used before', () => {
    const random = seededRandom(7);
    const air = gridOfTriangles(SIZE, random, isBody);
    const [one, other] = [0, 1].map(() => shaken(air.positions, random, 0.6, 2));
    const optimiser = createAirOptimiser(air.count, createWalls(2, [], one.length / 3));
    flipEdges(optimiser, air.elements.slice(), air.count, other);
    const again = air.elements.slice();
    flipEdges(optimiser, again, air.count, one, { ...AIR_OPTIONS, sweeps: ENOUGH });
    expect(again).toEqual(flip(air.elements, one).elements);
    expect(flip(again, one).flips).toBe(0);
  });

  it('keep walls: ropes stay edges of two triangles', () => {
    const random = seededRandom(3);
    const air = gridOfTriangles(SIZE, random, () => false);
    // A rope along the middle row of vertices.
    const rope = Array.from({ length: SIZE }, (_, i) => [4 * (SIZE + 1) + i + 1, 4 * (SIZE + 1) + i]);
    const positions = shaken(air.positions, random, 2, 2);
    const { triangles } = flip(air.elements, positions, rope.flat());
    for (const wall of rope)
      expect(triangles.filter((triangle) => wall.every((v) => triangle.includes(v)))).toHaveLength(2);
    expect(helpfulFlips(positions, triangles, rope, 2 * AIR_OPTIONS.leastGain)).toEqual([]);
    // Without the walls some of these edges would have gone.
    const free = flip(air.elements, positions).triangles;
    expect(rope.some((wall) => !free.some((triangle) => wall.every((v) => triangle.includes(v))))).toBe(true);
  });

  it('do nothing if all heights are the same, or all points', () => {
    const air = gridOfTriangles(SIZE, seededRandom(4), isBody);
    for (const height of [0, 0.1]) {
      const positions = shaken(air.positions, seededRandom(5), 2, 2).map((x, i) => (i % 3 === 1 ? height : x));
      expect(flip(air.elements, positions)).toMatchObject({ flips: 0, elements: air.elements });
    }
    expect(flip(air.elements, new Float32Array(air.positions.length)).flips).toBe(0);
    expect(flip(air.elements, new Float32Array(air.positions.length).fill(Number.NaN)).flips).toBe(0);
  });

  it('make no edge twice', () => {
    // A tent seen from above: vertex 3 lies outside, so that the flip of 0 1 would help; but 2 and 3 are joined already.
    const triangles = [
      [0, 1, 2],
      [1, 0, 3],
      [2, 1, 3],
    ];
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0.5, 0.2, 0, 0.5, -0.2, 0]);
    expect(helpfulFlips(positions, triangles.slice(0, 2), [], 0)).toHaveLength(2);
    openFaces(flip(elementsOf(triangles), positions).triangles);
    expect(flip(elementsOf(triangles.slice(0, 2)), positions).flips).toBe(1);
    const kept = flip(elementsOf(triangles), positions, [1, 2, 1, 3]);
    expect(kept.flips).toBe(0);
  });
});

describe('a box that turns in a box (Figure 6)', () => {
  const AIR = [
    [0, 1, 4],
    [1, 5, 4],
    [1, 2, 5],
    [2, 6, 5],
    [2, 3, 6],
    [3, 7, 6],
    [3, 0, 7],
    [0, 4, 7],
  ];
  const BORDER = [-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0];
  /** The box turned by an angle; 4 .. 7 are its corners, counter-clockwise. */
  const turned = (angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return Float64Array.from([...BORDER, -c + s, -s - c, 0, c + s, s - c, 0, c - s, s + c, 0, -c - s, -s + c, 0]);
  };
  const DEGREE = Math.PI / 180;

  it('locks without flips: before a quarter turn one way, before half a turn the other way', () => {
    const least = (degrees: number) => Math.min(...AIR.map((list) => signedSize(turned(degrees * DEGREE), list)));
    expect(least(0)).toBeGreaterThan(0);
    expect(least(-80)).toBeLessThan(0);
    expect(least(170)).toBeLessThan(0);
  });

  it.each([1, -1])('turns with flips, twice around, with no air inverted (direction %d)', (direction) => {
    let elements = elementsOf(AIR);
    const open = openFaces(AIR);
    for (let degrees = 0; degrees <= 720; degrees++) {
      const positions = turned(direction * degrees * DEGREE);
      const result = flip(elements, positions);
      elements = result.elements;
      for (const list of result.triangles) expect(signedSize(positions, list)).toBeGreaterThan(0);
      expect(openFaces(result.triangles)).toEqual(open);
    }
  });

  it('is freed by one call after a turn of 70 degrees in one step', () => {
    const { triangles } = flip(elementsOf(AIR), turned(-70 * DEGREE));
    for (const list of triangles) expect(signedSize(turned(-70 * DEGREE), list)).toBeGreaterThan(0);
  });
});
