import { PATH_METHODS, type PathMethod } from '../src/simulation/path/tables.ts';
import { interleave, type Timing } from './interleave.ts';
import type { OneThread } from './one-thread.ts';
import type { BenchCase } from './path-cases.ts';
import { ratio } from './rates.ts';
import { Rival } from './rival.ts';

export interface PathSpeed {
  readonly name: string;
  readonly queries: number;
  readonly rival: Timing;
  readonly methods: readonly { readonly method: PathMethod; readonly timing: Timing; readonly ratio: number }[];
}

/**
 * Times a case's queries, in turn: three-mesh-bvh's closest points, its tree built and refitted beforehand, and shortest
 * paths by each method with all that a step makes for them (boxes, folds, cells); nothing is kept from one run to the next.
 */
export async function timePaths({ name, pathCase }: BenchCase, thread: OneThread): Promise<PathSpeed> {
  const { world, positions, queries } = pathCase;
  const { faces } = world.models[0].topology;
  // Indirect is as fast as its default on these cases or up to 3 % faster; both in one process slow each other down.
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
