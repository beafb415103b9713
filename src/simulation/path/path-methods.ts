import type { PathOptions } from './candidate.ts';
import { findEuclideanPath } from './euclidean.ts';
import { findShortestPath } from './find-shortest-path.ts';
import { flood } from './flood.ts';
import type { PathBody } from './path-body.ts';
import { findRestShapePath } from './rest-shape.ts';

/**
 * How a penetrating point finds its way out. `tree` and `flood` are exact and give the same answers.
 * `euclidean` and `rest-shape` are the ways that it replaces, for comparison.
 */
export const PATH_METHODS = ['flood', 'tree', 'euclidean', 'rest-shape'] as const;
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

const METHODS: Readonly<Record<PathMethod, FindPath>> = {
  flood,
  tree: findShortestPath,
  euclidean: findEuclideanPath,
  'rest-shape': findRestShapePath,
};

/** Whether the method asks the tree over boundary faces, so that its boxes have to be right. */
export const asksFaceTree = (method: PathMethod): boolean => method === 'tree' || method === 'euclidean';

export const findPath = (method: PathMethod): FindPath => METHODS[method];
