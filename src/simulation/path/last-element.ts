import { FACE, FIRST_CORNER } from '../../geometry/closest-point.ts';
import { isFolded, isFoldedEdge } from './folds.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch } from './scratch.ts';

/** Rounding error of a height over a face, as a share of the product of the lengths that it is made of. */
const ROUNDING = 1e-12;

/**
 * Whether a path can end at s at all: its last piece lies in an element that holds s, behind the boundary there. Unlike
 * culling this is a condition on the path itself, which asks nothing of other elements.
 * - Inside a face, p has to be on the inner side, also where the element is inverted: the ray leaves by that face in the direction
 *   of its outward normal.
 * - On an edge, on the inner side of one of its faces: for a ray that comes out of the elements around an edge or a corner
 *   reaches the nearest boundary around from the inside (docs/method.md). That needs elements that don't overlap one another
 *   there, so nothing is said at folds.
 * @param face the face of `triangle`, and `feature` of it that holds s    @param x, y, z s - p [m]
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

/** Whether p is on the inner side of `triangle`, which holds s, up to rounding. */
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
  return height * height <= ROUNDING * ROUNDING * uu * vv * (x * x + y * y + z * z + uu);
}
