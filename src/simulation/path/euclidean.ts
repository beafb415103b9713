import { beginNearest } from './candidate.ts';
import type { PathOptions } from './path-query.ts';
import { searchTree } from './find-shortest-path.ts';
import type { PathBody } from './path-body.ts';
import { findFromSkin, isAtSkin } from './skin.ts';
import type { PathScratch } from './scratch.ts';

/**
 * The nearest point of a body's boundary, whether a path inside the body leads there or not: method `euclidean`, for
 * comparison (Chen et al. 2023, figure 15a). In a body that intersects itself it is often a point of another layer, or of the
 * point's own surroundings. Parameters as of findShortestPath; see `scratch.path` for the answer.
 */
export function findEuclideanPath(
  scratch: PathScratch,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  const { skin } = scratch;
  if (isAtSkin(skin, body, px, py, pz, tet)) {
    findFromSkin(scratch, findEuclideanPath, body, px, py, pz, tet, vertex, options);
    return;
  }
  beginNearest(scratch, body, vertex);
  searchTree(scratch, body, px, py, pz);
}
