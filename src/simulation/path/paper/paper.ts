import { FACE } from '../../../geometry/closest-point.ts';
import { CULL, cull, UNDECIDED } from '../culling.ts';
import { OVERFLOW, VALID } from '../limits.ts';
import type { PathBody } from '../path-body.ts';
import { ACCEPTED, CULLED, INVALID_PATH } from '../results.ts';
import type { PathScratch } from '../scratch.ts';
import { traverseToPoint } from './traverse.ts';

/**
 * Tests a candidate as published: infeasible-region culling, then a walk from s to p. A candidate inside a face is never culled, since p is
 * in its feasible region. Candidates at folds aren't culled: there the paper's proof does not hold (errata, culling.ts). Near inverted
 * elements and branched edges the proof does not hold either, but the paper culls there, and so does this test.
 * @param face boundary face with the candidate `scratch.closest`
 * @returns ACCEPTED, CULLED or INVALID_PATH
 * Source: Chen et al. 2023, supplement, Algorithm 3, line 8, and Algorithm 4.
 */
export function testAsPublished(
  scratch: PathScratch,
  body: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): number {
  const { closest, fold, query, work } = scratch;
  const { x, y, z, feature } = closest;
  if (query.culling && feature !== FACE) {
    const verdict = cull(fold, body, face, feature, px, py, pz, x, y, z);
    if (verdict === CULL) return CULLED;
    if (verdict === UNDECIDED) work.undecidedByCulling++;
  }
  work.traversals++;
  const { walk, again } = query.paper;
  const outcome = traverseToPoint(scratch, body, face, px, py, pz, x, y, z, query.tet, walk);
  if (outcome !== OVERFLOW) return outcome === VALID ? ACCEPTED : INVALID_PATH;
  work.overflows++;
  const second = traverseToPoint(scratch, body, face, px, py, pz, x, y, z, query.tet, again);
  return second === VALID ? ACCEPTED : INVALID_PATH;
}
