import { buildSurfaceTopology, type SurfaceMesh } from '../mesh/surface-mesh.ts';
import type { Cutter } from '../simulation/self-collision/cut-patch.ts';
import { enhancedTest } from '../simulation/self-collision/culling-tests.ts';
import { intersectingFaces } from '../simulation/self-collision/element-pairs.ts';
import { createFaceSearch, findFacePairs, fitSearch } from '../simulation/self-collision/face-pairs.ts';
import { buildPatchTree } from '../simulation/self-collision/patch-tree.ts';
import { type WayName, wayOf } from '../simulation/self-collision/ways.ts';

/**
 * The smallest known case in which the published selective descent misses pairs: 48 triangles that wind one and a half times around an
 * axis, so that the last turn passes through the first one. The patch's parts are four stripes along the whole length.
 */

/** Quadrangles along the strip, and across it: one per stripe. */
const LENGTH = 6;
export const STRIPES = 4;

/** Returns the stripe in which a face lies. */
export const stripeOf = (face: number): number => (face >> 1) % STRIPES;

/** Makes the strip; vertex i * (STRIPES + 1) + j lies at the quarter turn i, at a radius of 1 + j / 8. */
export function windingStrip(): SurfaceMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= LENGTH; i++)
    for (let j = 0; j <= STRIPES; j++) {
      const angle = (i * Math.PI) / 2;
      const r = 1 + j / 8;
      const height = 0.02 * r * (angle - 1.5 * Math.PI) ** 2 + 0.01 * angle + 0.001 * Math.sin(5 * i + 3 * j);
      positions.push(r * Math.cos(angle), r * Math.sin(angle), height);
    }
  const id = (i: number, j: number) => i * (STRIPES + 1) + j;
  for (let i = 0; i < LENGTH; i++)
    for (let j = 0; j < STRIPES; j++) {
      triangles.push(id(i, j), id(i + 1, j), id(i + 1, j + 1));
      triangles.push(id(i, j), id(i + 1, j + 1), id(i, j + 1));
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Cuts into stripes along the strip first, then each stripe across. */
export const cutStripes = (): Cutter => (order, begin, end) => {
  const patch = Array.from(order.subarray(begin, end));
  const keys = [stripeOf, (face: number) => Math.floor(face / 2 / STRIPES), (face: number) => face % 2];
  for (const key of keys) {
    const [low, high] = [Math.min(...patch.map(key)), Math.max(...patch.map(key))];
    if (low === high) continue;
    const first = patch.filter((face) => key(face) < (low + high) / 2);
    order.set([...first, ...patch.filter((face) => !(key(face) < (low + high) / 2))], begin);
    return begin + first.length;
  }
  return begin + 1; // not reached: two faces differ in a key
};

/** The strip, and the answers about it. */
export interface WindingCase {
  readonly mesh: SurfaceMesh;
  /** Axis of the cone of normals. */
  readonly axis: readonly [number, number, number];
  /** Result of the published test of the whole strip: a bit per part and per pair of parts that passes. */
  readonly passed: number;
  /** The sides of the strip's contour: two vertices and the part. */
  readonly contour: readonly { readonly from: number; readonly to: number; readonly part: number }[];
  /** Pairs of faces that intersect, and whether the published descent finds them. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly isFound: boolean }[];
}

export function windingCase(): WindingCase {
  const mesh = windingStrip();
  const { positions: x, triangles } = mesh;
  const topology = buildSurfaceTopology(triangles, x.length / 3);
  const tree = buildPatchTree(topology, x, cutStripes);
  const searchBy = (way: WayName) => {
    const search = createFaceSearch(tree, wayOf(way));
    fitSearch(search, x, x);
    findFacePairs(search);
    return { search, keys: intersectingFaces(triangles, search.pairs, search.pairCount, x) };
  };
  const { search, keys } = searchBy('enhanced');
  const found = new Set(keys);
  const next = (side: number) => (side % 3 === 2 ? side - 2 : side + 1);
  const contour = Array.from({ length: tree.contourOffsets[1] }, (_, i) => {
    const side = tree.contours[i];
    return { from: triangles[side], to: triangles[next(side)], part: tree.parts[i] };
  });
  const { faceCount } = topology;
  const pairs = searchBy('boxes').keys.map((key) => {
    return { a: Math.floor(key / faceCount), b: key % faceCount, isFound: found.has(key) };
  });
  const [vx, vy, vz] = search.fit.normals;
  return { mesh, axis: [vx, vy, vz], passed: enhancedTest(search, 0), contour, pairs };
}
