import { closestPointOnTriangle } from '../../geometry/closest-point.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';

/** The closest point on a boundary face to p, into `closest`, as a candidate of a query. */
export function closestOnFace(
  { positions, vertexBase, topology }: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): void {
  const { faces } = topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  const j = 3 * (vertexBase + faces[3 * face + 1]);
  const k = 3 * (vertexBase + faces[3 * face + 2]);
  pathWork.candidates++;
  closestPointOnTriangle(
    positions[i] - px,
    positions[i + 1] - py,
    positions[i + 2] - pz,
    positions[j] - px,
    positions[j + 1] - py,
    positions[j + 2] - pz,
    positions[k] - px,
    positions[k + 1] - py,
    positions[k + 2] - pz,
  );
}
