import { answerPaths } from '../../src/queries/answer-paths.ts';
import { emulationNote, openNodeBackend } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import type { PathCase } from '../../src/queries/path-case.ts';
import { DEVICE_METHODS, type DeviceMethod } from '../../src/simulation/path/passes.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import type { PathMethod } from '../../src/simulation/path/tables.ts';
import type { OneThread } from '../measure/threads.ts';

/** What the queries of a case cost, each on the average. */
export interface WorkPerQuery {
  readonly candidates: number;
  readonly traversals: number;
  readonly tetsVisited: number;
  readonly cellsVisited?: number;
  /** Boxes or balls looked at. */
  readonly boundsTested?: number;
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
  const { candidates, traversals, tetsVisited, cellsVisited, cullingAside } = thread.context.scratch.path.work;
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
 * Bytes that the kernels read [B]: of a candidate its id, its corners' ids and their positions; of an element visited its corners'
 * ids and positions and its neighbours; of a bound its box, or its ball and what lies behind. What culling reads around
 * a vertex or an edge isn't counted, nor the lists of inverted elements, which both methods read alike.
 */
const CANDIDATE_BYTES = 4 + 12 + 36;
const ELEMENT_BYTES = 16 + 48 + 16;
const BOUND_BYTES = { tree: 32, flood: 16 + 4 } as const;

export type WorkOnGpu = Readonly<Record<DeviceMethod, WorkPerQuery>>;

/** @returns undefined where there is no adapter */
export async function workOnGpu(pathCase: PathCase): Promise<WorkOnGpu | undefined> {
  const { world, positions, queries } = pathCase;
  const backend = await openNodeBackend('gpu', world, positions, defaultParameters(), 1).catch((error) => {
    if (error instanceof NoBackendError) return undefined;
    throw error;
  });
  if (!backend) return undefined;
  const perQuery = (sum: number) => sum / queries.count;
  const measured: [string, WorkPerQuery][] = [];
  for (const method of DEVICE_METHODS) {
    const { work, ms } = await answerPaths(backend, pathCase, true, method);
    const { candidates, traversals, tetsVisited, boundsTested } = work;
    measured.push([
      method,
      {
        candidates: perQuery(candidates),
        traversals: perQuery(traversals),
        tetsVisited: perQuery(tetsVisited),
        boundsTested: perQuery(boundsTested),
        bytesRead: perQuery(
          CANDIDATE_BYTES * candidates + ELEMENT_BYTES * tetsVisited + BOUND_BYTES[method] * boundsTested,
        ),
        adapter: backend.adapter,
        ...(emulationNote(backend.adapter) ? {} : { queriesPerSecond: (1000 * queries.count) / ms }),
      },
    ]);
  }
  await backend.dispose();
  return Object.fromEntries(measured) as WorkOnGpu;
}
