import { type Remote, transfer } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import { type Capacities, readCapacities } from '../simulation/capacities.ts';
import type { ModelDataName } from '../simulation/model-data.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import type { Pool, StageProgram } from '../simulation/pool.ts';
import { createTeam, resetTeam, TEAM_WORDS, type Team } from '../simulation/run-program.ts';
import { adoptArrays, largerArrays, type State, type StateArray } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import type { PoolWorker } from './pool-worker.ts';
import { RebuildQueue } from './rebuild-queue.ts';
import { inSharedMemory } from './shared-world.ts';
import { buffersOf, copyIn, copyOut, type StateBytes } from './state-bytes.ts';
import type { WorkerHandle } from './start-worker.ts';
import { progressChecksum, type WatchdogOptions } from './watch.ts';
import { WorkerSlot } from './worker-slot.ts';

export interface PoolOptions {
  readonly world: World;
  /** Lies in shared memory if `shared`; otherwise it is the host's copy of the only worker's state. */
  readonly state: State;
  /** Number of workers. Ignored without shared memory: then there is one. */
  readonly size: number;
  /** True if the host and all workers use the same memory for the state. */
  readonly shared: boolean;
  readonly startWorker: () => WorkerHandle;
  /** Detects workers that end without an event, as may happen in a page; undefined if an event reports every worker's end. */
  readonly watchdog?: WatchdogOptions;
}

/**
 * Opens a pool of workers that run CPU stages. The host sends the same program to every worker, in one message each. The workers
 * divide each phase among themselves and meet at a barrier in shared memory (simulation/run-program.ts), so the host isn't involved
 * until the end. If a worker dies, the pool breaks the barrier, the run rejects with WorkLostError, and a new worker takes the dead
 * worker's slot. Tree rebuilds run on idle workers. Without shared memory there is one worker with its own state, and `pull` and
 * `push` copy arrays between that state and the host's.
 * @throws Error if a worker can't be started
 */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const pool = new WorkerPool(options);
  await pool.start();
  return pool;
}

class WorkerPool implements Pool {
  readonly size: number;
  readonly shared: boolean;
  readonly state: State;
  readonly world: World;
  private readonly slots: readonly WorkerSlot[];
  /** The world that is sent to every worker at its start. Its arrays lie in shared memory if `shared`. */
  private readonly workersWorld: World;
  /** The barrier and the progress counters of the workers, in shared memory; undefined if there is only one worker. */
  private readonly team: Team | undefined;
  private readonly rebuilds: RebuildQueue;
  private running = false;
  private disposed = false;

  constructor({ world, state, size, shared, startWorker, watchdog }: PoolOptions) {
    this.world = world;
    this.state = state;
    this.shared = shared;
    this.size = shared ? size : 1;
    this.team =
      this.size > 1 ? createTeam(new Int32Array(new SharedArrayBuffer(4 * TEAM_WORDS)), this.size) : undefined;
    this.workersWorld = shared ? inSharedMemory(world) : world;
    this.slots = Array.from({ length: this.size }, (_, index) => this.createSlot(startWorker, index, watchdog));
    this.rebuilds = new RebuildQueue(
      this.slots,
      (slot, body) => this.rebuildOn(slot, body),
      () => !this.running,
    );
  }

  private createSlot(startWorker: () => WorkerHandle, index: number, watchdog?: WatchdogOptions): WorkerSlot {
    const { size, state, shared } = this;
    const { words } = this.team ?? {};
    const attach = (remote: Remote<PoolWorker>) => {
      // Use the current capacities: lists may have grown since the pool was opened.
      const memory = shared ? { state } : { capacities: readCapacities(state.capacities) };
      const attached = remote.attach({
        world: this.workersWorld,
        parameters: defaultParameters(),
        index,
        size,
        teamWords: words,
        ...memory,
      });
      if (this.shared) return attached;
      return Promise.all([attached, remote.write(this.outgoing(Object.keys(this.state) as StateArray[]))]);
    };
    return new WorkerSlot(startWorker, attach, watchdog, words && (() => progressChecksum(words)));
  }

  async start(): Promise<void> {
    try {
      await Promise.all(this.slots.map((slot) => slot.start()));
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  async run(program: StageProgram): Promise<void> {
    if (this.running) throw new Error('The pool runs a program already');
    if (this.disposed) throw new Error('The pool was disposed');
    this.running = true;
    if (this.team) resetTeam(this.team);
    const outcomes = await Promise.allSettled(this.slots.map((slot) => this.runOn(slot, program)));
    this.running = false;
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (reasons.length > 0 && !this.disposed) await this.start();
    this.rebuilds.postSoon();
    // Prefer a stage's own error to WorkLostError: callers repeat a program after WorkLostError, and the stage would only throw again.
    const failure = reasons.find((reason) => !(reason instanceof WorkLostError)) ?? reasons[0];
    if (failure) throw failure;
  }

  /** Runs one worker's part. If it fails, breaks the barrier so that the other workers don't wait for this one. */
  private async runOn(slot: WorkerSlot, program: StageProgram): Promise<void> {
    try {
      await slot.call((remote) => remote.run(program));
    } catch (error) {
      this.team?.barrier.breakUp();
      throw error;
    }
  }

  async prepare(names: readonly ModelDataName[]): Promise<void> {
    for (const name of names)
      if (this.workersWorld.models.some(({ modelData }) => !modelData[name])) await this.buildModelData(name);
  }

  /** Builds the named data of every model, with the models distributed over the workers. Models that already have the data keep them. */
  private async buildModelData(name: ModelDataName): Promise<void> {
    const { slots, workersWorld, shared } = this;
    const results = workersWorld.models.map(({ modelData }, i) =>
      modelData[name] ? modelData[name] : slots[i % slots.length].call((remote) => remote.buildModelData(name, i)),
    );
    const outcomes = await Promise.allSettled(results);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure && !this.disposed) await this.start();
    if (failure) throw failure.reason;
    const data = await Promise.all(results).then((arrays) => (shared ? inSharedMemory(arrays) : arrays));
    for (const { models } of [workersWorld, this.world])
      models.forEach((model, i) => {
        model.modelData[name] = data[i];
      });
    await this.tellAll((remote) => remote.adoptModelData(name, data));
  }

  rebuild(body: number): Promise<void> {
    return this.rebuilds.add(body);
  }

  hurryRebuilds(): void {
    this.rebuilds.hurry();
  }

  private async rebuildOn(slot: WorkerSlot, body: number): Promise<void> {
    await slot.call((remote) => remote.rebuild(body));
    if (!this.shared) await this.pullFrom(slot, ['nextTetOrder', 'nextFaceOrder', 'nextEdgeOrder']);
  }

  async grow(capacities: Capacities): Promise<boolean> {
    const { world, state, shared } = this;
    try {
      const arrays = largerArrays(world, state, capacities, (bytes) =>
        shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
      );
      if (!shared && !(await this.callOnlyWorker((slot) => slot.call((remote) => remote.grow(capacities)))))
        return false;
      adoptArrays(state, arrays, capacities);
      if (shared) await this.adoptAll(arrays, capacities);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }

  /** Sends larger lists to all workers. A worker that replaces a dead one gets them at its start. */
  private async adoptAll(arrays: Partial<State>, capacities: Capacities): Promise<void> {
    await this.tellAll((remote) => remote.adopt(arrays, capacities));
  }

  /** Sends a message to all workers, and replaces dead workers. A new worker gets the same data by its setup. */
  private async tellAll(tell: (remote: Remote<PoolWorker>) => Promise<void>): Promise<void> {
    const tellOne = (slot: WorkerSlot) => slot.call(tell).catch((error: Error) => slot.end(error));
    await Promise.all(this.slots.map(tellOne));
    if (!this.disposed) await this.start();
  }

  async pull(names: readonly StateArray[]): Promise<void> {
    if (this.shared) return;
    await this.callOnlyWorker((slot) => this.pullFrom(slot, names));
  }

  async push(names: readonly StateArray[]): Promise<void> {
    if (this.shared) return;
    await this.callOnlyWorker((slot) => slot.call((remote) => remote.write(this.outgoing(names))));
  }

  /** Calls the only worker of a pool without shared memory. If the call fails, starts a new worker if none is alive, then throws. */
  private async callOnlyWorker<T>(work: (slot: WorkerSlot) => Promise<T>): Promise<T> {
    const [slot] = this.slots;
    try {
      return await work(slot);
    } catch (error) {
      if (!this.disposed) await slot.start();
      throw error;
    }
  }

  private async pullFrom(slot: WorkerSlot, names: readonly StateArray[]): Promise<void> {
    copyIn(this.state, await slot.call((remote) => remote.read(names)));
  }

  private outgoing(names: readonly StateArray[]): StateBytes {
    const bytes = copyOut(this.state, names);
    return transfer(bytes, buffersOf(bytes));
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    const reason = new Error('The pool was disposed');
    this.rebuilds.close(reason);
    for (const slot of this.slots) slot.end(reason);
  }
}
