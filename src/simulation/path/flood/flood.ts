import { INDEX_MASK } from '../../../bvh/tree.ts';
import { NONE } from '../../../mesh/topology.ts';
import { beginQuery, isQueryCovered, tryFace } from '../candidate.ts';
import type { PathOptions } from '../path-query.ts';
import { FACE_BOUND } from '../../state.ts';
import { closestOnFace } from '../near-face.ts';
import { mayPathReach } from './cone.ts';
import { refitCell, refitPatch } from './refit-cells.ts';
import type { PathBody } from '../path-body.ts';
import { findExactlyAtSkin, isAtSkin } from '../skin.ts';
import { UNLIMITED } from '../limits.ts';
import type { Flooding, PathScratch } from '../scratch.ts';

/**
 * Finds the shortest path from a point p inside an element to the boundary of its body, by a search through the mesh around p. This is the
 * method `flood`.
 *
 * Let s be a candidate at distance r or less, to which a valid path leads. The path passes from element to element through faces that are
 * nearer to p than r. So a search that starts in p's element, and passes all faces nearer than r, meets the element of every such
 * candidate. It meets few elements of other layers of the body. For speed, it goes through groups of elements (cells.ts):
 * 1. The length of a path to a boundary face near p is the first radius r (near-face.ts).
 * 2. In p's cell, test the boundary faces whose bounds are nearer than r. Each valid path that is found reduces r.
 * 3. Continue with each neighbouring cell if the border between the two cells has a bounding ball nearer than r.
 * The traversal decides about each candidate, so searching too far costs time but never changes the answer. No candidate is culled, but
 * if a walk fails, cones (cone.ts) tell which other patches in its neighbourhood no valid path can reach.
 * Proof for bodies without inverted elements: docs/method.md. Near inverted elements, it is measured that the flood misses no answer.
 * Parameters as for findShortestPath; the answer is written to `scratch.path`.
 */
export function flood(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { flooding, skin } = scratch;
  const { point } = flooding;
  if (isAtSkin(skin, body, px, py, pz, tet)) {
    findExactlyAtSkin(scratch, flood, body, px, py, pz, tet, vertex, options);
    return;
  }
  point[0] = px;
  point[1] = py;
  point[2] = pz;
  beginQuery(scratch, body, px, py, pz, tet, vertex, false, UNLIMITED);
  growArrays(flooding, body);
  floodCells(scratch, body, px, py, pz, tet);
}

/** Grows the flood's arrays to the body's size. */
function growArrays(flooding: Flooding, { cells, topology }: PathBody): void {
  const { cellCount, patchCount } = cells.layout;
  if (flooding.stack.length <= cellCount || flooding.floods === NONE) {
    flooding.reached = new Uint32Array(cellCount);
    flooding.stack = new Int32Array(cellCount + 1);
    flooding.floods = 0;
  }
  // A query makes at most one cone test per boundary face and one per patch.
  if (flooding.coneReached.length < cellCount || flooding.cones > NONE - topology.faceCount - patchCount) {
    flooding.coneReached = new Uint32Array(cellCount);
    flooding.coneStack = new Int32Array(cellCount);
    flooding.cones = 0;
  }
  // The lists are written without branches, which writes one number behind the last entry.
  if (flooding.nearPatches.length <= patchCount) flooding.nearPatches = new Int32Array(patchCount + 1);
  if (flooding.nearFaces.length <= topology.faceCount) {
    flooding.nearFaces = new Int32Array(topology.faceCount + 1);
    flooding.nearDistances = new Float64Array(topology.faceCount);
  }
}

/** Searches all cells that the flood reaches from p's cell, and tests their near boundary faces. */
function floodCells(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { flooding, path, work } = scratch;
  const { point } = flooding;
  const { layout, knownCells, knownPatches, sides, patches, faces } = body.cells;
  const { cellOf, sideOffsets, neighbourCells, patchOffsets, faceOffsets } = layout;
  const pass = body.passes[0];
  const now = ++flooding.floods;
  const stamps = flooding.reached;
  const stack = flooding.stack;
  const listedPatches = flooding.nearPatches;
  const listedFaces = flooding.nearFaces;
  const qx = point[0],
    qy = point[1],
    qz = point[2];
  let count = 1;
  let cells = 0;
  const home = cellOf[tet];
  stack[0] = home;
  stamps[home] = now;
  flooding.home = home;
  flooding.coneGain = 0;
  let radius = Math.sqrt(path.depthSquared);
  while (count > 0) {
    const cell = stack[--count];
    if (knownCells[cell] !== pass) refitCell(body, cell);
    cells++;
    // Lists near patches and faces by arithmetic on comparisons, since branches here would be unpredictable.
    let patchCount = 0;
    const lastPatch = patchOffsets[cell + 1] | 0;
    for (let patch = patchOffsets[cell] | 0; patch < lastPatch; patch++) {
      listedPatches[patchCount] = patch;
      patchCount += isNear(patches, (patch << 2) & INDEX_MASK, qx, qy, qz, radius);
    }
    if (flooding.coneGain > 0 && cell !== home) {
      tryOpenPatches(scratch, body, cell, patchCount, px, py, pz);
      patchCount = 0;
    }
    let faceCount = 0;
    for (let k = 0; k < patchCount; k++) {
      const patch = listedPatches[k];
      if (knownPatches[patch] !== pass) refitPatch(body, patch);
      const lastFace = faceOffsets[patch + 1] | 0;
      for (let i = faceOffsets[patch] | 0; i < lastFace; i++) {
        listedFaces[faceCount] = i;
        faceCount += isFaceNear(faces, (i << 3) & INDEX_MASK, qx, qy, qz, radius);
      }
    }
    if (faceCount > 0) tryNearFaces(scratch, body, cell, patchCount, faceCount, px, py, pz);
    radius = Math.sqrt(path.depthSquared);
    const waitingBefore = count;
    const lastSide = sideOffsets[cell + 1] | 0;
    for (let side = sideOffsets[cell] | 0; side < lastSide; side++) {
      const other = neighbourCells[side] | 0;
      stack[count] = other;
      count += Number(stamps[other] !== now) & isNear(sides, (side << 2) & INDEX_MASK, qx, qy, qz, radius);
    }
    for (let k = waitingBefore; k < count; k++) stamps[stack[k]] = now;
  }
  work.cellsVisited += cells;
}

/**
 * Tests the listed faces of a cell, the nearest candidate first: if a valid path leads to it, no walk to the others is needed. If a walk
 * fails and a cone test finds the face's patch closed, goes on with the cell's open patches only.
 */
function tryNearFaces(
  scratch: PathScratch,
  body: PathBody,
  cell: number,
  patchCount: number,
  faceCount: number,
  px: number,
  py: number,
  pz: number,
): void {
  const { flooding, path, query } = scratch;
  const { nearFaces, nearDistances, nearPatches, home } = flooding;
  const { faces, faceOffsets } = body.cells.layout;
  const count = sortByDistance(scratch, body, faceCount, px, py, pz);
  let failedBefore = query.failedTraversals;
  for (let k = 0; k < count && nearDistances[k] <= path.depthSquared; k++) {
    tryFace(scratch, body, faces[nearFaces[k]], px, py, pz);
    if (query.failedTraversals === failedBefore || cell === home) continue;
    failedBefore = query.failedTraversals;
    const place = placeOfPatch(faceOffsets, nearPatches, nearFaces[k]);
    if (mayReachPatch(scratch, body, cell, nearPatches[place], px, py, pz)) continue;
    tryOpenPatches(scratch, body, cell, patchCount, px, py, pz);
    return;
  }
}

/**
 * Sorts the first `count` faces of `nearFaces` by the distance of their candidates from p, and drops those farther than the best path.
 * Writes the squared distances to `nearDistances`. Faces at the same distance keep their order: if several have the same candidate, the
 * first that is tested is the answer.
 * @returns the number of faces kept
 */
function sortByDistance(
  scratch: PathScratch,
  body: PathBody,
  count: number,
  px: number,
  py: number,
  pz: number,
): number {
  const { flooding, path, closest } = scratch;
  const { nearFaces, nearDistances } = flooding;
  const { faces } = body.cells.layout;
  // One face needs no order, so its distance isn't computed here.
  if (count === 1) {
    nearDistances[0] = 0;
    return 1;
  }
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const i = nearFaces[k];
    if (faces[i] === path.face) continue;
    closestOnFace(scratch, body, faces[i], px, py, pz);
    const distance = closest.distanceSquared;
    if (!(distance <= path.depthSquared)) continue;
    let at = kept++;
    for (; at > 0 && nearDistances[at - 1] > distance; at--) {
      nearDistances[at] = nearDistances[at - 1];
      nearFaces[at] = nearFaces[at - 1];
    }
    nearDistances[at] = distance;
    nearFaces[at] = i;
  }
  return kept;
}

/** Returns the index in a list of patches, in ascending order, of the patch that contains face i. @param i index in the cells' `faces` */
function placeOfPatch(faceOffsets: Uint32Array, patches: Int32Array, i: number): number {
  let place = 0;
  while (i >= faceOffsets[patches[place] + 1]) place++;
  return place;
}

/**
 * Gain of a cone test that finds a patch closed, and greatest sum of gains. A test that finds a patch open loses 1. While the sum is
 * positive, patches are tested before their faces. Only these numbers were measured.
 */
const CONE_GAIN = 2;
const GREATEST_GAIN = 8;

/** Tests whether a valid path to any face of a patch may exist (cone.ts), and keeps account of what such tests gain. */
function mayReachPatch(
  scratch: PathScratch,
  body: PathBody,
  cell: number,
  patch: number,
  px: number,
  py: number,
  pz: number,
): boolean {
  const { flooding } = scratch;
  const isOpen = mayPathReach(scratch, body, cell, patch, isQueryCovered(scratch, body, px, py, pz));
  flooding.coneGain = isOpen
    ? Math.max(0, flooding.coneGain - 1)
    : Math.min(GREATEST_GAIN, flooding.coneGain + CONE_GAIN);
  return isOpen;
}

/** Tests the near boundary faces of the listed patches, except those that no valid path can reach. */
function tryOpenPatches(
  scratch: PathScratch,
  body: PathBody,
  cell: number,
  patchCount: number,
  px: number,
  py: number,
  pz: number,
): void {
  const { flooding, path } = scratch;
  const { nearPatches, nearFaces, nearDistances, point } = flooding;
  const { layout, knownPatches, faces } = body.cells;
  const { faceOffsets } = layout;
  const pass = body.passes[0];
  for (let k = 0; k < patchCount; k++) {
    const patch = nearPatches[k];
    if (flooding.coneGain > 0 && !mayReachPatch(scratch, body, cell, patch, px, py, pz)) continue;
    if (knownPatches[patch] !== pass) refitPatch(body, patch);
    const radius = Math.sqrt(path.depthSquared);
    let count = 0;
    for (let i = faceOffsets[patch]; i < faceOffsets[patch + 1]; i++) {
      nearFaces[count] = i;
      count += isFaceNear(faces, FACE_BOUND * i, point[0], point[1], point[2], radius);
    }
    count = sortByDistance(scratch, body, count, px, py, pz);
    for (let j = 0; j < count && nearDistances[j] <= path.depthSquared; j++)
      tryFace(scratch, body, layout.faces[nearFaces[j]], px, py, pz);
  }
}

/** Returns 1 if a bounding ball is nearer to p than `radius` [m], else 0. @param at offset of the ball */
function isNear(balls: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = balls[at] - px,
    y = balls[at + 1] - py,
    z = balls[at + 2] - pz;
  const near = radius + balls[at + 3];
  return Number(x * x + y * y + z * z <= near * near);
}

/** Returns 1 if a face's ball and plane are both nearer to p than `radius` [m], else 0. @param at offset of the face's bounds */
function isFaceNear(faces: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = faces[at] - px,
    y = faces[at + 1] - py,
    z = faces[at + 2] - pz;
  const near = radius + faces[at + 3];
  const height = x * faces[at + 4] + y * faces[at + 5] + z * faces[at + 6];
  return Number(x * x + y * y + z * z <= near * near) & Number(Math.abs(height) <= radius + faces[at + 7]);
}
