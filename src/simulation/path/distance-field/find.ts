import { NONE } from '../../../mesh/topology.ts';
import type { PathOptions } from '../path-query.ts';
import type { PathBody } from '../path-body.ts';
import type { PathScratch } from '../scratch.ts';
import { IN_FIELD } from '../../state.ts';
import { depthOf, fieldAt } from './field-at.ts';

/**
 * Reads the depth of a point from the body's carried distance field. This is the method `distance-field`, for comparison (Fisher and Lin
 * 2001). The path goes against the gradient, as far as the field would need to fall to 0 at this rate: d / |gradient| (depthOf). It leads to no
 * certain boundary face, so the face is IN_FIELD. Parameters as for findShortestPath; the answer is written to `scratch.path`.
 */
export function findInField(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  _vertex: number,
  _options: PathOptions,
): void {
  const { path, field } = scratch;
  path.face = NONE;
  path.feature = 0;
  path.b0 = 0;
  path.b1 = 0;
  const { topology, positions, fieldDistances, vertexBase } = body;
  if (!fieldAt(field, topology.tets, positions, fieldDistances, vertexBase, px, py, pz, tet)) return;
  const { gradient, distance } = field;
  const slope = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
  const depth = depthOf(distance, slope);
  const scale = -depth / slope;
  path.x = scale * gradient[0];
  path.y = scale * gradient[1];
  path.z = scale * gradient[2];
  path.depthSquared = depth * depth;
  path.face = IN_FIELD;
}
