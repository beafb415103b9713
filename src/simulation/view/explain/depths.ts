import { NONE } from '../../../mesh/topology.ts';
import { fieldAt } from '../../path/distance-field/field-at.ts';
import { flood } from '../../path/flood/flood.ts';
import { PATH_OPTIONS } from '../../path/path-query.ts';
import type { PathScratch } from '../../path/scratch.ts';
import type { StillBody } from './explain-path.ts';
import type { Point } from './explanation.ts';

/** Returns the length of the shortest path from a point of an element to the boundary [m]; NaN if no valid path leads there. */
export function exactDepth(scratch: PathScratch, { now }: StillBody, p: Point, tet: number): number {
  flood(scratch, now, p[0], p[1], p[2], tet, NONE, PATH_OPTIONS);
  return scratch.path.face === NONE ? Number.NaN : Math.sqrt(scratch.path.depthSquared);
}

/** Returns the carried distance at a point of an element [m]; 0 where the distance field tells nothing. */
export function carriedDistance({ field }: PathScratch, { now }: StillBody, p: Point, tet: number): number {
  const { topology, positions, fieldDistances, vertexBase } = now;
  const isTold = fieldAt(field, topology.tets, positions, fieldDistances, vertexBase, p[0], p[1], p[2], tet);
  return isTold ? field.distance : 0;
}
