import { TRAVERSAL_LIMITS, type TraversalLimits } from './limits.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch } from './scratch.ts';

export interface PathOptions {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS: PathOptions = { culling: true, limits: TRAVERSAL_LIMITS };

/** A path method: answers one query and leaves the answer in `scratch.path`. Parameters as for findShortestPath. */
export type FindPath = (
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
) => void;
