import { BORDER_BIT, type Binormals, INNER_BIT, PARTS } from './binormals.ts';
import { CONE_ERROR, CONE_STRIDE, isBelowHalfSpace, isFull } from './cone.ts';
import { type ContourScratch, sidesStayApart, staysSimple } from './contour-test.ts';
import type { PatchFit } from './fit.ts';
import type { PatchTree } from './patch-tree.ts';
import { AREA_ROUNDOFFS, COORDINATE_ROUNDOFFS, projectContour, type Projection } from './projection.ts';

/** All that a culling test needs to know about a surface and its motion from x0 to x1 (the same array for a state at rest). */
export interface MovingPatches {
  readonly tree: PatchTree;
  readonly fit: PatchFit;
  readonly binormals: Binormals;
  readonly projection: Projection;
  readonly contour: ContourScratch;
  x0: Float32Array;
  x1: Float32Array;
}

/** What the proved test needs to know. */
export type ProvedPatches = Omit<MovingPatches, 'binormals'>;

/**
 * The proved test: whether the faces of a patch surely don't touch one another during the motion, except where they share a vertex or an
 * edge. It holds if
 * (a) V . n > 0 for the normal n of each face at all times, where V is the axis of the node's cone of normals;
 * (b) the contour is one loop that passes through no vertex twice;
 * (c) the contour's projection along V stays a simple closed polygon at all times.
 *
 * Proof, for any one time. Count how many faces cover a point of the plane of projection that lies on no projected edge. By (a) all
 * projected faces turn left, so the count is the sum of the winding numbers of their borders. Edges within the patch are passed once in
 * each direction and cancel out, so it is the winding number of the contour; by (c) this is 0 or 1. So no two faces overlap in the
 * projection. It remains to exclude that they touch. Around a vertex that isn't on the contour lies a closed fan of faces; they turn left and
 * don't overlap, so they cover a neighbourhood. Hence if two different points of the patch had the same projection, and one of them weren't
 * on the contour, its neighbourhood would be covered twice near the other, which can't be. If both are on the contour, (c) says that they are the
 * same. So the projection is one to one, and then so is the patch in space.
 */
export function isFree(patches: ProvedPatches, node: number): boolean {
  const { tree, fit, projection, contour, x0, x1 } = patches;
  const at = CONE_STRIDE * node;
  if (tree.isLoop[node] === 0 || !isBelowHalfSpace(fit.normals, at)) return false;
  projectContour(projection, tree, node, fit.normals, at, x0, x1);
  return staysSimple(projection, contour);
}

/**
 * The normal cone test as published (Provot 1997; with motion: Tang et al. 2009): (a), and no two sides of the whole contour that share no
 * vertex cross in the projection. Unlike isFree it doesn't ask whether the contour is one loop.
 */
export function passesNormalConeTest(patches: MovingPatches, node: number): boolean {
  const { fit, projection } = patches;
  if (!isBelowHalfSpace(fit.normals, CONE_STRIDE * node)) return false;
  project(patches, node);
  for (let i = 0; i < projection.count; i++)
    for (let j = i + 1; j < projection.count; j++) if (sidesMeet(patches, i, j)) return false;
  return true;
}

/**
 * The dual-cone test as published (Heo et al. 2010): the cone of normals is narrower than a half-space, and the cone of binormals leaves
 * out the plane perpendicular to its axis. Binormals of sides that the cuts have made are ignored, or have a cone of their own.
 */
export function passesDualConeTest({ fit, binormals }: MovingPatches, node: number, withInner: boolean): boolean {
  const at = CONE_STRIDE * node;
  if (!isBelowHalfSpace(fit.normals, at)) return false;
  const { used, border, inner } = binormals;
  if (used[node] & BORDER_BIT && !isAcross(fit.normals, at, border, at)) return false;
  return !(withInner && used[node] & INNER_BIT) || isAcross(fit.normals, at, inner, at);
}

/** Number of pairs of parts. */
const PAIRS = (PARTS * (PARTS - 1)) / 2;
/** Result of enhancedTest if all tests pass: a bit per part, then one per pair of parts in the order 01, 02, 03, 12, 13, 23. */
export const ALL_PASSED = 2 ** (PARTS + PAIRS) - 1;

/**
 * The enhanced dual-cone test as published (Wang et al. 2018, Algorithms 1, 2 and 4; the loops' ends and the index of pairs corrected). It
 * divides the contour into the parts of the four grandchildren. A part passes if the grandchild's cone of normals and the part's cone of binormals
 * are across; a pair of parts passes if their projected sides don't meet. See method.md for what this misses.
 * @returns a bit per part and per pair that passes; 0 if the cone of normals is too wide
 */
export function enhancedTest(patches: MovingPatches, node: number): number {
  const { tree, fit, binormals, projection } = patches;
  if (!isBelowHalfSpace(fit.normals, CONE_STRIDE * node)) return 0;
  const { rights } = tree;
  const right = rights[node];
  let passed = 0;
  for (let part = 0; part < PARTS; part++) {
    const child = part < 2 ? node + 1 : right;
    // A child that is a leaf has one part, the first.
    const grandchild = rights[child] === 0 ? child : part % 2 === 0 ? child + 1 : rights[child];
    const isUsed = binormals.used[node] & (1 << part);
    if (
      !isUsed ||
      isAcross(fit.normals, CONE_STRIDE * grandchild, binormals.parts, CONE_STRIDE * (PARTS * node + part))
    )
      passed |= 1 << part;
  }
  project(patches, node);
  let crossed = 0;
  const begin = tree.contourOffsets[node];
  for (let i = 0; i < projection.count; i++)
    for (let j = i + 1; j < projection.count; j++) {
      const p = tree.parts[begin + i];
      const q = tree.parts[begin + j];
      if (p === q) continue;
      const bit = pairBit(p < q ? p : q, p < q ? q : p);
      if (!(crossed & bit) && sidesMeet(patches, i, j)) crossed |= bit;
    }
  return passed | (ALL_PASSED & ~(2 ** PARTS - 1) & ~crossed);
}

/** Returns the bit of a pair of parts p < q. */
export const pairBit = (p: number, q: number): number => 1 << (PARTS + (p === 0 ? q - 1 : p + q));

/** The condition |A . B| < cos(angle of B) on the axes of a cone of normals and one of binormals. */
function isAcross(normals: Float64Array, a: number, binormals: Float64Array, b: number): boolean {
  if (isFull(binormals, b) || isFull(normals, a)) return false;
  const along = normals[a] * binormals[b] + normals[a + 1] * binormals[b + 1] + normals[a + 2] * binormals[b + 2];
  return (along < 0 ? -along : along) < binormals[b + 3] - CONE_ERROR;
}

function project({ tree, fit, projection, x0, x1 }: MovingPatches, node: number): void {
  projectContour(projection, tree, node, fit.normals, CONE_STRIDE * node, x0, x1);
}

/** Whether two projected sides that share no vertex may meet. */
function sidesMeet({ projection, contour }: MovingPatches, i: number, j: number): boolean {
  const { boxes, froms, tos, size } = projection;
  const a = 4 * i;
  const b = 4 * j;
  const margin = 2 * COORDINATE_ROUNDOFFS * size;
  if (boxes[a] > boxes[b + 2] + margin || boxes[b] > boxes[a + 2] + margin) return false;
  if (boxes[a + 1] > boxes[b + 3] + margin || boxes[b + 1] > boxes[a + 3] + margin) return false;
  if (froms[i] === froms[j] || froms[i] === tos[j] || tos[i] === froms[j] || tos[i] === tos[j]) return false;
  contour.sideTests++;
  return !sidesStayApart(projection, i, j, AREA_ROUNDOFFS * size * size);
}
