import { beginQuery, path, type PathOptions, tryFace } from './candidate.ts';
import { BALL_STRIDE, FACE_STRIDE, refitCell, refitPatch } from './cell-bounds.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';
import { UNLIMITED } from './traversal.ts';

/**
 * Rounding error of distances to balls and planes, as a share of the ball's radius: hundreds of times that of float64.
 * What lies between costs a closest point, never an answer.
 */
const SLACK = 1e-12;

/** For each cell the last flood that reached it; cells that wait. As large as the largest mesh asked so far. */
let reached = new Uint32Array(0);
let waiting = new Uint32Array(0);
let floods = 0;

export function flood(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  _options: PathOptions,
): void {
  beginQuery(body, px, py, pz, tet, vertex, false, UNLIMITED);
  makeRoom(body.cells.layout.cellCount);
  floodCells(body, px, py, pz, tet);
}

function makeRoom(cellCount: number): void {
  if (reached.length < cellCount || floods === 0xffff_fffe) {
    reached = new Uint32Array(cellCount);
    waiting = new Uint32Array(cellCount);
    floods = 0;
  }
}

function floodCells(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
): void {
  const { layout, cellPasses, patchPasses, borders, patches, faces } = body.cells;
  const { cellOf, sideOffsets, sides, beyond, patchOffsets, faceOffsets } = layout;
  const pass = body.passes[0];
  const now = ++floods;
  const stamps = reached;
  const stack = waiting;
  let count = 1;
  let cells = 0;
  stack[0] = cellOf[tet];
  stamps[stack[0]] = now;
  let radius = Math.sqrt(path.depthSquared);
  while (count > 0) {
    const cell = stack[--count];
    if (cellPasses[cell] !== pass) refitCell(body, cell);
    cells++;
    const lastPatch = patchOffsets[cell + 1];
    for (let patch = patchOffsets[cell]; patch < lastPatch; patch++) {
      const ball = BALL_STRIDE * patch;
      const dx = patches[ball] - px,
        dy = patches[ball + 1] - py,
        dz = patches[ball + 2] - pz;
      const close = radius + (1 + SLACK) * patches[ball + 3];
      if (dx * dx + dy * dy + dz * dz > close * close) continue;
      if (patchPasses[patch] !== pass) refitPatch(body, patch);
      const lastFace = faceOffsets[patch + 1];
      for (let i = faceOffsets[patch]; i < lastFace; i++) {
        const at = FACE_STRIDE * i;
        const x = faces[at] - px,
          y = faces[at + 1] - py,
          z = faces[at + 2] - pz;
        const size = faces[at + 3];
        const near = radius + (1 + SLACK) * size;
        if (x * x + y * y + z * z > near * near) continue;
        const height = x * faces[at + 4] + y * faces[at + 5] + z * faces[at + 6];
        if (Math.abs(height) > (1 + SLACK) * radius + SLACK * size) continue;
        tryFace(body, layout.faces[i], px, py, pz);
        radius = Math.sqrt(path.depthSquared);
      }
    }
    const end = sideOffsets[cell + 1];
    for (let i = sideOffsets[cell]; i < end; i++) {
      const other = beyond[i];
      if (stamps[other] === now) continue;
      const at = BALL_STRIDE * sides[i];
      const x = borders[at] - px,
        y = borders[at + 1] - py,
        z = borders[at + 2] - pz;
      const near = radius + (1 + SLACK) * borders[at + 3];
      if (x * x + y * y + z * z > near * near) continue;
      stamps[other] = now;
      stack[count++] = other;
    }
  }
  pathWork.cellsVisited += cells;
}
