import { now } from '../simulation/clock.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { arrayOf, modelDataOf, type Pass } from '../simulation/pass.ts';
import type { Pool } from '../simulation/pool.ts';
import { stageEntries, startCounters } from '../simulation/stage-entries.ts';
import { COUNTERS, type CounterName, LENGTHS, type StateArray, wordsOf } from '../simulation/state.ts';
import type { GpuSession } from './gpu-session.ts';
import type { PendingRead } from './readback.ts';

/** A state that the pool and the device share. `stale`: arrays of which the pool's copy isn't the device's. */
export interface SharedState {
  readonly session: GpuSession;
  readonly pool: Pool;
  readonly stale: Set<StateArray>;
}

/** Passes that run in the pool within a program of the device: what they read comes from there, what they write goes there. */
export class PoolWork {
  readonly writes: ReadonlySet<StateArray>;
  private readonly reads: readonly StateArray[];
  private readonly pending: PendingRead;

  /** Records the copies of what the device knows better, as it is at this place of the program. @param leftOver as Pass's */
  constructor(
    private readonly shared: SharedState,
    private readonly passes: readonly Pass[],
    private readonly leftOver?: CounterName,
  ) {
    const { session, stale } = shared;
    const reads = readsOf(passes);
    const asksCounters = reads.delete('counters') || leftOver !== undefined;
    this.reads = [...reads].filter((name) => stale.has(name));
    // From here on the copies are what the pool will have; what the device changes later is stale again.
    for (const name of this.reads) stale.delete(name);
    this.writes = new Set(passes.flatMap((pass) => pass.writes.map(arrayOf)));
    const names = asksCounters ? [...this.reads, 'counters' as const] : this.reads;
    this.pending = session.recorder.read(names.map((name) => session.buffers.range(name)));
  }

  /** Waits for the device to come as far as this was recorded, then runs. @throws WorkLostError, DeviceLostError */
  async run(parameters: SimulationParameters): Promise<void> {
    const { session, pool, stale } = this.shared;
    const bytes = await session.take(this.pending).catch((error: unknown) => {
      for (const name of this.reads) stale.add(name);
      throw error;
    });
    const since = now();
    this.reads.forEach((name, i) => {
      wordsOf(pool.state[name]).set(wordsOf(session.buffers.toArray(name, bytes[i])));
    });
    if (this.reads.length > 0) await pool.push(this.reads);
    const counters = bytes.length > this.reads.length ? new Uint32Array(bytes[this.reads.length]) : undefined;
    if (this.leftOver !== undefined && !this.takeLeftOver(counters as Uint32Array, this.leftOver)) return;
    for (const { writes, scratch = [] } of this.passes)
      for (const name of [...writes.map(arrayOf), ...scratch]) if (session.buffers.locate(name)) stale.add(name);
    await pool.prepare(modelDataOf(this.passes));
    await pool.run({ parameters, entries: stageEntries(this.passes), counters: lengthsOf(counters) });
    await pool.pull(['counters', ...this.writes]);
    this.upload();
    session.addCounters(pool.state.counters);
    session.wallTimes[this.passes[this.passes.length - 1].clock] += now() - since;
  }

  /** Takes the elements that the kernels left over off the device's count. @returns whether there are any */
  private takeLeftOver(counters: Uint32Array, counter: CounterName): boolean {
    const { session } = this.shared;
    const count = counters[COUNTERS[counter]];
    if (count === 0) return false;
    session.setDeviceCounter(COUNTERS[counter], 0);
    session.addCounters(startCounters({ [counter]: count }));
    return true;
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

/** Arrays that passes read and that none of them before has made. */
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

/** The device's lengths of lists; other counters from 0, since they are added to the device's. */
function lengthsOf(counters: Uint32Array | undefined): Uint32Array {
  if (!counters) return startCounters();
  return startCounters(Object.fromEntries(LENGTHS.map((name) => [name, counters[COUNTERS[name]]])));
}
