import { TRAVERSAL_LIMITS, type TraversalLimits } from './limits.ts';
import type { PaperSearch } from './paper/settings.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch } from './scratch.ts';

/** Settings of a query. */
export interface PathOptions {
  /** Whether infeasible-region culling is used (culling.ts). */
  readonly culling: boolean;
  readonly limits: TraversalLimits;
  /** Settings of the method `paper`; as published by default. */
  readonly paper?: PaperSearch;
}
export const PATH_OPTIONS: PathOptions = { culling: true, limits: TRAVERSAL_LIMITS };

/** A path method. It answers one query and writes the answer to `scratch.path`. Parameters as for findShortestPath in search.ts. */
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
