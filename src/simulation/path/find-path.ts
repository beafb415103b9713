import type { PathOptions } from './candidate.ts';
import { findEuclideanPath } from './euclidean.ts';
import { findShortestPath } from './find-shortest-path.ts';
import { flood } from './flood.ts';
import type { PathBody } from './path-body.ts';
import type { PathMethod } from './path-methods.ts';
import { findRestShapePath } from './rest-shape.ts';

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

/** @param between whether the point belongs to another body */
export const findPath = (method: PathMethod, between = false): FindPath =>
  between && method === 'euclidean-between' ? findEuclideanPath : WITHIN[method];
