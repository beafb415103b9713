import { type Remote, wrap } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import type { PoolWorker } from './pool-worker.ts';
import { type WatchdogOptions, Watchdog } from './watch.ts';
import type { WorkerHandle } from './start-worker.ts';

/** Maximum number of attempts to start a worker. */
const MAX_STARTS = 3;

/** A slot of the pool, for one worker. If the worker dies, the slot can start a new worker. */
export class WorkerSlot {
  private handle: WorkerHandle | undefined;
  private remote: Remote<PoolWorker> | undefined;
  /** Promise of `start` while it starts a worker, else undefined. */
  private starting: Promise<void> | undefined;
  /**
   * Functions that reject the unanswered calls. (Promise.race between each call and the worker's death would be simpler, but the promise
   * of the death would keep every call in memory until the worker dies.)
   */
  private readonly pending = new Set<(reason: Error) => void>();
  private readonly watchdog: Watchdog | undefined;

  /**
   * @param attach sends the setup to a new worker
   * @param watchdog options of the watchdog; undefined where a worker never ends without an event, so that no watchdog is needed
   * @param progress passed to the watchdog
   */
  constructor(
    private readonly startWorker: () => WorkerHandle,
    private readonly attach: (remote: Remote<PoolWorker>) => Promise<unknown>,
    watchdog?: WatchdogOptions,
    progress: () => number = () => 0,
  ) {
    const onLost = () => this.end(new WorkLostError('a worker made no progress for too long'));
    this.watchdog = watchdog && new Watchdog(watchdog, progress, onLost);
  }

  /**
   * Starts a worker if none is alive. Concurrent calls start only one worker.
   * @throws Error if MAX_STARTS workers in a row die during their setup
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
      // `work` is called in an async function: if it throws, for example because a message can't be copied, this promise rejects.
      (async () => work(remote))()
        .then(resolve, reject)
        .finally(() => this.settled(reject));
    });
  }

  /** Ends a call that was answered. @param reject the call's function in `pending` */
  private settled(reject: (reason: Error) => void): void {
    // `end` has removed the calls of a terminated worker. A late answer to such a call is no progress of the new worker.
    if (!this.pending.delete(reject)) return;
    this.watchdog?.noteProgress();
    if (this.pending.size === 0) this.watchdog?.end();
  }

  /** Terminates the slot's worker, if there is one, and rejects its unanswered calls with `reason`. */
  end(reason: Error): void {
    this.handle?.terminate();
    this.handle = undefined;
    this.remote = undefined;
    for (const reject of this.pending) reject(reason);
    this.pending.clear();
    this.watchdog?.end();
  }
}
