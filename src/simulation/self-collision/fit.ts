import type { PatchTree } from './patch-tree.ts';
import { CONE_STRIDE, mergeCones, setDirection, setFull } from './cone.ts';

/** Numbers per node in an array of patches' boxes: lower corner, upper corner [m]. */
export const PATCH_BOX_STRIDE = 6;

/** A box and a cone of normals per node, fitted anew for each motion of the surface. */
export interface PatchFit {
  /** Boxes around the motions of each node's faces. */
  readonly boxes: Float64Array;
  /** Cones (cone.ts) of the normals of each node's faces, during the whole motion. */
  readonly normals: Float64Array;
  /** Room for two cones. */
  readonly cone: Float64Array;
}

export const createPatchFit = ({ nodeCount }: PatchTree): PatchFit => ({
  boxes: new Float64Array(PATCH_BOX_STRIDE * nodeCount),
  normals: new Float64Array(CONE_STRIDE * nodeCount),
  cone: new Float64Array(2 * CONE_STRIDE),
});

/** A face whose vector area, per product of two edges' lengths, is below this has no reliable normal; its cone is full. */
const LEAST_SINE = 1e-7;

/**
 * Fits boxes and cones to the motion in which each vertex runs straight from x0 to x1; for a state at rest, both are the same array.
 * @param x0, x1 positions [m], 3 per vertex
 */
export function fitPatches(fit: PatchFit, tree: PatchTree, x0: Float32Array, x1: Float32Array): void {
  fitBoxes(fit, tree, x0, x1);
  fitNormals(fit, tree, x0, x1);
}

/** Fits the boxes alone. @param x0, x1 as for fitPatches */
export function fitBoxes({ boxes }: PatchFit, tree: PatchTree, x0: Float32Array, x1: Float32Array): void {
  const { faces, order, begins, rights } = tree;
  for (let n = tree.nodeCount - 1; n >= 0; n--) {
    const box = PATCH_BOX_STRIDE * n;
    const right = rights[n];
    if (right === 0) {
      const face = 3 * order[begins[n]];
      const a = 3 * faces[face];
      const b = 3 * faces[face + 1];
      const c = 3 * faces[face + 2];
      for (let k = 0; k < 3; k++) {
        boxes[box + k] = Math.min(x0[a + k], x0[b + k], x0[c + k], x1[a + k], x1[b + k], x1[c + k]);
        boxes[box + 3 + k] = Math.max(x0[a + k], x0[b + k], x0[c + k], x1[a + k], x1[b + k], x1[c + k]);
      }
      continue;
    }
    const a = PATCH_BOX_STRIDE * (n + 1);
    const b = PATCH_BOX_STRIDE * right;
    for (let k = 0; k < 3; k++) {
      boxes[box + k] = boxes[a + k] < boxes[b + k] ? boxes[a + k] : boxes[b + k];
      boxes[box + 3 + k] = boxes[a + 3 + k] > boxes[b + 3 + k] ? boxes[a + 3 + k] : boxes[b + 3 + k];
    }
  }
}

/**
 * Fits the cones of normals alone.
 *
 * A face's normal, times twice its area, is n(t) = (e + t de) x (f + t df) for two edges e and f and their changes. It is a quadratic
 * in t whose Bernstein coefficients are n(0), n(1) and (e0 x f1 + e1 x f0) / 2. So n(t) is a mean of these three *control vectors*, with
 * weights that aren't negative, and a cone that holds them (and is narrower than a half-space, so that it is convex) holds the normal
 * at all times. Source: Tang, Curtis, Yoon, Manocha 2009, ICCD.
 * @param x0, x1 as for fitPatches
 */
export function fitNormals(fit: PatchFit, tree: PatchTree, x0: Float32Array, x1: Float32Array): void {
  const { faces, order, begins, rights } = tree;
  for (let n = tree.nodeCount - 1; n >= 0; n--) {
    const at = CONE_STRIDE * n;
    const right = rights[n];
    if (right !== 0) mergeCones(fit.normals, CONE_STRIDE * (n + 1), CONE_STRIDE * right, at);
    else {
      const face = 3 * order[begins[n]];
      fitNormal(fit, at, x0, x1, 3 * faces[face], 3 * faces[face + 1], 3 * faces[face + 2]);
    }
  }
}

/** Writes the cone around a face's control vectors. @param at offset in fit.normals    @param a, b, c offsets of its corners */
function fitNormal(
  fit: PatchFit,
  at: number,
  x0: Float32Array,
  x1: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const { normals, cone } = fit;
  const ux = x0[b] - x0[a];
  const uy = x0[b + 1] - x0[a + 1];
  const uz = x0[b + 2] - x0[a + 2];
  const vx = x0[c] - x0[a];
  const vy = x0[c + 1] - x0[a + 1];
  const vz = x0[c + 2] - x0[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  if (!addNormal(normals, at, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, uu * vv)) return;
  if (x0 === x1) return;
  const sx = x1[b] - x1[a];
  const sy = x1[b + 1] - x1[a + 1];
  const sz = x1[b + 2] - x1[a + 2];
  const tx = x1[c] - x1[a];
  const ty = x1[c + 1] - x1[a + 1];
  const tz = x1[c + 2] - x1[a + 2];
  const ss = sx * sx + sy * sy + sz * sz;
  const tt = tx * tx + ty * ty + tz * tz;
  const end = addNormal(cone, 0, sy * tz - sz * ty, sz * tx - sx * tz, sx * ty - sy * tx, ss * tt);
  const mixed = addNormal(
    cone,
    CONE_STRIDE,
    (uy * tz - uz * ty + sy * vz - sz * vy) / 2,
    (uz * tx - ux * tz + sz * vx - sx * vz) / 2,
    (ux * ty - uy * tx + sx * vy - sy * vx) / 2,
    uu * tt > ss * vv ? uu * tt : ss * vv,
  );
  if (!end || !mixed) {
    setFull(normals, at);
    return;
  }
  mergeCones(cone, 0, CONE_STRIDE, 0);
  mergeInto(normals, at, cone);
}

/**
 * Writes the cone of one control vector.
 * @param size square of the product of the two edges' lengths; the rounding error of the vector is in proportion to its root
 * @returns false if the vector has no reliable direction
 */
function addNormal(cones: Float64Array, at: number, x: number, y: number, z: number, size: number): boolean {
  if (!(x * x + y * y + z * z > LEAST_SINE * LEAST_SINE * size)) {
    setFull(cones, at);
    return false;
  }
  setDirection(cones, at, x, y, z);
  return true;
}

/** Merges the cone at the start of `room` into one of `cones`. `room` has place for two cones; its second one is overwritten. */
export function mergeInto(cones: Float64Array, at: number, room: Float64Array): void {
  for (let k = 0; k < CONE_STRIDE; k++) room[CONE_STRIDE + k] = cones[at + k];
  mergeCones(room, CONE_STRIDE, 0, 0);
  for (let k = 0; k < CONE_STRIDE; k++) cones[at + k] = room[k];
}
