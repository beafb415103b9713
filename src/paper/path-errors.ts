import type { Backend } from '../simulation/backend.ts';
import { initialQueries } from '../simulation/capacities.ts';
import { answerQueriesInState } from '../simulation/diagnostics/measure.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import { NONE } from '../mesh/topology.ts';
import { PATH, QUERY, type Words } from '../simulation/state.ts';

/** Queries of a backend's state, as records of QUERY. */
export interface QueryRecords extends Words {
  readonly count: number;
}

/** Answers to queries. */
export interface PathVectors {
  /** From each query's point to the end of its path [m], 3 numbers per query; NaN where there is no answer. */
  readonly vectors: Float64Array;
  /** Length of each path [m]; NaN where there is no answer. */
  readonly depths: Float64Array;
}

/** Answers and times. */
export interface TimedVectors extends PathVectors {
  /** Time of all searches, and of what they need prepared at the present positions (refitted boxes, distances) [ms]. */
  readonly search: number;
  readonly preparation: number;
}

export type PathChoice = Partial<Pick<SimulationParameters, 'pathMethod' | 'fieldSource' | 'fieldUpdate'>>;

/** Answers queries at the backend's present positions. */
export async function answerQueries(
  backend: Backend,
  queries: QueryRecords,
  choice: PathChoice,
): Promise<TimedVectors> {
  const { count, u32, f32 } = queries;
  const vectors = new Float64Array(3 * count).fill(Number.NaN);
  const depths = new Float64Array(count).fill(Number.NaN);
  const capacity = initialQueries(backend.world);
  let search = 0;
  let preparation = 0;
  for (let first = 0; first < count; first += capacity) {
    const part = new Uint32Array(QUERY.stride * capacity);
    const size = Math.min(capacity, count - first);
    part.set(u32.subarray(QUERY.stride * first, QUERY.stride * (first + size)));
    await backend.write('queries', new Float32Array(part.buffer));
    await backend.takeTimes(); // sets the clocks to 0
    await answerQueriesInState(backend, size, { ...defaultParameters(), ...choice });
    const times = await backend.takeTimes();
    search += times.path;
    // It is the same for all parts.
    preparation ||= times.refit;
    const paths = (await backend.read('paths')) as Words;
    for (let i = 0; i < size; i++) {
      const at = PATH.stride * i;
      if (paths.u32[at + PATH.face] === NONE) continue;
      depths[first + i] = paths.f32[at + PATH.depth];
      for (let k = 0; k < 3; k++)
        vectors[3 * (first + i) + k] = paths.f32[at + k] - f32[QUERY.stride * (first + i) + QUERY.point + k];
    }
  }
  return { vectors, depths, search, preparation };
}

/** Upper ends of the histogram's bins: of the depth over the exact depth, and of the angle to the exact direction [degrees]. */
export const DEPTH_BINS = [0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, Infinity] as const;
export const ANGLE_BINS = [5, 15, 30, 60, 90, 180] as const;

/** Errors of a method's answers against exact ones. Shares are of the queries that have an exact answer. */
export interface PathErrors {
  /** Share of queries without an answer. */
  readonly missing: number;
  /** Share of answers that point away from the exact way out, by more than 90 degrees. */
  readonly wrongSide: number;
  /** Medians over the answers: of |depth / exact depth - 1|, and of the angle to the exact direction [degrees]. */
  readonly depthError: number;
  readonly angle: number;
  /** Shares of the queries in each bin of DEPTH_BINS and of ANGLE_BINS; they add up to the share that has an answer. */
  readonly depthShares: readonly number[];
  readonly angleShares: readonly number[];
}

/**
 * Compares answers with exact ones.
 * @param least exact depths below this are left out [m]: their direction is lost in float32
 */
export function comparePaths(answers: PathVectors, exact: PathVectors, least: number): PathErrors & { count: number } {
  const ratios: number[] = [];
  const angles: number[] = [];
  let count = 0;
  exact.depths.forEach((exactDepth, i) => {
    if (!(exactDepth > least)) return;
    count++;
    const depth = answers.depths[i];
    if (Number.isNaN(depth)) return;
    let dot = 0;
    for (let k = 0; k < 3; k++) dot += answers.vectors[3 * i + k] * exact.vectors[3 * i + k];
    const cosine = depth > 0 ? dot / (depth * exactDepth) : 0;
    ratios.push(depth / exactDepth);
    angles.push((Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI);
  });
  return {
    count,
    missing: 1 - ratios.length / count,
    wrongSide: angles.filter((angle) => angle > 90).length / count,
    depthError: middle(ratios.map((ratio) => Math.abs(ratio - 1))),
    angle: middle(angles),
    depthShares: sharesIn(DEPTH_BINS, ratios, count),
    angleShares: sharesIn(ANGLE_BINS, angles, count),
  };
}

/** Returns the median; NaN of no values. */
export const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the share of values in each bin, out of `count`. @param ends upper ends of the bins, ascending */
const sharesIn = (ends: readonly number[], values: readonly number[], count: number): number[] =>
  ends.map((end, i) => values.filter((x) => x <= end && (i === 0 || x > ends[i - 1])).length / count);
