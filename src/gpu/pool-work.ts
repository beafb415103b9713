import { now } from '../simulation/clock.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { arrayOf, type LeftOver, type ListPart, modelDataOf, type Pass } from '../simulation/pass.ts';
import type { Pool } from '../simulation/pool.ts';
import { stageEntries, startCounters } from '../simulation/program.ts';
import { COUNTERS, LENGTHS, type StateArray, wordsOf } from '../simulation/state.ts';
import type { GpuSession } from './gpu-session.ts';
import type { PendingRead } from './memory/readback.ts';

/** A state shared by pool and device. `stale` names arrays whose copy in the pool is older than the device's. */
export interface SharedState {
  readonly session: GpuSession;
  readonly pool: Pool;
  readonly stale: Set<StateArray>;
}

/** Arrays that decide whether pool work and device passes must wait for one another. */
export interface Reach {
  readonly writes: ReadonlySet<StateArray>;
  /** Arrays that the work has yet to fetch: the device may not change them before it has run. */
  readonly unread: ReadonlySet<StateArray>;
}

/** Work for the pool within a program on the device. */
export interface Work extends Reach {
  /** Waits until the device reaches the point where this was recorded, then runs. @throws WorkLostError */
  run(parameters: SimulationParameters): Promise<void>;
}

/** The device's counters, and the lists whose used parts they determine. */
interface Known {
  readonly counters: Uint32Array;
  readonly lists: readonly ListPart[];
}

/** A range of words of an array, from `first` to `end` (default: all), whose copy to the host is under way. */
interface Piece {
  readonly name: StateArray;
  readonly first: number;
  readonly end?: number;
}

/** Passes that run in the pool: inputs are fetched from the device, results are uploaded. */
export class PoolWork implements Work {
  readonly writes: ReadonlySet<StateArray>;
  readonly unread: ReadonlySet<StateArray> = new Set();
  private readonly pieces: readonly Piece[];
  /** Arrays that are fetched completely. */
  private readonly whole: readonly StateArray[];
  private readonly fetchesCounters: boolean;
  private readonly pending: PendingRead;

  /**
   * Records copies of the arrays that are newer on the device, as they are at this point of the program.
   * @param known the device's counters, if the host has read them already
   */
  constructor(
    private readonly shared: SharedState,
    private readonly passes: readonly Pass[],
    private readonly known?: Known,
  ) {
    const { session, stale } = shared;
    const reads = readsOf(passes);
    this.fetchesCounters = reads.delete('counters') && !known;
    const lists = known?.lists ?? [];
    const fetched = [...reads].filter((name) => stale.has(name));
    this.whole = fetched.filter((name) => !lists.some(({ array }) => array === name));
    // From here on the pool's copies count as current; later changes on the device make them stale again.
    for (const name of this.whole) stale.delete(name);
    this.pieces = fetched.flatMap((name) => this.piecesOf(name));
    this.writes = writesOf(passes);
    const ranges = this.pieces.map(({ name, first, end }) => session.buffers.range(name, first, end));
    if (this.fetchesCounters) ranges.push(session.buffers.range('counters'));
    this.pending = session.commands.read(ranges);
  }

  private piecesOf(name: StateArray): Piece[] {
    const list = this.known?.lists.find(({ array }) => array === name);
    if (!list || !this.known) return [{ name, first: 0 }];
    const runs = [...list.runs(this.shared.pool.world, this.known.counters)];
    return runs.map(([first, end]) => ({ name, first, end }));
  }

  async run(parameters: SimulationParameters): Promise<void> {
    const { session, pool, stale } = this.shared;
    const bytes = await session.take(this.pending).catch((error: unknown) => {
      for (const name of this.whole) stale.add(name);
      throw error;
    });
    const since = now();
    this.pieces.forEach(({ name, first }, i) => {
      wordsOf(pool.state[name]).set(wordsOf(session.buffers.toArray(name, bytes[i])), first);
    });
    if (this.pieces.length > 0) await pool.push([...new Set(this.pieces.map(({ name }) => name))]);
    const counters = this.fetchesCounters ? new Uint32Array(bytes[this.pieces.length]) : this.known?.counters;
    for (const { writes, scratch = [] } of this.passes)
      for (const name of [...writes.map(arrayOf), ...scratch]) if (session.buffers.locate(name)) stale.add(name);
    await pool.prepare(modelDataOf(this.passes));
    await pool.run({ parameters, entries: stageEntries(this.passes), counters: lengthsOf(counters) });
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
          for (const [first, end] of written.runs(world, state.counters))
            buffers.upload(name, wordsOf(state[name]).subarray(first, end), first);
      }
      for (const length of lengths) session.setDeviceCounter(COUNTERS[length], state.counters[COUNTERS[length]]);
    }
  }
}

/**
 * Finishes the elements that kernels left over. Their number is fetched first: it is mostly 0, and then nothing else is copied. So the
 * arrays that this work reads mustn't change before it has run.
 */
export class LeftOverWork implements Work {
  readonly writes: ReadonlySet<StateArray>;
  readonly unread: ReadonlySet<StateArray>;
  private readonly pending: PendingRead;

  constructor(
    private readonly shared: SharedState,
    private readonly leftOver: LeftOver,
  ) {
    const { session } = shared;
    const { writes, unread } = reachOf(leftOver);
    this.writes = writes;
    this.unread = unread;
    this.pending = session.commands.read([session.buffers.range('counters')]);
  }

  async run(parameters: SimulationParameters): Promise<void> {
    const [bytes] = await this.shared.session.take(this.pending);
    await finishLeftOver(this.shared, this.leftOver, new Uint32Array(bytes), parameters);
  }
}

export const reachOf = ({ passes }: LeftOver): Reach => ({ writes: writesOf(passes), unread: readsOf(passes) });

/** Finishes the elements that kernels left over. @param counters the device's    @throws WorkLostError */
export async function finishLeftOver(
  shared: SharedState,
  { counter, passes, lists }: LeftOver,
  counters: Uint32Array,
  parameters: SimulationParameters,
): Promise<void> {
  const count = counters[COUNTERS[counter]];
  if (count === 0) return;
  const { session } = shared;
  // Subtract them from the device's count, since the pool counts them now.
  session.setDeviceCounter(COUNTERS[counter], 0);
  session.addCounters(startCounters({ [counter]: count }));
  await new PoolWork(shared, passes, { counters, lists }).run(parameters);
}

const writesOf = (passes: readonly Pass[]): Set<StateArray> =>
  new Set(passes.flatMap((pass) => pass.writes.map(arrayOf)));

/** Arrays that passes read and that no earlier one of them has written. */
function readsOf(passes: readonly Pass[]): Set<StateArray> {
  const reads = new Set<StateArray>();
  const made = new Set<StateArray>();
  for (const pass of passes) {
    for (const name of pass.reads) if (!made.has(name)) reads.add(name);
    for (const name of pass.scratch ?? []) made.add(name);
    for (const written of pass.writes) if (typeof written === 'string') made.add(written);
  }
  return reads;
}

/** The device's list lengths; all other counters are 0, since they will be added to the device's. */
function lengthsOf(counters: Uint32Array | undefined): Uint32Array {
  if (!counters) return startCounters();
  return startCounters(Object.fromEntries(LENGTHS.map((name) => [name, counters[COUNTERS[name]]])));
}
