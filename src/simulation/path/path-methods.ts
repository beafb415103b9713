import type { PathOptions } from './candidate.ts';
import { findEuclideanPath } from './euclidean.ts';
import { findShortestPath } from './find-shortest-path.ts';
import { flood } from './flood.ts';
import type { PathBody } from './path-body.ts';
import { findRestShapePath } from './rest-shape.ts';

/**
 * How a penetrating point finds its way out. `tree` and `flood` are exact and give the same answers.
 * `euclidean` and `rest-shape` are the ways that it replaces, for comparison; `euclidean-between` is euclidean for points of
 * other bodies, and exact within a body (Chen et al. 2023, figure 15a).
 */
export const PATH_METHODS = ['flood', 'tree', 'euclidean', 'euclidean-between', 'rest-shape'] as const;
export type PathMethod = (typeof PATH_METHODS)[number];

/** One query; its answer is left in `path` (candidate.ts). Parameters as of findShortestPath. */
export type FindPath = (
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
) => void;

/** For a point of the body itself, or one that nobody knows. */
const WITHIN: Readonly<Record<PathMethod, FindPath>> = {
  flood,
  tree: findShortestPath,
  euclidean: findEuclideanPath,
  'euclidean-between': flood,
  'rest-shape': findRestShapePath,
};

/** Whether the method asks the tree over boundary faces, so that its boxes have to be right. */
export const asksFaceTree = (method: PathMethod): boolean =>
  method === 'tree' || method === 'euclidean' || method === 'euclidean-between';

/** @param between whether the point belongs to another body */
export const findPath = (method: PathMethod, between = false): FindPath =>
  between && method === 'euclidean-between' ? findEuclideanPath : WITHIN[method];
