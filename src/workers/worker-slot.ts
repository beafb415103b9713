import { type Remote, wrap } from 'comlink';
import { WorkLostError } from '../simulation/backend.ts';
import type { PoolWorker } from './pool-worker.ts';
import { type Vigil, Watch } from './watch.ts';
import type { WorkerHandle } from './worker-handle.ts';

/** Workers that are tried, one after another, before a place in the pool counts as lost. */
const MAX_STARTS = 3;

/** A place in the pool: its worker, and after that worker's death the next one. */
export class WorkerSlot {
  private handle: WorkerHandle | undefined;
  private remote: Remote<PoolWorker> | undefined;
  private starting: Promise<void> | undefined;
  /** Calls that wait for their answers; a race of promises would keep every call that ever was. */
  private readonly pending = new Set<(reason: Error) => void>();
  private readonly watch: Watch | undefined;

  /**
   * @param attach gives a new worker what it works on
   * @param vigil undefined where each worker's end is told    @param sign as Watch's
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
   * Starts a worker where none lives; once, however many ask.
   * @throws Error where several die before they can work
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

  /** @throws WorkLostError when the worker is dead or dies before it answers */
  call<T>(work: (remote: Remote<PoolWorker>) => Promise<T>): Promise<T> {
    const { remote } = this;
    if (!remote) return Promise.reject(new WorkLostError('the worker is dead'));
    return new Promise<T>((resolve, reject) => {
      this.pending.add(reject);
      this.watch?.begin();
      // Copies that fail before the worker is asked settle the call, too.
      (async () => work(remote))()
        .then(resolve, reject)
        .finally(() => this.settled(reject));
    });
  }

  private settled(reject: (reason: Error) => void): void {
    // One that was ended answers too late to say that its successor lives.
    if (!this.pending.delete(reject)) return;
    this.watch?.lives();
    if (this.pending.size === 0) this.watch?.end();
  }

  /** Ends the worker, if one lives; whoever waits for its answers gets the reason. */
  end(reason: Error): void {
    this.handle?.terminate();
    this.handle = undefined;
    this.remote = undefined;
    for (const reject of this.pending) reject(reason);
    this.pending.clear();
    this.watch?.end();
  }
}
