import { closestPointOnTriangle } from '../../geometry/closest-point.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch } from './scratch.ts';

/** The closest point on a boundary face to p, into `scratch.closest`, as a candidate of a query. */
export function closestOnFace(
  scratch: PathScratch,
  { positions, vertexBase, topology }: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): void {
  const { closest, work } = scratch;
  const { triangle } = closest;
  const { faces } = topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  const j = 3 * (vertexBase + faces[3 * face + 1]);
  const k = 3 * (vertexBase + faces[3 * face + 2]);
  work.candidates++;
  triangle[0] = positions[i] - px;
  triangle[1] = positions[i + 1] - py;
  triangle[2] = positions[i + 2] - pz;
  triangle[3] = positions[j] - px;
  triangle[4] = positions[j + 1] - py;
  triangle[5] = positions[j + 2] - pz;
  triangle[6] = positions[k] - px;
  triangle[7] = positions[k + 1] - py;
  triangle[8] = positions[k + 2] - pz;
  closestPointOnTriangle(closest);
}
