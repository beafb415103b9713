import { FACE, FIRST_CORNER } from '../../../../src/geometry/closest-point.ts';
import { closestOnFace } from '../../../../src/simulation/path/near-face.ts';
import type { PathBody } from '../../../../src/simulation/path/path-body.ts';
import type { PathQuery } from '../../../fixtures/path-queries.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { closest } = scratch;

/** The closest point of a boundary face: s - p [m], and the vertices of the feature that holds it, none inside the face. */
export interface Candidate {
  readonly face: number;
  readonly feature: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly vertices: readonly number[];
}

/** The nearest candidates of a query, even if no paths lead there; those at the query's own vertex are excluded. */
export function nearCandidates(body: PathBody, { point, vertex }: PathQuery, count: number): Candidate[] {
  const { faceCount } = body.topology;
  const distances = new Float64Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    closestOnFace(scratch, body, face, ...point);
    distances[face] = closest.distanceSquared;
  }
  return Array.from({ length: faceCount }, (_, face) => face)
    .sort((a, b) => distances[a] - distances[b] || a - b)
    .slice(0, count)
    .map((face) => candidate(body, point, face))
    .filter(({ vertices }) => vertices.length !== 1 || vertices[0] !== vertex);
}

function candidate(body: PathBody, point: PathQuery['point'], face: number): Candidate {
  closestOnFace(scratch, body, face, ...point);
  const { x, y, z, feature } = closest;
  const corner = (k: number) => body.topology.faces[3 * face + (k % 3)];
  const vertices =
    feature === FACE
      ? []
      : feature >= FIRST_CORNER
        ? [corner(feature - FIRST_CORNER)]
        : [corner(feature - 1), corner(feature)];
  return { face, feature, x, y, z, vertices };
}
