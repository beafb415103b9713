import { NONE } from '../../mesh/topology.ts';
import { CONE_STRIDE, isBelowHalfSpace, mergeCones, setDirection } from './cone.ts';
import { mergeInto } from './fit.ts';
import { type PatchTree, sideEnd } from './patch-tree.ts';

/**
 * Cones of binormals, for the dual-cone methods as published. The binormal of a face's side is n x e, where n is the face's normal and e
 * the side as a vector. It lies in the face's plane and points into the face. Arrays that a way doesn't need are empty.
 */
export interface Binormals {
  readonly needed: BinormalsNeeded;
  /** One cone per side: of its control vectors. */
  readonly sides: Float64Array;
  /** Four cones per node: of the contour's sides in each grandchild. */
  readonly parts: Float64Array;
  /** One cone per node: of those sides of the contour that lie on the surface's border. */
  readonly border: Float64Array;
  /** One cone per node: of the other sides of the contour, which the cuts have made. */
  readonly inner: Float64Array;
  /** Whether such a cone holds any vector: a bit per part, then one for `border` and one for `inner`. */
  readonly used: Uint8Array;
  /** Room for two cones. */
  readonly room: Float64Array;
  /** Room for the vectors of fitSides. */
  readonly vectors: Float64Array;
}

/** Which cones of binormals a way needs. */
export type BinormalsNeeded = 'none' | 'border' | 'border and inner' | 'parts';

export const PARTS = 4;
export const BORDER_BIT = 1 << PARTS;
export const INNER_BIT = 2 << PARTS;

export function createBinormals({ nodeCount, faceCount }: PatchTree, needed: BinormalsNeeded): Binormals {
  const cones = (isNeeded: boolean, count: number) => new Float64Array(isNeeded ? CONE_STRIDE * count : 0);
  return {
    needed,
    sides: cones(needed !== 'none', 3 * faceCount),
    parts: cones(needed === 'parts', PARTS * nodeCount),
    border: cones(needed === 'border' || needed === 'border and inner', nodeCount),
    inner: cones(needed === 'border and inner', nodeCount),
    used: new Uint8Array(needed === 'none' ? 0 : nodeCount),
    room: new Float64Array(2 * CONE_STRIDE),
    vectors: new Float64Array(VECTORS),
  };
}

/**
 * Computes the cones of binormals that are needed for the motion from x0 to x1. Each side's cone is computed once. Cones of the
 * surface's border are merged bottom-up; those of inner sides and of parts, which are other sides in each node, run through the contours.
 * Contours of nodes on which no test uses them are left out: those with few faces, and those whose normals fill a half-space.
 *
 * During the motion a binormal is n(t) x e(t), a cubic in time. Its Bernstein coefficients, its four control vectors, follow from those of
 * n (fit.ts) and of e: N0 x E0, (2 N1 x E0 + N0 x E1) / 3, (N2 x E0 + 2 N1 x E1) / 3, N2 x E1.
 * @param normals the nodes' cones of normals for this motion (fit.ts)
 * @param leastFaces nodes with fewer faces aren't tested
 */
export function fitBinormals(
  binormals: Binormals,
  tree: PatchTree,
  normals: Float64Array,
  x0: Float32Array,
  x1: Float32Array,
  leastFaces: number,
): void {
  const { needed, used } = binormals;
  if (needed === 'none') return;
  used.fill(0);
  for (let face = 0; face < tree.faceCount; face++) fitSides(binormals, tree, face, x0, x1);
  if (needed !== 'parts') mergeBorder(binormals, tree);
  if (needed === 'border') return;
  const { begins, ends } = tree;
  for (let n = 0; n < tree.nodeCount; n++)
    if (ends[n] - begins[n] >= leastFaces && isBelowHalfSpace(normals, CONE_STRIDE * n))
      mergeContour(binormals, tree, n);
}

/** Merges the cones of the border's sides from the leaves up. */
function mergeBorder(binormals: Binormals, { nodeCount, rights, begins, order, twins }: PatchTree): void {
  const { border, sides } = binormals;
  for (let n = nodeCount - 1; n >= 0; n--) {
    const right = rights[n];
    if (right === 0) {
      const side = 3 * order[begins[n]];
      for (let k = side; k < side + 3; k++)
        if (twins[k] === NONE) add(binormals, border, n, n, BORDER_BIT, sides, CONE_STRIDE * k);
      continue;
    }
    if (binormals.used[n + 1] & BORDER_BIT) add(binormals, border, n, n, BORDER_BIT, border, CONE_STRIDE * (n + 1));
    if (binormals.used[right] & BORDER_BIT) add(binormals, border, n, n, BORDER_BIT, border, CONE_STRIDE * right);
  }
}

/** Merges the cones of a node's contour: of each part, or of the sides that the cuts have made. */
function mergeContour(binormals: Binormals, tree: PatchTree, n: number): void {
  const { contours, contourOffsets, parts, twins } = tree;
  const ofParts = binormals.needed === 'parts';
  for (let i = contourOffsets[n]; i < contourOffsets[n + 1]; i++) {
    const at = CONE_STRIDE * contours[i];
    if (ofParts) add(binormals, binormals.parts, PARTS * n + parts[i], n, 1 << parts[i], binormals.sides, at);
    else if (twins[contours[i]] !== NONE) add(binormals, binormals.inner, n, n, INNER_BIT, binormals.sides, at);
  }
}

/** Merges the cone at `from` in `added` into a node's cone. @param bit of the cone in `used` */
function add(
  { room, used }: Binormals,
  cones: Float64Array,
  cone: number,
  node: number,
  bit: number,
  added: Float64Array,
  from: number,
): void {
  const at = CONE_STRIDE * cone;
  if (used[node] & bit) {
    for (let k = 0; k < CONE_STRIDE; k++) room[k] = added[from + k];
    mergeInto(cones, at, room);
    return;
  }
  used[node] |= bit;
  for (let k = 0; k < CONE_STRIDE; k++) cones[at + k] = added[from + k];
}

/** Computes the cones around the control vectors of a face's three sides, or of those on the border if no others are needed. */
function fitSides(
  { needed, sides, room, vectors }: Binormals,
  { faces, twins }: PatchTree,
  face: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const first = 3 * face;
  const onlyBorder = needed === 'border';
  if (onlyBorder && twins[first] !== NONE && twins[first + 1] !== NONE && twins[first + 2] !== NONE) return;
  const a = 3 * faces[first];
  const b = 3 * faces[first + 1];
  const c = 3 * faces[first + 2];
  for (let k = 0; k < 3; k++) {
    vectors[U0 + k] = x0[b + k] - x0[a + k];
    vectors[U1 + k] = x1[b + k] - x1[a + k];
    vectors[V0 + k] = x0[c + k] - x0[a + k];
    vectors[V1 + k] = x1[c + k] - x1[a + k];
  }
  vectors.fill(0, N0, N2 + 3);
  addCross(vectors, N0, U0, V0, 1);
  if (x0 !== x1) {
    addCross(vectors, N1, U0, V1, 0.5);
    addCross(vectors, N1, U1, V0, 0.5);
    addCross(vectors, N2, U1, V1, 1);
  }
  for (let side = first; side < first + 3; side++) {
    if (onlyBorder && twins[side] !== NONE) continue;
    const from = 3 * faces[side];
    const to = 3 * sideEnd(faces, side);
    for (let k = 0; k < 3; k++) {
      vectors[E0 + k] = x0[to + k] - x0[from + k];
      vectors[E1 + k] = x1[to + k] - x1[from + k];
    }
    vectors.fill(0, SUM, SUM + 3);
    addCross(vectors, SUM, N0, E0, 1);
    setDirection(room, 0, vectors[SUM], vectors[SUM + 1], vectors[SUM + 2]);
    if (x0 !== x1) {
      merge(room, vectors, N1, E0, 2 / 3, N0, E1, 1 / 3);
      merge(room, vectors, N2, E0, 1 / 3, N1, E1, 2 / 3);
      merge(room, vectors, N2, E1, 1, N2, E1, 0);
    }
    for (let k = 0; k < CONE_STRIDE; k++) sides[CONE_STRIDE * side + k] = room[k];
  }
}

/** Offsets in Binormals.vectors: a side at both ends of the motion, two edges of its face, the normal's control vectors, and a sum. */
const E0 = 0;
const E1 = 3;
const U0 = 6;
const U1 = 9;
const V0 = 12;
const V1 = 15;
const N0 = 18;
const N1 = 21;
const N2 = 24;
const SUM = 27;
const VECTORS = 30;

/** Adds the direction of s (n x e) + t (m x f) to the cone at the start of `room`. */
function merge(
  room: Float64Array,
  vectors: Float64Array,
  n: number,
  e: number,
  s: number,
  m: number,
  f: number,
  t: number,
): void {
  vectors.fill(0, SUM, SUM + 3);
  addCross(vectors, SUM, n, e, s);
  addCross(vectors, SUM, m, f, t);
  setDirection(room, CONE_STRIDE, vectors[SUM], vectors[SUM + 1], vectors[SUM + 2]);
  mergeCones(room, 0, CONE_STRIDE, 0);
}

/** Adds s times the cross product of the vectors at a and b to the one at `to`. */
function addCross(vectors: Float64Array, to: number, a: number, b: number, s: number): void {
  vectors[to] += s * (vectors[a + 1] * vectors[b + 2] - vectors[a + 2] * vectors[b + 1]);
  vectors[to + 1] += s * (vectors[a + 2] * vectors[b] - vectors[a] * vectors[b + 2]);
  vectors[to + 2] += s * (vectors[a] * vectors[b + 1] - vectors[a + 1] * vectors[b]);
}
