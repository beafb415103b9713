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
 * Shortest path from a point of an element to the boundary of its body, by flooding the ball around it: method `flood`.
 *
 * Let d be the length of p's shortest path. No boundary point is nearer than d along any valid path, so the open ball around
 * p of radius d lifts into the mesh, p's element first: every valid candidate within r >= d is reached through faces
 * that come closer to p than r. So the search goes through the mesh's own neighbours, cell by cell, and meets few other sheets
 * of it. The traversal decides about each candidate, so that going too far costs time and nothing else; nothing is culled.
 * Proof, and what holds where elements are turned inside out: docs/method.md.
 * Parameters as of findShortestPath; see `scratch.path` for the answer.
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

function makeRoom(flooding: Flooding, { cells, topology }: PathBody): void {
  const { cellCount, patchCount } = cells.layout;
  if (flooding.stack.length <= cellCount || flooding.floods === NONE) {
    flooding.reached = new Uint32Array(cellCount);
    flooding.stack = new Int32Array(cellCount + 1);
    flooding.floods = 0;
  }
  // What is listed without branches needs a place behind the last.
  if (flooding.nearPatches.length <= patchCount) flooding.nearPatches = new Int32Array(patchCount + 1);
  if (flooding.nearFaces.length <= topology.faceCount) flooding.nearFaces = new Int32Array(topology.faceCount + 1);
}

/** Tries the boundary faces of all cells that the ball as large as the best path so far reaches. */
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
    // What is near can't be foretold by a processor either: it is listed by arithmetic, without branches.
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

/** 1 where what a ball holds may be nearer to p than the radius [m], else 0. */
function isNear(balls: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = balls[at] - px,
    y = balls[at + 1] - py,
    z = balls[at + 2] - pz;
  const near = radius + balls[at + 3];
  return Number(x * x + y * y + z * z <= near * near);
}

/** 1 where a face may be nearer to p than the radius [m], by its ball and its plane, else 0. */
function isFaceNear(faces: Float64Array, at: number, px: number, py: number, pz: number, radius: number): number {
  const x = faces[at] - px,
    y = faces[at + 1] - py,
    z = faces[at + 2] - pz;
  const near = radius + faces[at + 3];
  const height = x * faces[at + 4] + y * faces[at + 5] + z * faces[at + 6];
  return Number(x * x + y * y + z * z <= near * near) & Number(Math.abs(height) <= radius + faces[at + 7]);
}
