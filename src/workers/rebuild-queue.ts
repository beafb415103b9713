import { WorkLostError } from '../simulation/backend.ts';
import type { WorkerSlot } from './worker-slot.ts';

/** Maximum number of attempts at one rebuild. An attempt fails if its worker dies. */
const MAX_TRIES = 3;

/** A rebuild in the queue. */
interface Job {
  readonly body: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  /** Number of attempts that have failed. */
  tries: number;
}

/**
 * A queue of tree rebuilds for the workers of a pool. A rebuild computes new orders of primitives for a body's trees (bounding volume
 * hierarchies). Programs (lists of stages, which make up a step) have priority: the queue sends a rebuild to a worker only if no program runs, if the worker has no other rebuild,
 * and if the host thread has nothing else to do. After `hurry`, the queue sends rebuilds even while a program runs.
 */
export class RebuildQueue {
  private readonly waitingJobs: Job[] = [];
  /** Slots whose workers run a rebuild. */
  private readonly busySlots = new Set<WorkerSlot>();
  /** True from a call of `hurry` until no rebuild is waiting or running. */
  private hurried = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param rebuild runs one body's rebuild on a worker
   * @param noProgramRuns returns true if the pool runs no program
   */
  constructor(
    private readonly slots: readonly WorkerSlot[],
    private readonly rebuild: (slot: WorkerSlot, body: number) => Promise<void>,
    private readonly noProgramRuns: () => boolean,
  ) {}

  /** Adds the rebuild of a body's trees to the queue. Resolves when the rebuild is done. */
  add(body: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waitingJobs.push({ body, resolve, reject, tries: 0 });
      this.sendSoon();
    });
  }

  /** Sends all waiting rebuilds even while a program runs, one at a time to each worker. */
  hurry(): void {
    this.hurried = true;
    this.send();
  }

  /**
   * Sends waiting rebuilds once the host thread has nothing else to do. So if the host is about to run a program, the program goes first.
   */
  sendSoon(): void {
    if (this.waitingJobs.length === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, 0);
  }

  /** Rejects all waiting rebuilds with `reason`. */
  close(reason: Error): void {
    clearTimeout(this.timer);
    for (const job of this.waitingJobs.splice(0)) job.reject(reason);
  }

  private send(): void {
    if (!this.hurried && !this.noProgramRuns()) return;
    for (const slot of this.slots) {
      const job = this.busySlots.has(slot) ? undefined : this.waitingJobs.shift();
      if (job) void this.start(slot, job);
    }
    if (this.waitingJobs.length === 0 && this.busySlots.size === 0) this.hurried = false;
  }

  private async start(slot: WorkerSlot, job: Job): Promise<void> {
    this.busySlots.add(slot);
    try {
      await this.rebuild(slot, job.body);
      job.resolve();
    } catch (error) {
      await this.retry(slot, job, error);
    }
    this.busySlots.delete(slot);
    if (this.hurried) this.send();
    else this.sendSoon();
  }

  /**
   * Handles a failed attempt. If the worker died, starts a new worker and puts the rebuild at the front of the queue. For another error, or
   * after MAX_TRIES attempts, rejects the rebuild.
   */
  private async retry(slot: WorkerSlot, job: Job, error: unknown): Promise<void> {
    if (!(error instanceof WorkLostError) || ++job.tries === MAX_TRIES) return job.reject(error);
    try {
      await slot.start();
      this.waitingJobs.unshift(job);
    } catch (reason) {
      job.reject(reason);
    }
  }
}
