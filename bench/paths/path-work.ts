import { answerPaths } from '../../src/queries/answer-paths.ts';
import { emulationNote, openNodeBackend } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import type { PathCase } from '../../src/queries/path-case.ts';
import { DEVICE_METHODS, type DeviceMethod } from '../../src/simulation/path/passes.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import type { PathMethod } from '../../src/simulation/path/tables.ts';
import type { OneThread } from '../measure/threads.ts';

/** Mean work per query of a case. */
export interface WorkPerQuery {
  readonly candidates: number;
  readonly traversals: number;
  readonly tetsVisited: number;
  readonly cellsVisited?: number;
  /** Tested bounds: boxes or spheres. */
  readonly boundsTested?: number;
  readonly undecidedByCulling?: number;
  /** Estimated bytes, from the counters. */
  readonly bytesRead?: number;
  /** Rate of the path kernel; missing if the GPU is emulated, whose times are meaningless for a GPU. */
  readonly queriesPerSecond?: number;
  readonly adapter?: string;
}

export function workOnCpu(thread: OneThread, method: PathMethod): WorkPerQuery {
  const { count } = thread.pathCase.queries;
  thread.answer(method);
  const { candidates, traversals, tetsVisited, cellsVisited, undecidedByCulling } = thread.context.scratch.path.work;
  return {
    candidates: candidates / count,
    traversals: traversals / count,
    tetsVisited: tetsVisited / count,
    cellsVisited: cellsVisited / count,
    undecidedByCulling: undecidedByCulling / count,
  };
}

/** Two depths count as different answers if they differ by more than this share of the bounding box' diagonal. */
const SAME = 1e-4;

/** Counts the queries that two methods answer differently. Culling is on for the first method and off for the second. */
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
 * Bytes that kernels read. Per candidate face: its id, its corners' ids and positions. Per visited element: its corners' ids and positions,
 * and its neighbours. Per bound: its box, or its sphere and children. Data that culling reads around a vertex or an edge are not counted,
 * nor are the lists of inverted elements, which both methods read alike.
 */
const CANDIDATE_BYTES = 4 + 12 + 36;
const ELEMENT_BYTES = 16 + 48 + 16;
const BOUND_BYTES = { tree: 32, flood: 16 + 4 } as const;

export type WorkOnGpu = Readonly<Record<DeviceMethod, WorkPerQuery>>;

/** Measures the work of the GPU's path kernel. @returns undefined if there is no adapter */
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
