import type { PathAnswers } from '../engine/answer-path-queries.ts';
import { type Json, numbers, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';

/** The right answers of a path case. */
export interface ExpectedPaths {
  /** Diagonal of the deformed objects' bounding box [model's unit]. */
  readonly diagonal: number;
  /** Distance to the boundary, 1 per query [model's unit]. */
  readonly distances: readonly number[];
}

/** Largest error of a right answer, as a share of the diagonal. */
export const RIGHT = 1e-4;

/** Result of the comparison of answers with the expected ones. */
export interface PathJudgement {
  /** Number of right answers. */
  readonly right: number;
  /** Number of queries without an answer. */
  readonly missing: number;
  /** Largest error of an answer, as a share of the diagonal. */
  readonly worst: number;
}

/** Checks a file of expected answers. @param count number of queries. @throws UsageError */
export function parseExpectedPaths(json: unknown, count: number): ExpectedPaths {
  const file: Json = record(json, 'the file');
  const [diagonal] = numbers([file.bbox_diag], 'bbox_diag', 1);
  if (!(diagonal > 0)) throw new UsageError(`bbox_diag is ${diagonal}; expected a positive number`);
  const distances = numbers(file.distance, 'distance', 1);
  if (distances.length !== count) {
    throw new UsageError(`distance has ${distances.length} numbers; expected ${count}, one per query`);
  }
  return { diagonal: Number(file.bbox_diag), distances: file.distance as number[] };
}

/**
 * Judges answers. An answer is right if its distance is the expected one and its point lies at that distance from the query's.
 * @param points the queries' points, `dim` numbers per query    @param scale factor by which the case's lengths were multiplied
 */
export function judgePaths(
  { distance, point }: PathAnswers,
  { diagonal, distances }: ExpectedPaths,
  points: ArrayLike<number>,
  scale: number,
): PathJudgement {
  const dim = points.length / Math.max(1, distances.length);
  let right = 0;
  let missing = 0;
  let worst = 0;
  distances.forEach((expected, q) => {
    const found = distance[q];
    if (found === null) {
      missing++;
      return;
    }
    const away = Math.hypot(...Array.from({ length: dim }, (_, k) => point[dim * q + k] - points[dim * q + k]));
    const off = Math.max(Math.abs(found - scale * expected), Math.abs(away - scale * expected)) / (scale * diagonal);
    if (off <= RIGHT) right++;
    worst = Math.max(worst, off); // NaN stays NaN
  });
  return { right, missing, worst };
}
