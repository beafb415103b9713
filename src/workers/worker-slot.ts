import { type Remote, wrap } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import type { PoolWorker } from './pool-worker.ts';
import { type Vigil, Watch } from './watch.ts';
import type { WorkerHandle } from './start-worker.ts';

/** Number of workers that are started in a row before a slot fails. */
const MAX_STARTS = 3;

/** A slot of the pool: holds a worker, and starts another one when that dies. */
export class WorkerSlot {
  private handle: WorkerHandle | undefined;
  private remote: Remote<PoolWorker> | undefined;
  private starting: Promise<void> | undefined;
  /** Reject functions of unanswered calls. (Promise.race with the worker's death would keep every call in memory.) */
  private readonly pending = new Set<(reason: Error) => void>();
  private readonly watch: Watch | undefined;

  /**
   * @param attach sends a new worker its setup
   * @param vigil undefined if every worker's end is reported by an event    @param sign as in Watch
   */
  constructor(
    private readonly startWorker: () => WorkerHandle,
    private readonly attach: (remote: Remote<PoolWorker>) => Promise<unknown>,
    vigil?: Vigil,
    sign: () => number = () => 0,
  ) {
    const lost = () => this.end(new WorkLostError('a worker gave no sign of life'));
    this.watch = vigil && new Watch(vigil, sign, lost);
  }

  /**
   * Starts a worker if none is alive; concurrent calls start only one.
   * @throws Error if MAX_STARTS workers in a row die before they can work
   */
  start(): Promise<void> {
    if (this.starting) return this.starting;
    if (this.remote) return Promise.resolve();
    this.starting = this.startNew().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  private async startNew(): Promise<void> {
    for (let starts = 1; ; starts++) {
      try {
        return await this.tryStart();
      } catch (error) {
        this.end(error as Error);
        if (error instanceof WorkLostError && starts < MAX_STARTS) continue;
        throw new Error(`A worker of the pool can't be started: ${(error as Error).message}`);
      }
    }
  }

  private async tryStart(): Promise<void> {
    const handle = this.startWorker();
    this.handle = handle;
    this.remote = wrap<PoolWorker>(handle.endpoint);
    void handle.died.then((reason) => {
      if (this.handle === handle) this.end(new WorkLostError(`a worker died: ${reason.message}`));
    });
    await this.call(this.attach);
  }

  /** Calls the worker. @throws WorkLostError if it is dead or dies before it answers */
  call<T>(work: (remote: Remote<PoolWorker>) => Promise<T>): Promise<T> {
    const { remote } = this;
    if (!remote) return Promise.reject(new WorkLostError('the worker is dead'));
    return new Promise<T>((resolve, reject) => {
      this.pending.add(reject);
      this.watch?.begin();
      // An error while the message is copied also rejects this promise.
      (async () => work(remote))()
        .then(resolve, reject)
        .finally(() => this.settled(reject));
    });
  }

  private settled(reject: (reason: Error) => void): void {
    // A late answer of a terminated worker says nothing about its successor.
    if (!this.pending.delete(reject)) return;
    this.watch?.lives();
    if (this.pending.size === 0) this.watch?.end();
  }

  /** Terminates the worker, if one is alive, and rejects its unanswered calls with the reason. */
  end(reason: Error): void {
    this.handle?.terminate();
    this.handle = undefined;
    this.remote = undefined;
    for (const reject of this.pending) reject(reason);
    this.pending.clear();
    this.watch?.end();
  }
}
