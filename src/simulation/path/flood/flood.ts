import { INDEX_MASK } from '../../../bvh/tree.ts';
import { NONE } from '../../../mesh/topology.ts';
import { beginQuery, tryFace } from '../candidate.ts';
import type { PathOptions } from '../path-query.ts';
import { refitCell, refitPatch } from './refit-cells.ts';
import type { PathBody } from '../path-body.ts';
import { findPathFromSkin, isAtSkin } from '../skin.ts';
import { UNLIMITED } from '../limits.ts';
import type { Flooding, PathScratch } from '../scratch.ts';

/**
 * Shortest path from a point p inside an element to the boundary of its body, by flooding the ball around p: method `flood`.
 *
 * Let d be the length of p's shortest path. No boundary point is nearer than d along any valid path. So the open ball around p with
 * radius d lifts into the mesh, starting with p's element, and every valid candidate within r >= d is reached through faces that
 * come closer to p than r. The flood therefore searches along the mesh's own neighbours and meets few other layers of the body:
 * 1. A first path to a boundary face near p gives the radius r (near-face.ts).
 * 2. Starting with p's cell (cells.ts), try the cell's boundary faces whose bounds are nearer than r. Each valid path shrinks r.
 * 3. Continue with the neighbouring cells whose common border's bounding ball is nearer than r.
 * The traversal decides about each candidate, so flooding too far costs time but never changes the answer. Nothing is culled.
 * Proof, also for inverted elements: docs/method.md.
 * Parameters as for findShortestPath; the answer is left in `scratch.path`.
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
    findPathFromSkin(scratch, flood, body, px, py, pz, tet, vertex, options);
    return;
  }
  point[0] = px;
  point[1] = py;
  point[2] = pz;
  beginQuery(scratch, body, px, py, pz, tet, vertex, false, UNLIMITED);
  makeRoom(flooding, body);
  floodCells(scratch, body, px, py, pz, tet);
}

/** Grows the flood's arrays to the body's size. */
function makeRoom(flooding: Flooding, { cells, topology }: PathBody): void {
  const { cellCount, patchCount } = cells.layout;
  if (flooding.stack.length <= cellCount || flooding.floods === NONE) {
    flooding.reached = new Uint32Array(cellCount);
    flooding.stack = new Int32Array(cellCount + 1);
    flooding.floods = 0;
  }
  // Listing without branches writes one place past the last entry.
  if (flooding.nearPatches.length <= patchCount) flooding.nearPatches = new Int32Array(patchCount + 1);
  if (flooding.nearFaces.length <= topology.faceCount) flooding.nearFaces = new Int32Array(topology.faceCount + 1);
}

/** Floods from p's cell, and tries the boundary faces of all cells that the ball with the best path's radius reaches. */
function floodCells(scratch: PathScratch, body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { flooding, path, work } = scratch;
  const { point } = flooding;
  const { layout, knownCells, knownPatches, sides, patches, faces } = body.cells;
  const { cellOf, sideOffsets, beyond, patchOffsets, faceOffsets } = layout;
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
  stack[0] = cellOf[tet];
  stamps[stack[0]] = now;
  let radius = Math.sqrt(path.depthSquared);
  while (count > 0) {
    const cell = stack[--count];
    if (knownCells[cell] !== pass) refitCell(body, cell);
    cells++;
    // Branches here would be unpredictable, so near patches and faces are listed by arithmetic.
    let patchCount = 0;
    const lastPatch = patchOffsets[cell + 1] | 0;
    for (let patch = patchOffsets[cell] | 0; patch < lastPatch; patch++) {
      listedPatches[patchCount] = patch;
      patchCount += isNear(patches, (patch << 2) & INDEX_MASK, qx, qy, qz, radius);
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
    for (let k = 0; k < faceCount; k++) tryFace(scratch, body, layout.faces[listedFaces[k]], px, py, pz);
    radius = Math.sqrt(path.depthSquared);
    const waitingBefore = count;
    const lastSide = sideOffsets[cell + 1] | 0;
    for (let side = sideOffsets[cell] | 0; side < lastSide; side++) {
      const other = beyond[side] | 0;
      stack[count] = other;
      count += Number(stamps[other] !== now) & isNear(sides, (side << 2) & INDEX_MASK, qx, qy, qz, radius);
    }
    for (let k = waitingBefore; k < count; k++) stamps[stack[k]] = now;
  }
  work.cellsVisited += cells;
}

/** Returns 1 if the contents of a bounding ball may be nearer to p than the radius [m], else 0. */
function isNear(balls: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = balls[at] - px,
    y = balls[at + 1] - py,
    z = balls[at + 2] - pz;
  const near = radius + balls[at + 3];
  return Number(x * x + y * y + z * z <= near * near);
}

/** Returns 1 if a face may be nearer to p than the radius [m], judged by its bounding ball and its plane, else 0. */
function isFaceNear(faces: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = faces[at] - px,
    y = faces[at + 1] - py,
    z = faces[at + 2] - pz;
  const near = radius + faces[at + 3];
  const height = x * faces[at + 4] + y * faces[at + 5] + z * faces[at + 6];
  return Number(x * x + y * y + z * z <= near * near) & Number(Math.abs(height) <= radius + faces[at + 7]);
}
