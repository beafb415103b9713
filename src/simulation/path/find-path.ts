import type { FindPath } from './path-query.ts';
import { findEuclideanPath } from './euclidean.ts';
import { findShortestPath } from './find-shortest-path.ts';
import { flood } from './flood/flood.ts';
import type { PathMethod } from './path-methods.ts';
import { findRestShapePath } from './rest-shape.ts';

/** For a point of the body itself, or one that nobody knows. */
const WITHIN: Readonly<Record<PathMethod, FindPath>> = {
  flood,
  tree: findShortestPath,
  euclidean: findEuclideanPath,
  'euclidean-between': flood,
  'rest-shape': findRestShapePath,
};

/** @param between whether the point belongs to another body */
export const findPath = (method: PathMethod, between = false): FindPath =>
  between && method === 'euclidean-between' ? findEuclideanPath : WITHIN[method];
