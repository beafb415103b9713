import { answerPaths } from '../src/cli/answer-paths.ts';
import { emulationNote, openBackend } from '../src/cli/backends.ts';
import { NoBackendError } from '../src/cli/errors.ts';
import type { PathCase } from '../src/cli/path-case.ts';
import { defaultParameters } from '../src/simulation/parameters.ts';
import type { PathMethod } from '../src/simulation/path/path-methods.ts';
import { pathWork } from '../src/simulation/path/path-work.ts';
import type { OneThread } from './one-thread.ts';

/** What the queries of a case cost, each on the average. */
export interface WorkPerQuery {
  readonly candidates: number;
  readonly traversals: number;
  readonly tetsVisited: number;
  readonly cellsVisited?: number;
  readonly cullingAside?: number;
  /** An estimate, from the counters. */
  readonly bytesRead?: number;
  /** Of the path kernel; absent where the GPU is emulated, whose time says nothing about a GPU. */
  readonly queriesPerSecond?: number;
  readonly adapter?: string;
}

export function workOnCpu(thread: OneThread, method: PathMethod): WorkPerQuery {
  const { count } = thread.pathCase.queries;
  thread.answer(method);
  const { candidates, traversals, tetsVisited, cellsVisited, cullingAside } = pathWork;
  return {
    candidates: candidates / count,
    traversals: traversals / count,
    tetsVisited: tetsVisited / count,
    cellsVisited: cellsVisited / count,
    cullingAside: cullingAside / count,
  };
}

/** Depths further apart than this share of the bounding box's diagonal are different answers. */
const SAME = 1e-4;

/** How many queries two methods answer differently; culling is on for the first, off for the second. */
export function countDifferent(thread: OneThread, method: PathMethod, other: PathMethod): number {
  const positions = thread.pathCase.positions;
  const sides = [0, 1, 2].map((axis) => {
    const coordinates = positions.filter((_, i) => i % 3 === axis);
    return Math.max(...coordinates) - Math.min(...coordinates);
  });
  thread.answer(method, true);
  const depths = thread.depths();
  thread.answer(other, false);
  const same = SAME * Math.hypot(...sides);
  return thread.depths().reduce((sum, depth, q) => sum + (Math.abs(depth - depths[q]) <= same ? 0 : 1), 0);
}

/**
 * Bytes that the kernel reads [B]: of a candidate its id, its corners' ids and their positions, and its share of boxes (a
 * leaf holds up to four faces, and there are as many inner nodes, with two boxes each, as leaves); of an element visited
 * its corners' ids and positions and its neighbours. What culling reads around a vertex or an edge isn't counted.
 */
const CANDIDATE_BYTES = 4 + 12 + 36 + (2 * 32) / 4;
const ELEMENT_BYTES = 16 + 48 + 16;

/** @returns undefined where there is no adapter */
export async function workOnGpu(pathCase: PathCase): Promise<WorkPerQuery | undefined> {
  const { world, positions, queries } = pathCase;
  const backend = await openBackend('gpu', world, positions, defaultParameters(), 1).catch((error) => {
    if (error instanceof NoBackendError) return undefined;
    throw error;
  });
  if (!backend) return undefined;
  const { work, ms } = await answerPaths(backend, pathCase, true);
  await backend.dispose();
  const perQuery = (sum: number) => sum / queries.count;
  return {
    candidates: perQuery(work.candidates),
    traversals: perQuery(work.traversals),
    tetsVisited: perQuery(work.tetsVisited),
    bytesRead: perQuery(CANDIDATE_BYTES * work.candidates + ELEMENT_BYTES * work.tetsVisited),
    adapter: backend.adapter,
    ...(emulationNote(backend.adapter) ? {} : { queriesPerSecond: (1000 * queries.count) / ms }),
  };
}
