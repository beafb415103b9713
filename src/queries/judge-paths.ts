import type { PathAnswers } from '../engine/answer-path-queries.ts';
import { type Json, numbers, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';

/** The answers that a path case has to get. */
export interface ExpectedPaths {
  /** Of the deformed objects' bounding box [model's unit]. */
  readonly diagonal: number;
  readonly distances: readonly number[];
}

/** How far a right answer may be off, as a share of the diagonal. */
export const RIGHT = 1e-4;

/** How answers compare with the expected ones. */
export interface PathJudgement {
  readonly right: number;
  readonly missing: number;
  /** The largest difference of those that aren't missing, over the diagonal. */
  readonly worst: number;
}

/** @throws UsageError that says what was found and what is expected */
export function parseExpectedPaths(json: unknown, count: number): ExpectedPaths {
  const file: Json = record(json, 'the file');
  const [diagonal] = numbers([file.bbox_diag], 'bbox_diag', 1);
  if (!(diagonal > 0)) throw new UsageError(`bbox_diag is ${diagonal}; expected a positive number`);
  const distances = numbers(file.distance, 'distance', 1);
  if (distances.length !== count) {
    throw new UsageError(`distance has ${distances.length} numbers; expected ${count}, one a query`);
  }
  return { diagonal: Number(file.bbox_diag), distances: file.distance as number[] };
}

/**
 * Judges answers: right where the distance is, and where the point that is told lies that far from the query's.
 * @param points of the queries, `dim` numbers each    @param scale by which the case was scaled
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
    worst = Math.max(worst, off); // stays no number where one is
  });
  return { right, missing, worst };
}
