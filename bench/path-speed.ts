import { PATH_METHODS, type PathMethod } from '../src/simulation/path/path-methods.ts';
import { fastestOf, interleave, ratio, type Timing } from './interleave.ts';
import type { OneThread } from './one-thread.ts';
import type { BenchCase } from './path-cases.ts';
import { Rival } from './rival.ts';

/** All that have code of their own. */
export const METHODS: readonly PathMethod[] = PATH_METHODS.filter((method) => method !== 'fastest');

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
  const rivals = [false, true].map((indirect) => new Rival(positions, faces, indirect));
  const timings = await interleave([
    ...rivals.map((rival, i) => ({
      name: `three-mesh-bvh${i > 0 ? ', indirect' : ''}`,
      run: () => void rival.closestPoints(queries.points),
    })),
    ...METHODS.map((method) => ({ name: method, run: () => thread.answer(method) })),
  ]);
  const rival = fastestOf(timings.slice(0, rivals.length));
  const methods = METHODS.map((method, i) => {
    const timing = timings[rivals.length + i];
    return { method, timing, ratio: ratio(timing, rival) };
  });
  return { name, queries: queries.count, rival, methods };
}
