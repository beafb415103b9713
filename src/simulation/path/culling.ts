import { FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { isFolded, isFoldedEdge } from './folds.ts';
import { FEASIBLE_TOLERANCE } from './limits.ts';
import type { PathBody } from './path-body.ts';
import type { FoldScratch, PathScratch } from './scratch.ts';

/** Rounding error of s - p, as a share of the length of the face's side. If p lies on the boundary, s - p is nothing but rounding. */
const ROUNDING = 1e-12;

/** Verdict of `cull`: the candidate may be the answer. */
export const KEEP = 0;
/** The candidate is proved not to be the answer. */
export const CULL = 1;
/** No verdict: the proof does not hold here (errata: interior dihedral angle past 2 pi, solid angle past 4 pi, inverted element). */
export const ASIDE = 2;

/**
 * Infeasible-region culling: discards s if p lies outside of the feasible region of s. Then some boundary point beside s is nearer to
 * p and can be reached in the same way as s, so s is not the answer.
 * @param face a boundary face    @param feature the face's interior, edge or corner that holds s
 * @param x, y, z s - p [m]
 * @returns KEEP, CULL, or ASIDE if the proof does not hold
 * Source: Chen et al. 2023, section 3.6, equations 1 to 5; supplement, Algorithm 4. If s lies inside a face, the test is whether p is
 * on the face's outer side.
 */
export function cull(
  fold: FoldScratch,
  body: PathBody,
  face: number,
  feature: number,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
): number {
  const { faces, faceEdges, surfaceIndices } = body.topology;
  // Tolerances are relative to |s - p| plus its rounding error.
  const noise = (ROUNDING / FEASIBLE_TOLERANCE) ** 2 * sideSquared(body, face);
  const squared = x * x + y * y + z * z + noise;
  if (feature === FACE) return cullFace(body, face, x, y, z, squared);
  if (feature >= FIRST_CORNER) {
    const v = faces[3 * face + feature - FIRST_CORNER];
    const index = surfaceIndices[v];
    if (cullVertex(body, v, index, x, y, z, squared) === KEEP) return KEEP;
    return isFolded(fold, body, index) ? ASIDE : CULL;
  }
  if (cullEdge(body, face, feature, px, py, pz, x, y, z, squared) === KEEP) return KEEP;
  return isFoldedEdge(fold, body.topology, body.positions, body.vertexBase, faceEdges[3 * face + feature - 1])
    ? ASIDE
    : CULL;
}

function sideSquared({ positions, vertexBase, topology }: PathBody, face: number): number {
  const i = 3 * (vertexBase + topology.faces[3 * face]);
  const j = 3 * (vertexBase + topology.faces[3 * face + 1]);
  const x = positions[j] - positions[i],
    y = positions[j + 1] - positions[i + 1],
    z = positions[j + 2] - positions[i + 2];
  return x * x + y * y + z * z;
}

/** Culls s inside a face if p is on the outer side: a path to s comes from the face's element, behind it unless that is inverted. */
function cullFace(body: PathBody, face: number, x: number, y: number, z: number, squared: number): number {
  const { positions, vertexBase } = body;
  const { faces, faceTets, tets } = body.topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  const j = 3 * (vertexBase + faces[3 * face + 1]);
  const k = 3 * (vertexBase + faces[3 * face + 2]);
  const ax = positions[i],
    ay = positions[i + 1],
    az = positions[i + 2];
  const ux = positions[j] - ax,
    uy = positions[j + 1] - ay,
    uz = positions[j + 2] - az;
  const vx = positions[k] - ax,
    vy = positions[k + 1] - ay,
    vz = positions[k + 2] - az;
  const nx = uy * vz - uz * vy,
    ny = uz * vx - ux * vz,
    nz = ux * vy - uy * vx;
  const side = nx * x + ny * y + nz * z;
  if (!clearlyNegative(side, nx * nx + ny * ny + nz * nz, squared)) return KEEP;
  // p is outside. The fourth corner tells whether the element is inverted.
  const tet = 4 * faceTets[face];
  let volume = 0;
  for (let corner = 0; corner < 4; corner++) {
    const l = 3 * (vertexBase + tets[tet + corner]);
    if (l === i || l === j || l === k) continue;
    volume = -(nx * (positions[l] - ax) + ny * (positions[l + 1] - ay) + nz * (positions[l + 2] - az));
  }
  return volume > 0 ? CULL : ASIDE;
}

/** Culls s at a corner by equation 1, for every boundary edge around the vertex. */
function cullVertex(
  body: PathBody,
  v: number,
  index: number,
  x: number,
  y: number,
  z: number,
  squared: number,
): number {
  const { positions, vertexBase } = body;
  const { faces, vertexFaces, vertexFaceOffsets } = body.topology;
  const i = 3 * (vertexBase + v);
  const sx = positions[i],
    sy = positions[i + 1],
    sz = positions[i + 2];
  for (let k = vertexFaceOffsets[index]; k < vertexFaceOffsets[index + 1]; k++) {
    const f = 3 * vertexFaces[k];
    // The next corner of each face: over a closed fan of faces these are all neighbours of v.
    const next = faces[f] === v ? faces[f + 1] : faces[f + 1] === v ? faces[f + 2] : faces[f];
    const j = 3 * (vertexBase + next);
    const ex = positions[j] - sx,
      ey = positions[j + 1] - sy,
      ez = positions[j + 2] - sz;
    if (clearlyNegative(x * ex + y * ey + z * ez, ex * ex + ey * ey + ez * ez, squared)) return CULL;
  }
  return KEEP;
}

/** Culls s on an edge by equations 4 and 5 for the other face; 2 and 3 hold because s is the closest point of the first face. */
function cullEdge(
  body: PathBody,
  face: number,
  feature: number,
  px: number,
  py: number,
  pz: number,
  x: number,
  y: number,
  z: number,
  squared: number,
): number {
  const { positions, vertexBase } = body;
  const { faces, faceEdges, edgeFaces } = body.topology;
  const a = faces[3 * face + feature - 1];
  const b = faces[3 * face + (feature % 3)];
  const edge = faceEdges[3 * face + feature - 1];
  const other = edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
  const g = 3 * other;
  const c =
    faces[g] !== a && faces[g] !== b
      ? faces[g]
      : faces[g + 1] !== a && faces[g + 1] !== b
        ? faces[g + 1]
        : faces[g + 2];
  const i = 3 * (vertexBase + a);
  const j = 3 * (vertexBase + b);
  const k = 3 * (vertexBase + c);
  const sx = px + x,
    sy = py + y,
    sz = pz + z;
  const ex = positions[j] - positions[i],
    ey = positions[j + 1] - positions[i + 1],
    ez = positions[j + 2] - positions[i + 2];
  const cx = positions[k] - sx,
    cy = positions[k + 1] - sy,
    cz = positions[k + 2] - sz;
  // The part of c - s perpendicular to the edge, which points into the other face.
  const t = (cx * ex + cy * ey + cz * ez) / (ex * ex + ey * ey + ez * ez);
  const tx = cx - t * ex,
    ty = cy - t * ey,
    tz = cz - t * ez;
  return clearlyNegative(x * tx + y * ty + z * tz, tx * tx + ty * ty + tz * tz, squared) ? CULL : KEEP;
}

/** Whether a dot product of two vectors, given with their squared lengths, is below zero by more than the tolerance. */
function clearlyNegative(dot: number, aSquared: number, bSquared: number): boolean {
  return dot < 0 && dot * dot > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * aSquared * bSquared;
}

/** Rounding error of p's height over a face's plane, as a share of the product of the lengths that it is computed from. */
const ROUNDING_OF_PLANE = 1e-12;

/**
 * Necessary condition for a path to end at s: its last piece lies in an element that holds s, on the inner side of the boundary.
 * Unlike culling, this is a condition on the path itself and makes no assumption about other elements.
 * - s inside a face: p must be on the face's inner side. This also holds if the element is inverted: the ray leaves through the face
 *   in the direction of its outward normal.
 * - s on an edge or a corner: p must be on the inner side of one of its faces. A ray that comes out of the elements around the edge
 *   or corner reaches the nearest boundary face there from the inside (docs/method.md). The argument needs elements that do not
 *   overlap one another there, so at folds the result is true.
 * @param face the face that `scratch.closest.triangle` holds    @param feature its interior, edge or corner that holds s
 * @param x, y, z s - p [m]
 */
export function mayEnd(
  scratch: PathScratch,
  body: PathBody,
  face: number,
  feature: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const { closest, fold, last } = scratch;
  const { triangle } = closest;
  const { offset, origin } = last;
  offset[0] = x;
  offset[1] = y;
  offset[2] = z;
  if (isInside(scratch)) return true;
  if (feature === FACE) return false;
  const { positions, vertexBase, topology } = body;
  const { faces, faceEdges, edgeFaces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  for (let k = 0; k < 3; k++) origin[k] = positions[i + k] - triangle[k];
  if (feature >= FIRST_CORNER) {
    const index = surfaceIndices[faces[3 * face + feature - FIRST_CORNER]];
    for (let k = vertexFaceOffsets[index]; k < vertexFaceOffsets[index + 1]; k++) {
      loadTriangle(scratch, body, vertexFaces[k]);
      if (isInside(scratch)) return true;
    }
    return isFolded(fold, body, index);
  }
  const edge = faceEdges[3 * face + feature - 1];
  loadTriangle(scratch, body, edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge]);
  return isInside(scratch) || isFoldedEdge(fold, topology, positions, vertexBase, edge);
}

/** Loads a face's corners, minus p, into `scratch.closest.triangle`. */
function loadTriangle(scratch: PathScratch, { positions, vertexBase, topology }: PathBody, face: number): void {
  const { closest, last } = scratch;
  const { triangle } = closest;
  const { origin } = last;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * (vertexBase + topology.faces[3 * face + corner]);
    triangle[3 * corner] = positions[v] - origin[0];
    triangle[3 * corner + 1] = positions[v + 1] - origin[1];
    triangle[3 * corner + 2] = positions[v + 2] - origin[2];
  }
}

/** Whether p is on the inner side of `scratch.closest.triangle`, which holds s, up to rounding. */
function isInside(scratch: PathScratch): boolean {
  const { closest, last } = scratch;
  const { triangle } = closest;
  const { offset } = last;
  const ax = triangle[0],
    ay = triangle[1],
    az = triangle[2];
  const ux = triangle[3] - ax,
    uy = triangle[4] - ay,
    uz = triangle[5] - az;
  const vx = triangle[6] - ax,
    vy = triangle[7] - ay,
    vz = triangle[8] - az;
  const x = offset[0],
    y = offset[1],
    z = offset[2];
  const height = (uy * vz - uz * vy) * x + (uz * vx - ux * vz) * y + (ux * vy - uy * vx) * z;
  if (height >= 0) return true;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  return height * height <= ROUNDING_OF_PLANE * ROUNDING_OF_PLANE * uu * vv * (x * x + y * y + z * z + uu);
}
