import { BALL, FACE_BOUND } from '../../state.ts';
import type { PathBody } from '../path-body.ts';

/**
 * Share by which the radius of a ball is enlarged to cover rounding: hundreds of float64 rounding errors. If a face counts as near only
 * because of this margin, its closest point is computed in vain, but the answer doesn't change.
 */
const SLACK = 1e-12;

/** Computes the bounding balls of a cell's sides and patches from the positions, unless another worker already has in this pass. */
export function refitCell(body: PathBody, cell: number): void {
  const { cellPasses, knownCells } = body.cells;
  const pass = body.passes[0];
  if (Atomics.load(cellPasses, cell) !== pass) {
    fitCell(body, cell);
    Atomics.store(cellPasses, cell, pass);
  }
  knownCells[cell] = pass;
}

function fitCell(body: PathBody, cell: number): void {
  const { layout, cellPasses, sides } = body.cells;
  const { sideOffsets, sideBorders, neighbourCells, twins, patchOffsets } = layout;
  const pass = body.passes[0];
  for (let i = sideOffsets[cell]; i < sideOffsets[cell + 1]; i++) {
    const at = BALL * i;
    if (Atomics.load(cellPasses, neighbourCells[i]) === pass) {
      const twin = BALL * twins[i];
      for (let k = 0; k < BALL; k++) sides[at + k] = sides[twin + k];
      continue;
    }
    fitBorderBall(body, sideBorders[i], at);
  }
  for (let patch = patchOffsets[cell]; patch < patchOffsets[cell + 1]; patch++) fitPatchBall(body, patch);
}

/** Computes the bounding balls and planes of a patch's faces, unless another worker already has in this pass. */
export function refitPatch(body: PathBody, patch: number): void {
  const { layout, patchPasses, knownPatches } = body.cells;
  const pass = body.passes[0];
  if (Atomics.load(patchPasses, patch) !== pass) {
    for (let i = layout.faceOffsets[patch]; i < layout.faceOffsets[patch + 1]; i++) boundFace(body, i);
    Atomics.store(patchPasses, patch, pass);
  }
  knownPatches[patch] = pass;
}

/** Computes a face's bounding ball around its centroid, and its plane. */
function boundFace({ cells, topology, positions, vertexBase }: PathBody, index: number): void {
  const f = 3 * cells.layout.faces[index];
  const a = 3 * (vertexBase + topology.faces[f]);
  const b = 3 * (vertexBase + topology.faces[f + 1]);
  const c = 3 * (vertexBase + topology.faces[f + 2]);
  const ax = positions[a],
    ay = positions[a + 1],
    az = positions[a + 2];
  const ux = positions[b] - ax,
    uy = positions[b + 1] - ay,
    uz = positions[b + 2] - az;
  const vx = positions[c] - ax,
    vy = positions[c + 1] - ay,
    vz = positions[c + 2] - az;
  // (mx, my, mz): the centroid, relative to corner a.
  const mx = (ux + vx) / 3,
    my = (uy + vy) / 3,
    mz = (uz + vz) / 3;
  const toA = mx * mx + my * my + mz * mz;
  const toB = (ux - mx) * (ux - mx) + (uy - my) * (uy - my) + (uz - mz) * (uz - mz);
  const toC = (vx - mx) * (vx - mx) + (vy - my) * (vy - my) + (vz - mz) * (vz - mz);
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  // A degenerate face has no plane. With a normal of zero, it always counts as near.
  const scale = length > 0 ? 1 / length : 0;
  const { faces } = cells;
  const at = FACE_BOUND * index;
  faces[at] = ax + mx;
  faces[at + 1] = ay + my;
  faces[at + 2] = az + mz;
  const radius = (1 + SLACK) * Math.sqrt(Math.max(toA, toB, toC));
  faces[at + 3] = radius;
  faces[at + 4] = scale * nx;
  faces[at + 5] = scale * ny;
  faces[at + 6] = scale * nz;
  faces[at + 7] = SLACK * radius;
}

/**
 * Computes a bounding ball of a patch's vertices, centred at their mean. It is larger than one around the centre of a box, but made in
 * less time, and that counts more for patches. Borders keep the box: with balls around means, floods go too far.
 */
function fitPatchBall({ cells, positions, vertexBase }: PathBody, patch: number): void {
  const { patchVertices, patchVertexOffsets } = cells.layout;
  const begin = patchVertexOffsets[patch];
  const end = patchVertexOffsets[patch + 1];
  let x = 0,
    y = 0,
    z = 0;
  for (let i = begin; i < end; i++) {
    const v = 3 * (vertexBase + patchVertices[i]);
    x += positions[v];
    y += positions[v + 1];
    z += positions[v + 2];
  }
  const share = 1 / (end - begin);
  encloseVertices(
    cells.patches,
    BALL * patch,
    share * x,
    share * y,
    share * z,
    positions,
    vertexBase,
    patchVertices,
    begin,
    end,
  );
}

/** Computes a bounding ball of a border's vertices, centred at the centre of their bounding box. @param at offset in `cells.sides` */
function fitBorderBall({ cells, positions, vertexBase }: PathBody, border: number, at: number): void {
  const { borderVertices, borderOffsets } = cells.layout;
  const begin = borderOffsets[border];
  const end = borderOffsets[border + 1];
  let x0 = Infinity,
    y0 = Infinity,
    z0 = Infinity,
    x1 = -Infinity,
    y1 = -Infinity,
    z1 = -Infinity;
  for (let i = begin; i < end; i++) {
    const v = 3 * (vertexBase + borderVertices[i]);
    const x = positions[v],
      y = positions[v + 1],
      z = positions[v + 2];
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (z < z0) z0 = z;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
    if (z > z1) z1 = z;
  }
  encloseVertices(
    cells.sides,
    at,
    0.5 * (x0 + x1),
    0.5 * (y0 + y1),
    0.5 * (z0 + z1),
    positions,
    vertexBase,
    borderVertices,
    begin,
    end,
  );
}

/** Writes the ball around a centre that encloses the vertices of entries `begin` to `end` - 1. @param at offset of the ball */
function encloseVertices(
  balls: Float64Array,
  at: number,
  mx: number,
  my: number,
  mz: number,
  positions: Float32Array,
  vertexBase: number,
  vertices: Uint32Array,
  begin: number,
  end: number,
): void {
  let squared = 0;
  for (let i = begin; i < end; i++) {
    const v = 3 * (vertexBase + vertices[i]);
    const x = positions[v] - mx,
      y = positions[v + 1] - my,
      z = positions[v + 2] - mz;
    const d = x * x + y * y + z * z;
    if (d > squared) squared = d;
  }
  balls[at] = mx;
  balls[at + 1] = my;
  balls[at + 2] = mz;
  balls[at + 3] = (1 + SLACK) * Math.sqrt(squared);
}
