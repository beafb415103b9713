import { NONE } from '../../mesh/topology.ts';
import { CONE_STRIDE, mergeCones, setDirection } from './cone.ts';
import { mergeInto } from './fit.ts';
import { type PatchTree, sideEnd } from './patch-tree.ts';

/**
 * Cones of binormals, for the dual-cone methods as published. The binormal of a face's side is n x e, where n is the face's normal and e
 * the side as a vector. It lies in the face's plane and points into the face.
 */
export interface Binormals {
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
  /** Room for the vectors of fitSide. */
  readonly vectors: Float64Array;
}

export const PARTS = 4;
export const BORDER_BIT = 1 << PARTS;
export const INNER_BIT = 2 << PARTS;

export const createBinormals = ({ nodeCount }: PatchTree): Binormals => ({
  parts: new Float64Array(PARTS * CONE_STRIDE * nodeCount),
  border: new Float64Array(CONE_STRIDE * nodeCount),
  inner: new Float64Array(CONE_STRIDE * nodeCount),
  used: new Uint8Array(nodeCount),
  room: new Float64Array(2 * CONE_STRIDE),
  vectors: new Float64Array(VECTORS),
});

/**
 * Computes the cones of binormals of all nodes for the motion from x0 to x1.
 *
 * During the motion a binormal is n(t) x e(t), a cubic in time. Its Bernstein coefficients, its four control vectors, follow from those of
 * n (fit.ts) and of e: N0 x E0, (2 N1 x E0 + N0 x E1) / 3, (N2 x E0 + 2 N1 x E1) / 3, N2 x E1.
 * @param wanted whether the cones of parts are needed, or else those of border and inner sides
 */
export function fitBinormals(
  binormals: Binormals,
  tree: PatchTree,
  x0: Float32Array,
  x1: Float32Array,
  wanted: 'parts' | 'border and inner',
): void {
  const { used } = binormals;
  used.fill(0);
  for (let n = 0; n < tree.nodeCount; n++)
    for (let i = tree.contourOffsets[n]; i < tree.contourOffsets[n + 1]; i++) {
      const side = tree.contours[i];
      fitSide(binormals, tree.faces, side, x0, x1);
      const isBorder = tree.twins[side] === NONE;
      if (wanted === 'parts') add(binormals, binormals.parts, PARTS * n + tree.parts[i], n, 1 << tree.parts[i]);
      else if (isBorder) add(binormals, binormals.border, n, n, BORDER_BIT);
      else add(binormals, binormals.inner, n, n, INNER_BIT);
    }
}

/** Adds the cone at the start of `room` to a cone. @param bit of the cone in `used` */
function add({ room, used }: Binormals, cones: Float64Array, cone: number, node: number, bit: number): void {
  const at = CONE_STRIDE * cone;
  if (used[node] & bit) {
    mergeInto(cones, at, room);
    return;
  }
  used[node] |= bit;
  for (let k = 0; k < CONE_STRIDE; k++) cones[at + k] = room[k];
}

/** Writes the cone around a side's control vectors to the start of `room`. */
function fitSide(
  { room, vectors }: Binormals,
  faces: Uint32Array,
  side: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const first = side - (side % 3);
  const a = 3 * faces[first];
  const b = 3 * faces[first + 1];
  const c = 3 * faces[first + 2];
  const from = 3 * faces[side];
  const to = 3 * sideEnd(faces, side);
  for (let k = 0; k < 3; k++) {
    vectors[E0 + k] = x0[to + k] - x0[from + k];
    vectors[E1 + k] = x1[to + k] - x1[from + k];
    vectors[U0 + k] = x0[b + k] - x0[a + k];
    vectors[U1 + k] = x1[b + k] - x1[a + k];
    vectors[V0 + k] = x0[c + k] - x0[a + k];
    vectors[V1 + k] = x1[c + k] - x1[a + k];
  }
  vectors.fill(0, N0, SUM + 3);
  addCross(vectors, N0, U0, V0, 1);
  addCross(vectors, SUM, N0, E0, 1);
  setDirection(room, 0, vectors[SUM], vectors[SUM + 1], vectors[SUM + 2]);
  if (x0 === x1) return;
  addCross(vectors, N1, U0, V1, 0.5);
  addCross(vectors, N1, U1, V0, 0.5);
  addCross(vectors, N2, U1, V1, 1);
  merge(room, vectors, N1, E0, 2 / 3, N0, E1, 1 / 3);
  merge(room, vectors, N2, E0, 1 / 3, N1, E1, 2 / 3);
  merge(room, vectors, N2, E1, 1, N2, E1, 0);
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
