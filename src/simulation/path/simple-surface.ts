import type { Topology } from '../../mesh/topology.ts';
import type { FoldScratch } from './scratch.ts';

/** Sine of the angle that a face has to cover, as seen along the normal, to count as facing it: far above rounding in float32. */
const FACING = 1e-3;

/**
 * Whether the faces around a surface vertex go around their common normal once, each of them forward: then they don't cross
 * one another, and the elements around the vertex, if their solid angle is below 4 pi, cover no direction twice.
 *
 * A solid angle below 4 pi alone doesn't say so: more than half a sphere, and a strip of it that runs around the back and returns
 * over it, have less. There the strip's edges would cull the vertex for points in the half sphere, whose answer it is.
 * @param local the vertex's index among the surface's
 */
export function isSurfaceSimple(
  fold: FoldScratch,
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  local: number,
): boolean {
  const { normal, span } = fold;
  const { vertexFaces, vertexFaceOffsets, surfaceVertices } = topology;
  const v = surfaceVertices[local];
  const begin = vertexFaceOffsets[local];
  const end = vertexFaceOffsets[local + 1];
  normal.fill(0);
  for (let i = begin; i < end; i++) {
    spanFace(fold, topology, positions, vertexBase, vertexFaces[i], v);
    for (let axis = 0; axis < 3; axis++) normal[axis] += span[6 + axis];
  }
  const nx = normal[0],
    ny = normal[1],
    nz = normal[2];
  const facing = FACING * Math.sqrt(nx * nx + ny * ny + nz * nz);
  // Perpendicular to the normal: every turn passes once from behind it to before it.
  let wx = 0,
    wy = 0,
    wz = 0;
  let turns = 0;
  for (let i = begin; i < end; i++) {
    spanFace(fold, topology, positions, vertexBase, vertexFaces[i], v);
    const cx = span[6],
      cy = span[7],
      cz = span[8];
    if (!(cx * nx + cy * ny + cz * nz > facing * Math.sqrt(cx * cx + cy * cy + cz * cz))) return false;
    if (i === begin) {
      wx = ny * span[2] - nz * span[1];
      wy = nz * span[0] - nx * span[2];
      wz = nx * span[1] - ny * span[0];
    }
    const from = wx * span[0] + wy * span[1] + wz * span[2];
    const to = wx * span[3] + wy * span[4] + wz * span[5];
    if (from < 0 && to >= 0) turns++;
  }
  return turns === 1;
}

function spanFace(
  fold: FoldScratch,
  { faces }: Topology,
  positions: Float32Array,
  vertexBase: number,
  face: number,
  vertex: number,
): void {
  const { span } = fold;
  const corner = faces[3 * face] === vertex ? 0 : faces[3 * face + 1] === vertex ? 1 : 2;
  const o = 3 * (vertexBase + vertex);
  const i = 3 * (vertexBase + faces[3 * face + ((corner + 1) % 3)]);
  const j = 3 * (vertexBase + faces[3 * face + ((corner + 2) % 3)]);
  for (let axis = 0; axis < 3; axis++) {
    span[axis] = positions[i + axis] - positions[o + axis];
    span[3 + axis] = positions[j + axis] - positions[o + axis];
  }
  span[6] = span[1] * span[5] - span[2] * span[4];
  span[7] = span[2] * span[3] - span[0] * span[5];
  span[8] = span[0] * span[4] - span[1] * span[3];
}
