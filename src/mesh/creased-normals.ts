import { sortByKeys } from './counting-sort.ts';
import type { DrawnSurface } from './drawn-surface.ts';
import { mergePlaces } from './merge-places.ts';

/** An edge is a crease if its two triangles' normals form an angle of more than 60 degrees: if their cosine is below this. */
const SHARP_COSINE = 0.5;

/** A surface whose vertices at creases stand there once per side, so that each vertex has one normal. */
export interface CreasedSurface {
  /** Vertex of the surface as it was given, per vertex. */
  readonly sources: Uint32Array;
  /** Vertex ids, 3 per triangle, in the order of the given triangles. */
  readonly triangles: Uint32Array;
  /** Unit normals, 3 numbers per vertex; 0 where all triangles are flat. */
  readonly normals: Float64Array;
}

/**
 * Computes the normals of a surface: smooth across edges, but not across creases. Vertices at the same place count as one, since a surface
 * repeats them at seams of its texture. A triangle's share of a vertex's normal is the sine of its angle there over the product of its
 * two sides' lengths, which gives exact normals on spheres (Max, "Weights for computing vertex normals from facet normals", 1999).
 */
export function creasedNormals(surface: Pick<DrawnSurface, 'positions' | 'triangles'>): CreasedSurface {
  const { positions, triangles } = surface;
  const sides = smoothGroups(mergePlaces(positions).vertexOf, triangles, positions);
  const sums = new Float64Array(3 * triangles.length);
  for (let i = 0; i < triangles.length; i++) addCorner(sums, 3 * find(sides, i), positions, triangles, i);
  return split(sides, triangles, sums);
}

/** Gives each vertex one copy per group of its corners. */
function split(groups: Uint32Array, triangles: Uint32Array, sums: Float64Array): CreasedSurface {
  const copies = new Map<number, number>();
  const sources: number[] = [];
  const normals: number[] = [];
  const drawn = triangles.map((vertex, i) => {
    const group = find(groups, i);
    const key = vertex * triangles.length + group;
    const known = copies.get(key);
    if (known !== undefined) return known;
    copies.set(key, sources.length);
    const [x, y, z] = [sums[3 * group], sums[3 * group + 1], sums[3 * group + 2]];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    normals.push(x / length, y / length, z / length);
    return sources.push(vertex) - 1;
  });
  return { sources: Uint32Array.from(sources), triangles: drawn, normals: Float64Array.from(normals) };
}

/**
 * Joins the corners of triangles (3 per triangle) that share a normal: those of two triangles at an edge that is no crease.
 * @param welded id per vertex, the same for vertices at the same place
 * @returns a forest: each corner's parent, for `find`
 */
function smoothGroups(welded: Uint32Array, triangles: Uint32Array, positions: Float32Array): Uint32Array {
  const count = triangles.length;
  const next = (corner: number) => (corner % 3 === 2 ? corner - 2 : corner + 1);
  const at = (corner: number) => welded[triangles[corner]];
  const [low, high] = [new Uint32Array(count), new Uint32Array(count)];
  for (let i = 0; i < count; i++) {
    low[i] = Math.min(at(i), at(next(i)));
    high[i] = Math.max(at(i), at(next(i)));
  }
  const flat = faceNormals(positions, triangles);
  // Triangles without area, such as those at the poles of a globe, part nothing.
  const hasArea = (i: number) => cosine(flat, i - (i % 3), i - (i % 3)) > 0;
  const order = sortByKeys([low, high], positions.length / 3).filter(hasArea);
  const parents = Uint32Array.from({ length: count }, (_, i) => i);
  for (let k = 1; k < order.length; k++) {
    const [g, h] = [order[k - 1], order[k]];
    const isCrease = cosine(flat, g - (g % 3), h - (h % 3)) < SHARP_COSINE;
    if (low[g] !== low[h] || high[g] !== high[h] || isCrease) continue;
    const isAlong = at(g) === at(h);
    join(parents, g, isAlong ? h : next(h));
    join(parents, next(g), isAlong ? next(h) : h);
  }
  return parents;
}

function join(parents: Uint32Array, a: number, b: number): void {
  const [first, second] = [find(parents, a), find(parents, b)];
  parents[Math.max(first, second)] = Math.min(first, second);
}

/** Returns the root of a corner's tree, and halves the way there. */
function find(parents: Uint32Array, corner: number): number {
  let i = corner;
  while (parents[i] !== i) {
    parents[i] = parents[parents[i]];
    i = parents[i];
  }
  return i;
}

const cosine = (unit: Float64Array, f: number, g: number): number =>
  unit[f] * unit[g] + unit[f + 1] * unit[g + 1] + unit[f + 2] * unit[g + 2];

/** Returns unit normals, 3 numbers per triangle; 0 for triangles without area. */
function faceNormals(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    addCorner(normals, f, positions, triangles, f);
    const length = Math.sqrt(cosine(normals, f, f)) || 1;
    for (let k = 0; k < 3; k++) normals[f + k] /= length;
  }
  return normals;
}

/** Adds the weighted normal of a triangle's corner to out[at .. at+2]. */
function addCorner(out: Float64Array, at: number, x: Float32Array, triangles: Uint32Array, corner: number): void {
  const place = corner % 3;
  const a = 3 * triangles[corner];
  const b = 3 * triangles[place === 2 ? corner - 2 : corner + 1];
  const c = 3 * triangles[place === 0 ? corner + 2 : corner - 1];
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const squares = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (squares === 0) return;
  out[at] += (uy * vz - uz * vy) / squares;
  out[at + 1] += (uz * vx - ux * vz) / squares;
  out[at + 2] += (ux * vy - uy * vx) / squares;
}
