import { type Remote, wrap } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import type { PoolWorker } from './pool-worker.ts';
import { type WatchdogOptions, Watchdog } from './watch.ts';
import type { WorkerHandle } from './start-worker.ts';

/** Maximum number of attempts to start a worker. */
const MAX_STARTS = 3;

/** A slot of the pool: holds one worker, and starts a new one after that worker has died. */
export class WorkerSlot {
  private handle: WorkerHandle | undefined;
  private remote: Remote<PoolWorker> | undefined;
  private starting: Promise<void> | undefined;
  /** Reject functions of unanswered calls. (Promise.race with the worker's death would keep every call in memory.) */
  private readonly pending = new Set<(reason: Error) => void>();
  private readonly watchdog: Watchdog | undefined;

  /**
   * @param attach sends a new worker its setup
   * @param watchdog undefined if an event reports the end of every worker
   * @param progress as for Watchdog
   */
  constructor(
    private readonly startWorker: () => WorkerHandle,
    private readonly attach: (remote: Remote<PoolWorker>) => Promise<unknown>,
    watchdog?: WatchdogOptions,
    progress: () => number = () => 0,
  ) {
    const onLost = () => this.end(new WorkLostError('a worker gave no sign of life'));
    this.watchdog = watchdog && new Watchdog(watchdog, progress, onLost);
  }

  /**
   * Starts a worker if none is alive. Concurrent calls start only one worker.
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

  /** Calls the worker. @throws WorkLostError if the worker is dead or dies before it answers */
  call<T>(work: (remote: Remote<PoolWorker>) => Promise<T>): Promise<T> {
    const { remote } = this;
    if (!remote) return Promise.reject(new WorkLostError('the worker is dead'));
    return new Promise<T>((resolve, reject) => {
      this.pending.add(reject);
      this.watchdog?.begin();
      // An error while the message is copied also rejects this promise.
      (async () => work(remote))()
        .then(resolve, reject)
        .finally(() => this.settled(reject));
    });
  }

  private settled(reject: (reason: Error) => void): void {
    // Ignore a late answer of a terminated worker: it is no progress of the worker that replaced it.
    if (!this.pending.delete(reject)) return;
    this.watchdog?.noteProgress();
    if (this.pending.size === 0) this.watchdog?.end();
  }

  /** Terminates the worker if one is alive, and rejects its unanswered calls with `reason`. */
  end(reason: Error): void {
    this.handle?.terminate();
    this.handle = undefined;
    this.remote = undefined;
    for (const reject of this.pending) reject(reason);
    this.pending.clear();
    this.watchdog?.end();
  }
}
