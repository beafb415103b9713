import type { Backend } from '../../src/simulation/backend.ts';
import { interleave, type Timing } from './interleave.ts';

/** Minimum duration of a contestant's part of a round [ms]. */
const ROUND = 150;

/** Results of a pool of one worker and of a pool of two. */
export interface ByWorkers<T> {
  /**
   * Measured by the stages' clock, like a step's stage times: from the moment when all workers have met until the last worker is done.
   */
  readonly one: T;
  readonly two: T;
  /** Measured by the host's clock: the whole call, including waking the workers and receiving their answers. */
  readonly oneByHost: T;
  readonly twoByHost: T;
}

/** Note for tables about the stages' clock. */
export const STAGES_CLOCK = "by the stages' clock, which starts once all workers have met";
export const HOST_CLOCK = "by the host's clock: the whole call, with waking the workers";

/** Duration of a run by both clocks [ms]. */
export interface Clocks {
  readonly stages: number;
  readonly host: number;
}

/** Times the same work in a pool of one worker and in a pool of two, in turn, by both clocks. Closes the pools at the end. */
export async function timeOneAndTwo(
  open: (workers: number) => Promise<Backend>,
  run: (backend: Backend) => Promise<Clocks>,
): Promise<ByWorkers<Timing>> {
  return (await timeEachOnOneAndTwo([open], run))[0];
}

/** Times several works like timeOneAndTwo, all in the same rounds. @returns one result per function that opens a work's pools */
export async function timeEachOnOneAndTwo(
  opens: readonly ((workers: number) => Promise<Backend>)[],
  run: (backend: Backend) => Promise<Clocks>,
): Promise<ByWorkers<Timing>[]> {
  const backends: Backend[] = [];
  try {
    for (const open of opens) for (const workers of [1, 2]) backends.push(await open(workers));
    const contestants = backends.flatMap((backend, i) =>
      (['stages', 'host'] as const).map((clock) => ({
        name: `${1 + (i % 2)} worker${i % 2 > 0 ? 's' : ''}`,
        runElsewhere: async () => (await run(backend))[clock],
      })),
    );
    const timings = await interleave(contestants, ROUND);
    return opens.map((_, i) => {
      const [one, oneByHost, two, twoByHost] = timings.slice(4 * i, 4 * (i + 1));
      return { one, two, oneByHost, twoByHost };
    });
  } finally {
    for (const backend of backends) await backend.dispose();
  }
}
