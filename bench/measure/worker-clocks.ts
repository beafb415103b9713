import type { Backend } from '../../src/simulation/backend.ts';
import { interleave, type Timing } from './interleave.ts';

/** Least duration of a contestant's part of a round [ms]. */
const ROUND = 150;

/** Of a pool of one worker and of one of two. */
export interface ByWorkers<T> {
  /** By the clock of the stages, which runs from when all workers have met to when the last is done: as a step's columns are timed. */
  readonly one: T;
  readonly two: T;
  /** By the host's clock: the whole call, with waking the workers and hearing from them. */
  readonly oneByHost: T;
  readonly twoByHost: T;
}

/** What the tables say of the two clocks. */
export const STAGES_CLOCK = "by the stages' clock, which starts once all workers have met";
export const HOST_CLOCK = "by the host's clock: the whole call, with waking the workers";

/** What a run took by either clock [ms]. */
export interface Clocks {
  readonly stages: number;
  readonly host: number;
}

/** Times the same work through a pool of one worker and one of two, in turn, by both clocks; closes the pools. */
export async function timeOneAndTwo(
  open: (workers: number) => Promise<Backend>,
  run: (backend: Backend) => Promise<Clocks>,
): Promise<ByWorkers<Timing>> {
  const backends: Backend[] = [];
  try {
    for (const workers of [1, 2]) backends.push(await open(workers));
    const [one, two, oneByHost, twoByHost] = await interleave(
      (['stages', 'host'] as const).flatMap((clock) =>
        backends.map((backend, i) => ({
          name: `${i + 1} worker${i > 0 ? 's' : ''}`,
          runElsewhere: async () => (await run(backend))[clock],
        })),
      ),
      ROUND,
    );
    return { one, two, oneByHost, twoByHost };
  } finally {
    for (const backend of backends) await backend.dispose();
  }
}
