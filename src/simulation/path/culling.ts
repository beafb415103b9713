import { FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { isFolded, isFoldedEdge } from './folds.ts';
import { FEASIBLE_TOLERANCE } from './limits.ts';
import type { PathBody } from './path-body.ts';
import type { FoldScratch, PathScratch } from './scratch.ts';

// In this file, p is the query's point, and s is a candidate: the point of a boundary face that is closest to p.

/** Rounding error of s - p, relative to the length of the face's first edge. If p lies on the boundary, s - p is only this error. */
const ROUNDING = 1e-12;

/** Verdict of `cull`: the candidate may be the answer. */
export const KEEP = 0;
/** The candidate is proved not to be the answer. */
export const CULL = 1;
/**
 * No verdict, because the proof does not hold at s: the interior dihedral angle exceeds 2 pi, the solid angle exceeds 4 pi, or an element
 * is inverted. The paper doesn't mention these cases.
 */
export const UNDECIDED = 2;

/**
 * Infeasible-region culling: discards the candidate s if p lies outside of the feasible region of s. In this case a boundary point next
 * to s is nearer to p and can be reached in the same way as s, so s is not the answer. If s lies inside a face, the feasible region is
 * the inner side of the face.
 * @param face a boundary face    @param feature the feature of the face on which s lies: its interior, an edge or a corner
 * @param x, y, z s - p [m]
 * @returns KEEP, CULL, or UNDECIDED if the proof does not hold
 * Source: Chen et al. 2023, section 3.6, equations 1 to 5; supplement, Algorithm 4.
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
  const noise = (ROUNDING / FEASIBLE_TOLERANCE) ** 2 * sideSquared(body, face);
  // |s - p|^2 plus `noise`. The tolerance in clearlyNegative is FEASIBLE_TOLERANCE times the root of this sum. Thanks to `noise`, it is at
  // least the rounding error of s - p, even if p lies on the boundary.
  const distanceSquared = x * x + y * y + z * z + noise;
  if (feature === FACE) return cullFace(body, face, x, y, z, distanceSquared);
  if (feature >= FIRST_CORNER) {
    const v = faces[3 * face + feature - FIRST_CORNER];
    const index = surfaceIndices[v];
    if (cullVertex(body, v, index, x, y, z, distanceSquared) === KEEP) return KEEP;
    return isFolded(fold, body, index) ? UNDECIDED : CULL;
  }
  if (cullEdge(body, face, feature, px, py, pz, x, y, z, distanceSquared) === KEEP) return KEEP;
  return isFoldedEdge(fold, body.topology, body.positions, body.vertexBase, faceEdges[3 * face + feature - 1])
    ? UNDECIDED
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

/**
 * Culls s, inside a face, if p is on the face's outer side, since a path to s comes from the inner side. If the face's element is inverted,
 * the result is UNDECIDED, because culling is proved only without inverted elements.
 */
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
  // p is on the outer side. The position of the element's fourth corner shows whether the element is inverted.
  const tet = 4 * faceTets[face];
  let volume = 0;
  for (let corner = 0; corner < 4; corner++) {
    const l = 3 * (vertexBase + tets[tet + corner]);
    if (l === i || l === j || l === k) continue;
    volume = -(nx * (positions[l] - ax) + ny * (positions[l + 1] - ay) + nz * (positions[l + 2] - az));
  }
  return volume > 0 ? CULL : UNDECIDED;
}

/**
 * Culls s, at a vertex, if p violates equation 1 for one of the boundary edges around the vertex: p lies ahead of s along the edge, so
 * points of the edge are nearer.
 */
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
    // `next` is the corner after v in each face. Over all faces around v, these are all neighbours of v on the boundary.
    const next = faces[f] === v ? faces[f + 1] : faces[f + 1] === v ? faces[f + 2] : faces[f];
    const j = 3 * (vertexBase + next);
    const ex = positions[j] - sx,
      ey = positions[j + 1] - sy,
      ez = positions[j + 2] - sz;
    if (clearlyNegative(x * ex + y * ey + z * ez, ex * ex + ey * ey + ez * ez, squared)) return CULL;
  }
  return KEEP;
}

/**
 * Culls s, on an edge, if p lies ahead of s in the direction from the edge into the edge's other face, so that points of that face are
 * nearer. No other direction has to be tested: along the edge and into `face` nothing is nearer, since s is the point of `face` that is
 * closest to p. (Source: equations 2 to 5.)
 */
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
  // (tx, ty, tz): the component of c - s perpendicular to the edge. It points into the other face.
  const t = (cx * ex + cy * ey + cz * ez) / (ex * ex + ey * ey + ez * ez);
  const tx = cx - t * ex,
    ty = cy - t * ey,
    tz = cz - t * ez;
  return clearlyNegative(x * tx + y * ty + z * tz, tx * tx + ty * ty + tz * tz, squared) ? CULL : KEEP;
}

/** Tests whether a dot product is below 0 by more than the tolerance. @param aSquared, bSquared squared lengths of the two vectors */
function clearlyNegative(dot: number, aSquared: number, bSquared: number): boolean {
  return dot < 0 && dot * dot > FEASIBLE_TOLERANCE * FEASIBLE_TOLERANCE * aSquared * bSquared;
}

/** Rounding error of `depth` in isInside, relative to the product of the lengths from which it is computed. */
const DEPTH_ROUNDING = 1e-12;

/**
 * Tests a necessary condition for a path to end at s: the end of the path lies in an element that contains s, on the inner side of the
 * boundary. Culling argues that another boundary point is nearer; this test argues only about the path's own end.
 * - If s is inside a face, p must be on the face's inner side. This also holds if the face's element is inverted, since the ray leaves
 *   it through the face in the direction of the outward normal.
 * - If s is on an edge or at a vertex, p must be on the inner side of one of the faces around it. The reason: turn, at s, from the
 *   direction of p to that boundary direction around s which is nearest by angle. The turn arrives at the boundary from the inside
 *   (docs/method.md). This requires that the elements around s do not overlap one another, so at folds the result is true.
 * @param face the face whose corners are in `scratch.closest.triangle`    @param feature the feature of the face on which s lies
 * @param x, y, z s - p [m]
 * @returns true if a path may end at s
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
  const { closest, fold, pathEnd } = scratch;
  const { triangle } = closest;
  const { offset, origin } = pathEnd;
  offset[0] = x;
  offset[1] = y;
  offset[2] = z;
  if (isInside(scratch)) return true;
  if (feature === FACE) return false;
  const { positions, vertexBase, topology } = body;
  const { faces, faceEdges, edgeFaces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  // The corners in `triangle` are relative to p, so this difference is p.
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

/** Writes a face's corners, minus p, to `scratch.closest.triangle`. */
function loadTriangle(scratch: PathScratch, { positions, vertexBase, topology }: PathBody, face: number): void {
  const { closest, pathEnd } = scratch;
  const { triangle } = closest;
  const { origin } = pathEnd;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * (vertexBase + topology.faces[3 * face + corner]);
    triangle[3 * corner] = positions[v] - origin[0];
    triangle[3 * corner + 1] = positions[v + 1] - origin[1];
    triangle[3 * corner + 2] = positions[v + 2] - origin[2];
  }
}

/** Tests whether p is, up to rounding, on the inner side of the face in `scratch.closest.triangle`, which contains s. */
function isInside(scratch: PathScratch): boolean {
  const { closest, pathEnd } = scratch;
  const { triangle } = closest;
  const { offset } = pathEnd;
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
  // Depth of p below the face's plane, positive on the inner side, times twice the face's area.
  const depth = (uy * vz - uz * vy) * x + (uz * vx - ux * vz) * y + (ux * vy - uy * vx) * z;
  if (depth >= 0) return true;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  return depth * depth <= DEPTH_ROUNDING * DEPTH_ROUNDING * uu * vv * (x * x + y * y + z * z + uu);
}
