import { existsSync } from 'node:fs';
import { type PathCase, readPathCase } from '../../src/queries/path-case.ts';
import { GENERATED } from './generated-cases.ts';
import { PATH_METHODS, type PathMethod } from '../../src/simulation/path/tables.ts';
import { interleave, type Timing } from '../measure/interleave.ts';
import type { OneThread } from '../measure/threads.ts';
import { ratio } from '../report/statistics.ts';
import { Rival } from '../collision/rival.ts';

/** A case of the benchmark. */
export interface BenchCase {
  readonly name: string;
  readonly pathCase: PathCase;
  /** Minimum speed, relative to three-mesh-bvh's closest points. */
  readonly bound: number | undefined;
  /** Relative speed of the paper's own C++ code, from the data's README; measured on another machine. */
  readonly reference: number | undefined;
}

const SHARED_FOLDER = '../shared/data/paths';

/** Shared cases, with the bounds of issue 3. */
const SHARED = [
  { name: 'octopus-self', bound: 1.2, reference: 0.3 },
  { name: 'noodle-coil', bound: 2.2, reference: 0.47 },
  { name: 'octopus-inverted', bound: 0.3, reference: 0.12 },
] as const;

/** Returns all cases: the shared ones, if their folder lies beside the repository, then the generated ones. */
export function benchCases(): BenchCase[] {
  const shared = SHARED.map((given) => ({ ...given, path: `${SHARED_FOLDER}/${given.name}.in.json` }));
  return [
    ...shared
      .filter(({ path }) => existsSync(path))
      .map(({ name, bound, reference, path }) => ({ name, bound, reference, pathCase: readPathCase(path, true) })),
    ...GENERATED.map(({ name, make }) => ({ name, pathCase: make(), bound: undefined, reference: undefined })),
  ];
}

export interface PathSpeed {
  readonly name: string;
  readonly queries: number;
  readonly rival: Timing;
  readonly methods: readonly { readonly method: PathMethod; readonly timing: Timing; readonly ratio: number }[];
}

/**
 * Times a case's queries by several contestants in turn. One contestant is three-mesh-bvh's closest points, whose tree is built and
 * refitted beforehand. The others are shortest paths by each path method, including all preparations (boxes, folds, cells). No run reuses
 * results of the previous one.
 */
export async function timePaths({ name, pathCase }: BenchCase, thread: OneThread): Promise<PathSpeed> {
  const { world, positions, queries } = pathCase;
  const { faces } = world.models[0].topology;
  // On these cases, `indirect` is as fast as the default or up to 3 % faster. Using both in one process slows each down.
  const closestPoints = new Rival(positions, faces, true);
  const [rival, ...timings] = await interleave([
    { name: 'three-mesh-bvh', run: () => void closestPoints.closestPoints(queries.points) },
    ...PATH_METHODS.map((method) => ({ name: method, run: () => thread.answer(method) })),
  ]);
  const methods = PATH_METHODS.map((method, i) => {
    const timing = timings[i];
    return { method, timing, ratio: ratio(timing.rounds, rival.rounds) };
  });
  return { name, queries: queries.count, rival, methods };
}
