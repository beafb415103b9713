import { NONE } from '../topology.ts';

/**
 * Faces that no flip and no removal may cross, although air lies on both their sides: edges of ropes in the plane, triangles of cloth in
 * space. Made once per world. (Faces of volumes need no entry: only one of their sides is air.)
 */
export interface Walls {
  readonly vertexCount: number;
  /** Walls whose smallest vertex is v are entries offsets[v] .. offsets[v + 1] of `others`. */
  readonly offsets: Uint32Array;
  /** Two words per wall: its other vertices, ascending. In the plane the second is NONE. */
  readonly others: Uint32Array;
}

/**
 * Makes the walls of a world.
 * @param faces vertex ids of the walls: 2 per edge in the plane, 3 per triangle in space
 * @param dimension 2 for the plane, 3 for space
 */
export function createWalls(dimension: 2 | 3, faces: ArrayLike<number>, vertexCount: number): Walls {
  const count = faces.length / dimension;
  if (!Number.isInteger(count))
    throw new RangeError(`Walls have ${dimension} vertices each; found ${faces.length} ids`);
  const offsets = new Uint32Array(vertexCount + 1);
  const sorted = Array.from({ length: count }, (_, i) =>
    Array.from({ length: dimension }, (_, k) => faces[dimension * i + k]).sort((a, b) => a - b),
  ).sort((f, g) => f[0] - g[0]);
  const others = new Uint32Array(2 * count).fill(NONE);
  sorted.forEach(([first, second, third], i) => {
    if (!(sorted[i].at(-1)! < vertexCount))
      throw new RangeError(`A wall's vertices are below ${vertexCount}; found ${sorted[i]}`);
    offsets[first + 1]++;
    others[2 * i] = second;
    if (dimension === 3) others[2 * i + 1] = third;
  });
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  return { vertexCount, offsets, others };
}

/** Whether the face of three vertices, in any order, is a wall. In the plane, where a face is an edge, the third is NONE. */
export function isWall({ offsets, others }: Walls, u: number, v: number, w: number): boolean {
  if (others.length === 0) return false;
  const low = u < v ? (u < w ? u : w) : v < w ? v : w;
  const high = u > v ? (u > w ? u : w) : v > w ? v : w;
  const middle = (u ^ v ^ w ^ low ^ high) >>> 0;
  for (let i = offsets[low]; i < offsets[low + 1]; i++)
    if (others[2 * i] === middle && others[2 * i + 1] === high) return true;
  return false;
}
