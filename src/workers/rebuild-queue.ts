import { WorkLostError } from '../simulation/backend.ts';
import type { WorkerSlot } from './worker-slot.ts';

/** Maximum number of attempts at a rebuild whose worker dies. */
const MAX_TRIES = 3;

interface Job {
  readonly body: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  tries: number;
}

/**
 * Queue of tree rebuilds. Programs have priority: the queue posts a rebuild to a worker only if no program runs, the worker has no
 * other rebuild, and the host is idle. After `hurry`, rebuilds are posted at once, even while a program runs.
 */
export class RebuildQueue {
  private readonly waiting: Job[] = [];
  private readonly busy = new Set<WorkerSlot>();
  private hurried = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param rebuild runs one body's rebuild on a worker
   * @param isIdle returns true if no program runs
   */
  constructor(
    private readonly slots: readonly WorkerSlot[],
    private readonly rebuild: (slot: WorkerSlot, body: number) => Promise<void>,
    private readonly isIdle: () => boolean,
  ) {}

  add(body: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ body, resolve, reject, tries: 0 });
      this.postSoon();
    });
  }

  /** Posts all waiting rebuilds, even while a program runs. */
  hurry(): void {
    this.hurried = true;
    this.post();
  }

  /** Posts waiting rebuilds once the host is idle, so that a program that is about to run goes first. */
  postSoon(): void {
    if (this.waiting.length === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.post();
    }, 0);
  }

  /** Rejects all rebuilds that wait. */
  close(reason: Error): void {
    clearTimeout(this.timer);
    for (const job of this.waiting.splice(0)) job.reject(reason);
  }

  private post(): void {
    if (!this.hurried && !this.isIdle()) return;
    for (const slot of this.slots) {
      const job = this.busy.has(slot) ? undefined : this.waiting.shift();
      if (job) void this.start(slot, job);
    }
    if (this.waiting.length === 0 && this.busy.size === 0) this.hurried = false;
  }

  private async start(slot: WorkerSlot, job: Job): Promise<void> {
    this.busy.add(slot);
    try {
      await this.rebuild(slot, job.body);
      job.resolve();
    } catch (error) {
      await this.retry(slot, job, error);
    }
    this.busy.delete(slot);
    if (this.hurried) this.post();
    else this.postSoon();
  }

  private async retry(slot: WorkerSlot, job: Job, error: unknown): Promise<void> {
    if (!(error instanceof WorkLostError) || ++job.tries === MAX_TRIES) return job.reject(error);
    try {
      await slot.start();
      this.waiting.unshift(job);
    } catch (reason) {
      job.reject(reason);
    }
  }
}
