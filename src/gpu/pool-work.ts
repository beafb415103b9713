import { now } from '../simulation/program/clock.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { arrayOf, type LeftOver, type ListPart, modelDataOf, type Pass } from '../simulation/program/pass.ts';
import type { Pool } from '../simulation/program/pool.ts';
import { stageEntries, startCounters } from '../simulation/program/program.ts';
import { COUNTERS, LENGTHS, type StateArray } from '../simulation/state.ts';
import { wordsOf } from '../simulation/state-memory.ts';
import type { GpuSession } from './gpu-session.ts';
import type { PendingRead } from './memory/readback.ts';

/** A state of which pool and device each have a copy. `stale` names the arrays whose copy in the pool is older than the device's. */
export interface SharedState {
  readonly session: GpuSession;
  readonly pool: Pool;
  readonly stale: Set<StateArray>;
}

/** The arrays of work in the pool for which kernels recorded later may have to wait. */
export interface Dependencies {
  /** Arrays that the work writes. */
  readonly writes: ReadonlySet<StateArray>;
  /** Arrays that the work reads and that are not copied to staging buffers yet. The device must not change them before the work runs. */
  readonly toFetch: ReadonlySet<StateArray>;
}

/** Passes that the pool runs as a part of a program on the device. */
export interface Work extends Dependencies {
  /** Waits until the device has run all commands that were recorded before this work, then runs the passes. @throws WorkLostError */
  run(parameters: SimulationParameters): Promise<void>;
}

/** The device's counters, and the lists whose used parts these counters determine. */
interface KnownCounters {
  readonly counters: Uint32Array;
  readonly lists: readonly ListPart[];
}

/** A range of words of an array, from `first` to `end` (exclusive; default: the array's end), that is being copied to the host. */
interface FetchedRange {
  readonly name: StateArray;
  readonly first: number;
  readonly end?: number;
}

/** Passes without kernels: fetches their inputs from the device, runs their CPU stages in the pool, and uploads their results. */
export class PoolWork implements Work {
  readonly writes: ReadonlySet<StateArray>;
  readonly toFetch: ReadonlySet<StateArray> = new Set();
  private readonly fetchedRanges: readonly FetchedRange[];
  /** Arrays that are fetched completely, not only their used parts. */
  private readonly fullyFetched: readonly StateArray[];
  private readonly fetchesCounters: boolean;
  private readonly pending: PendingRead;

  /**
   * Records copies of the arrays that are newer on the device, as they are at this point of the program.
   * @param known the device's counters, if the host has read them already
   */
  constructor(
    private readonly shared: SharedState,
    private readonly passes: readonly Pass[],
    private readonly known?: KnownCounters,
  ) {
    const { session, stale } = shared;
    const reads = readsOf(passes);
    this.fetchesCounters = reads.delete('counters') && !known;
    const lists = known?.lists ?? [];
    const arraysToFetch = [...reads].filter((name) => stale.has(name));
    this.fullyFetched = arraysToFetch.filter((name) => !lists.some(({ array }) => array === name));
    // From here on these copies in the pool count as current. Commands recorded later that change the arrays make them stale again.
    for (const name of this.fullyFetched) stale.delete(name);
    this.fetchedRanges = arraysToFetch.flatMap((name) => this.rangesOf(name));
    this.writes = writesOf(passes);
    const ranges = this.fetchedRanges.map(({ name, first, end }) => session.buffers.range(name, first, end));
    if (this.fetchesCounters) ranges.push(session.buffers.range('counters'));
    this.pending = session.commands.read(ranges);
  }

  private rangesOf(name: StateArray): FetchedRange[] {
    const list = this.known?.lists.find(({ array }) => array === name);
    if (!list || !this.known) return [{ name, first: 0 }];
    const usedRanges = [...list.usedRanges(this.shared.pool.world, this.known.counters)];
    return usedRanges.map(([first, end]) => ({ name, first, end }));
  }

  async run(parameters: SimulationParameters): Promise<void> {
    const { session, pool, stale } = this.shared;
    const bytes = await session.take(this.pending).catch((error: unknown) => {
      for (const name of this.fullyFetched) stale.add(name);
      throw error;
    });
    const since = now();
    this.fetchedRanges.forEach(({ name, first }, i) => {
      wordsOf(pool.state[name]).set(wordsOf(session.buffers.toArray(name, bytes[i])), first);
    });
    if (this.fetchedRanges.length > 0) await pool.push([...new Set(this.fetchedRanges.map(({ name }) => name))]);
    const counters = this.fetchesCounters ? new Uint32Array(bytes[this.fetchedRanges.length]) : this.known?.counters;
    // The stages are about to change these arrays in the pool. `upload` marks complete arrays as current again; of lists, only the used
    // parts are uploaded, and scratch arrays never are.
    for (const { writes, scratch = [] } of this.passes)
      for (const name of [...writes.map(arrayOf), ...scratch]) if (session.buffers.locate(name)) stale.add(name);
    await pool.prepare(modelDataOf(this.passes));
    await pool.run({ parameters, entries: stageEntries(this.passes), counters: onlyListLengths(counters) });
    await pool.pull(['counters', ...this.writes]);
    this.upload();
    session.addCounters(pool.state.counters);
    session.wallTimes[this.passes[this.passes.length - 1].clock] += now() - since;
  }

  private upload(): void {
    const { session, pool } = this.shared;
    const { buffers } = session;
    const { state, world } = pool;
    for (const { writes, lengths = [] } of this.passes) {
      for (const written of writes) {
        const name = arrayOf(written);
        if (!buffers.locate(name)) continue;
        if (typeof written === 'string') {
          buffers.upload(name, state[name]);
          this.shared.stale.delete(name);
        } else
          for (const [first, end] of written.usedRanges(world, state.counters))
            buffers.upload(name, wordsOf(state[name]).subarray(first, end), first);
      }
      for (const length of lengths) session.setDeviceCounter(COUNTERS[length], state.counters[COUNTERS[length]]);
    }
  }
}

/**
 * Finishes the elements that kernels could not finish. This work first fetches only the number of these elements. If the number is 0, as it
 * mostly is, nothing else is copied. Otherwise the arrays that the work reads are fetched when it runs, so the device must not change them
 * before.
 */
export class LeftOverWork implements Work {
  readonly writes: ReadonlySet<StateArray>;
  readonly toFetch: ReadonlySet<StateArray>;
  private readonly pending: PendingRead;

  constructor(
    private readonly shared: SharedState,
    private readonly leftOver: LeftOver,
  ) {
    const { session } = shared;
    const { writes, toFetch } = dependenciesOf(leftOver);
    this.writes = writes;
    this.toFetch = toFetch;
    this.pending = session.commands.read([session.buffers.range('counters')]);
  }

  async run(parameters: SimulationParameters): Promise<void> {
    const [bytes] = await this.shared.session.take(this.pending);
    await finishLeftOver(this.shared, this.leftOver, new Uint32Array(bytes), parameters);
  }
}

/** Returns the arrays that the finishing of leftovers writes and fetches. */
export const dependenciesOf = ({ passes }: LeftOver): Dependencies => ({
  writes: writesOf(passes),
  toFetch: readsOf(passes),
});

/** Finishes the elements that kernels could not finish. @param counters the device's counters @throws WorkLostError */
export async function finishLeftOver(
  shared: SharedState,
  { counter, passes, lists }: LeftOver,
  counters: Uint32Array,
  parameters: SimulationParameters,
): Promise<void> {
  const count = counters[COUNTERS[counter]];
  if (count === 0) return;
  const { session } = shared;
  // Move their count from the device's counters to the pool's: the pool processes them now.
  session.setDeviceCounter(COUNTERS[counter], 0);
  session.addCounters(startCounters({ [counter]: count }));
  await new PoolWork(shared, passes, { counters, lists }).run(parameters);
}

const writesOf = (passes: readonly Pass[]): Set<StateArray> =>
  new Set(passes.flatMap((pass) => pass.writes.map(arrayOf)));

/** Returns the arrays that passes read, except those that an earlier one of these passes writes completely or uses as scratch. */
function readsOf(passes: readonly Pass[]): Set<StateArray> {
  const reads = new Set<StateArray>();
  const earlierWrites = new Set<StateArray>();
  for (const pass of passes) {
    for (const name of pass.reads) if (!earlierWrites.has(name)) reads.add(name);
    for (const name of pass.scratch ?? []) earlierWrites.add(name);
    for (const written of pass.writes) if (typeof written === 'string') earlierWrites.add(written);
  }
  return reads;
}

/** Copies the lengths of lists from the device's counters. All other counters start at 0, since they are added to the device's later. */
function onlyListLengths(counters: Uint32Array | undefined): Uint32Array {
  if (!counters) return startCounters();
  return startCounters(Object.fromEntries(LENGTHS.map((name) => [name, counters[COUNTERS[name]]])));
}
