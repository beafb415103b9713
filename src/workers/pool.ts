import { type Remote, transfer } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import { type Capacities, readCapacities } from '../simulation/capacities.ts';
import type { ModelDataName } from '../simulation/model-data.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import type { Pool, StageProgram } from '../simulation/program/pool.ts';
import { createTeam, resetTeam, TEAM_WORDS, type Team } from '../simulation/program/run-program.ts';
import type { State, StateArray } from '../simulation/state.ts';
import { adoptArrays, largerArrays } from '../simulation/state-memory.ts';
import type { NamedArrays } from '../simulation/world/model.ts';
import type { World } from '../simulation/world/world.ts';
import type { PoolWorker } from './pool-worker.ts';
import { RebuildQueue } from './rebuild-queue.ts';
import { inSharedMemory } from './shared-world.ts';
import type { CompiledKernels, SimdKernels, WithoutSimd } from './simd.ts';
import { buffersOf, copyIn, copyOut, type StateBytes } from './state-bytes.ts';
import type { WorkerHandle } from './start-worker.ts';
import { progressChecksum, type WatchdogOptions } from './watch.ts';
import { WorkerSlot } from './worker-slot.ts';

export interface PoolOptions {
  readonly world: World;
  /** The state of the calling thread (the host). If `shared` is true, the state must lie in shared memory, and the workers use it too. */
  readonly state: State;
  /** Number of workers. If `shared` is false, one worker is started instead. */
  readonly size: number;
  /** True if the host and all workers use the same memory for the state. */
  readonly shared: boolean;
  readonly startWorker: () => WorkerHandle;
  /** SIMD kernels, or the reason why there are none; by default, kernels run in TypeScript. */
  readonly simd?: SimdKernels;
  /** Options for the detection of workers that end without an event, as may happen in a page. Undefined if no such detection is needed. */
  readonly watchdog?: WatchdogOptions;
}

/**
 * Opens a pool of workers that run the CPU stages of programs. The host sends each program to every worker, in one message per worker. The
 * workers divide each phase of a stage among themselves, and wait for each other at a barrier in shared memory
 * (simulation/program/run-program.ts). So the host does nothing until the end of the program.
 * If a worker dies, the pool breaks the barrier, so that no other worker waits for it. The run rejects with WorkLostError, and the pool
 * starts a new worker in the dead worker's slot.
 * While no program runs, workers rebuild trees (RebuildQueue).
 * Without shared memory there is one worker with its own state. `pull` copies arrays from this state to the host's state; `push` copies
 * arrays from the host's state to the worker's.
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
  withoutSimd: WithoutSimd | undefined;
  private readonly slots: readonly WorkerSlot[];
  /** The world that is sent to every new worker. Its arrays lie in shared memory if `shared` is true. */
  private readonly workersWorld: World;
  /** The barrier and the progress counters of the workers, in shared memory; undefined if there is only one worker. */
  private readonly team: Team | undefined;
  private readonly rebuilds: RebuildQueue;
  private running = false;
  private disposed = false;

  constructor({ world, state, size, shared, startWorker, simd: kernels, watchdog }: PoolOptions) {
    const simd = typeof kernels === 'object' ? kernels : undefined;
    this.withoutSimd = typeof kernels === 'string' ? kernels : undefined;
    simd?.memory?.check(state);
    this.world = world;
    this.state = state;
    this.shared = shared;
    this.size = shared ? size : 1;
    this.team =
      this.size > 1 ? createTeam(new Int32Array(new SharedArrayBuffer(4 * TEAM_WORDS)), this.size) : undefined;
    this.workersWorld = shared ? inSharedMemory(simd?.memory?.adopt(world) ?? world) : world;
    this.slots = Array.from({ length: this.size }, (_, index) => this.createSlot(startWorker, index, simd, watchdog));
    this.rebuilds = new RebuildQueue(
      this.slots,
      (slot, body) => this.rebuildOn(slot, body),
      () => !this.running,
    );
  }

  private createSlot(
    startWorker: () => WorkerHandle,
    index: number,
    simd?: CompiledKernels,
    watchdog?: WatchdogOptions,
  ): WorkerSlot {
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
        ...(simd && { module: simd.module }),
        ...(simd?.memory && {
          memory: simd.memory.memory,
          searchNodes: simd.memory.searches[index],
        }),
      });
      if (this.shared) return attached;
      const noteSimd = (reason: WithoutSimd | undefined) => {
        if (simd) this.withoutSimd = reason;
      };
      const written = remote.write(this.outgoing(Object.keys(this.state) as StateArray[]));
      return Promise.all([attached.then(noteSimd), written]);
    };
    return new WorkerSlot(startWorker, attach, watchdog, words && (() => progressChecksum(words)));
  }

  /** Starts a worker in each slot that has none: in all slots at first, later in those whose workers have died. */
  async start(): Promise<void> {
    try {
      await Promise.all(this.slots.map((slot) => slot.start()));
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  async run(program: StageProgram): Promise<void> {
    if (this.running) throw new Error('The pool already runs a program, expected one program at a time');
    if (this.disposed) throw new Error('The pool was disposed');
    this.running = true;
    if (this.team) resetTeam(this.team);
    const outcomes = await Promise.allSettled(this.slots.map((slot) => this.runOn(slot, program)));
    this.running = false;
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (reasons.length > 0 && !this.disposed) await this.start();
    // Send the rebuilds that waited for the end of the program.
    this.rebuilds.sendSoon();
    // If a stage threw an error, throw that error instead of WorkLostError. Callers repeat a program after WorkLostError, and the stage
    // would throw its error again.
    const failure = reasons.find((reason) => !(reason instanceof WorkLostError)) ?? reasons[0];
    if (failure) throw failure;
  }

  /** Runs one worker's part of a program. If this fails, breaks the barrier, so that the other workers don't wait for this worker. */
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

  /** Builds one kind of model data (simulation/model-data.ts) for all models that lack it. Each worker builds the data of some models. */
  private async buildModelData(name: ModelDataName): Promise<void> {
    const { slots, workersWorld } = this;
    const results = workersWorld.models.map(({ modelData }, i) =>
      modelData[name] ? modelData[name] : slots[i % slots.length].call((remote) => remote.buildModelData(name, i)),
    );
    const outcomes = await Promise.allSettled(results);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure && !this.disposed) await this.start();
    if (failure) throw failure.reason;
    await this.provide(name, await Promise.all(results));
  }

  async provide(name: ModelDataName, arrays: readonly NamedArrays[]): Promise<void> {
    const { workersWorld, shared } = this;
    const data = shared ? inSharedMemory(arrays) : arrays;
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

  /** Sends larger lists to all workers. */
  private async adoptAll(arrays: Partial<State>, capacities: Capacities): Promise<void> {
    await this.tellAll((remote) => remote.adopt(arrays, capacities));
  }

  /** Sends a message to all workers, and replaces dead workers. The setup of a new worker contains the message's data already. */
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

  /** Calls the only worker of a pool without shared memory. If the call fails, makes sure that a worker is alive, then throws the error. */
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

  /** Copies arrays of the host's state for a message to the worker. */
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
