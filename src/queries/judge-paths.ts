import type { PathAnswers } from '../engine/answer-path-queries.ts';
import { type Json, numbers, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';

/** The expected answers of a path case, that is, of a file of shortest-path queries. */
export interface ExpectedPaths {
  /** Diagonal of the deformed objects' bounding box [unit of the file's lengths]. */
  readonly diagonal: number;
  /** Length of the shortest path to the boundary, 1 per query [unit of the file's lengths]. */
  readonly distances: readonly number[];
}

/** An answer counts as right if its error, as a share of the diagonal, is at most this. */
export const TOLERANCE = 1e-4;

/** Result of comparing answers with the expected answers. */
export interface PathJudgement {
  /** Number of right answers. */
  readonly right: number;
  /** Number of queries without an answer. */
  readonly missing: number;
  /** Largest error of all answers, as a share of the diagonal. */
  readonly worst: number;
}

/**
 * Checks a parsed file of expected answers.
 * @param count number of queries
 * @throws UsageError
 */
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
 * Compares answers with the expected distances. An answer is right if both its distance and the distance from the query's point to the
 * answer's point equal the expected distance within TOLERANCE.
 * @param points the queries' points, 2 or 3 numbers per query
 * @param scale factor by which the lengths of the file were multiplied before the queries were answered
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
    const pointDistance = Math.hypot(
      ...Array.from({ length: dim }, (_, k) => point[dim * q + k] - points[dim * q + k]),
    );
    const error =
      Math.max(Math.abs(found - scale * expected), Math.abs(pointDistance - scale * expected)) / (scale * diagonal);
    if (error <= TOLERANCE) right++;
    worst = Math.max(worst, error); // an error that is NaN makes `worst` NaN
  });
  return { right, missing, worst };
}
