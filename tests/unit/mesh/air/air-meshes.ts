import { AIR_STRIDE } from '../../../../src/mesh/air/air-mesh.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { boxMesh } from '../box-mesh.ts';

/** Air for tests: grids with some cells taken out as bodies. And what must hold of air, by plain counting. */
export interface TestAir {
  readonly positions: Float32Array;
  readonly elements: Uint32Array;
  readonly count: number;
}

/** Elements of three or four vertices each, with room for `room` more. */
export function elementsOf(lists: readonly (readonly number[])[], room = 0): Uint32Array {
  const elements = new Uint32Array(AIR_STRIDE * (lists.length + room)).fill(NONE);
  for (let i = 0; i < lists.length; i++) elements.set(lists[i], AIR_STRIDE * i);
  return elements;
}

/** The elements as lists of three or four vertices. */
export function listsOf(elements: Uint32Array, count: number): number[][] {
  return Array.from({ length: count }, (_, i) =>
    [...elements.subarray(AIR_STRIDE * i, AIR_STRIDE * (i + 1))].filter((vertex) => vertex !== NONE),
  );
}

/** A grid of n x n unit squares, each of two triangles with a random diagonal. `isBody` says which squares aren't air. */
export function gridOfTriangles(n: number, random: () => number, isBody: (square: number) => boolean): TestAir {
  const positions: number[] = [];
  for (let y = 0; y <= n; y++) for (let x = 0; x <= n; x++) positions.push(x, y, 0);
  const lists: number[][] = [];
  for (let square = 0; square < n * n; square++) {
    const a = Math.floor(square / n) * (n + 1) + (square % n);
    const [b, c, d] = [a + 1, a + n + 2, a + n + 1];
    const diagonal = random() < 0.5;
    if (isBody(square)) continue;
    if (diagonal) lists.push([a, b, c], [a, c, d]);
    else lists.push([a, b, d], [b, c, d]);
  }
  return { positions: Float32Array.from(positions), elements: elementsOf(lists), count: lists.length };
}

/** A grid of n x n x n unit cubes, each of six tetrahedra. `isBody` says which cubes aren't air. There is room for half as many more. */
export function gridOfTets(n: number, isBody: (cube: number) => boolean): TestAir {
  const { positions, tets } = boxMesh(n, n, n);
  const lists: number[][] = [];
  for (let t = 0; t < tets.length / 4; t++)
    if (!isBody(Math.floor(t / 6))) lists.push([...tets.subarray(4 * t, 4 * t + 4)]);
  return { positions, elements: elementsOf(lists, Math.ceil(lists.length / 2)), count: lists.length };
}

/** Moves all coordinates by up to +- `amount`; in the plane not z. */
export function shaken(positions: Float32Array, random: () => number, amount: number, dimension: 2 | 3): Float32Array {
  return positions.map((x, i) => (dimension === 2 && i % 3 === 2 ? 0 : x + amount * (2 * random() - 1)));
}

const cross2 = (p: ArrayLike<number>, a: number, b: number, c: number) =>
  (p[3 * b] - p[3 * a]) * (p[3 * c + 1] - p[3 * a + 1]) - (p[3 * b + 1] - p[3 * a + 1]) * (p[3 * c] - p[3 * a]);

/** Signed area of a triangle or signed volume of a tetrahedron, by expansion of the determinant. */
export function signedSize(p: ArrayLike<number>, list: readonly number[]): number {
  const [a, b, c, d] = list;
  if (list.length === 3) return cross2(p, a, b, c) / 2;
  const z = (v: number) => p[3 * v + 2] - p[3 * a + 2];
  return (z(b) * cross2(p, a, c, d) - z(c) * cross2(p, a, b, d) + z(d) * cross2(p, a, b, c)) / 6;
}

/** Signed quality by the paper's formulas, from sizes and lengths. */
export function plainQuality(p: ArrayLike<number>, list: readonly number[]): number {
  let squares = 0;
  for (let i = 0; i < list.length; i++)
    for (let j = 0; j < i; j++) for (let k = 0; k < 3; k++) squares += (p[3 * list[i] + k] - p[3 * list[j] + k]) ** 2;
  const size = signedSize(p, list);
  return list.length === 3 ? (4 * Math.sqrt(3) * size) / squares : (12 * size) / (Math.SQRT2 * (squares / 6) ** 1.5);
}

export const leastQuality = (p: ArrayLike<number>, lists: readonly (readonly number[])[]): number =>
  Math.min(...lists.map((list) => plainQuality(p, list)));

/** Whether an order of vertices is an even permutation of the ascending order. */
function isEven(list: readonly number[]): boolean {
  let swaps = 0;
  for (let i = 0; i < list.length; i++) for (let j = 0; j < i; j++) if (list[j] > list[i]) swaps++;
  return swaps % 2 === 0;
}

/** An oriented simplex by its vertices and orientation: equal for even permutations. */
export const oriented = (list: readonly number[]): string =>
  `${isEven(list) ? '+' : '-'}${[...list].sort((a, b) => a - b)}`;

/** Oriented faces of an element, seen from outside. */
export function facesOf(list: readonly number[]): number[][] {
  return list.map((_, corner) => {
    const face = list.filter((_, i) => i !== corner);
    return corner % 2 === 0 ? face : [face[1], face[0], ...face.slice(2)];
  });
}

/**
 * Checks that elements are distinct, and share faces two by two in opposite orientations.
 * @returns the oriented faces that only one element has, sorted
 */
export function openFaces(lists: readonly (readonly number[])[]): string[] {
  const faces = new Map<string, number[][]>();
  for (const list of lists)
    for (const face of facesOf(list)) {
      const key = String([...face].sort((a, b) => a - b));
      faces.set(key, [...(faces.get(key) ?? []), face]);
    }
  const open: string[] = [];
  for (const [key, sides] of faces) {
    if (sides.length > 2) throw new Error(`${sides.length} elements share the face ${key}`);
    if (sides.length === 1) open.push(oriented(sides[0]));
    else if (oriented(sides[0]) === oriented(sides[1])) throw new Error(`Two elements lie on one side of ${key}`);
  }
  if (new Set(lists.map((list) => String([...list].sort((a, b) => a - b)))).size < lists.length)
    throw new Error('An element exists twice');
  return open.sort();
}
