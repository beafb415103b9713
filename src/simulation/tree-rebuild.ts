import type { Backend } from './backend.ts';
import type { SimulationParameters } from './parameters.ts';

/** For each array with the leaf order of BVHs, the array that a rebuild writes. */
const NEXT_ORDERS = { tetOrder: 'nextTetOrder', faceOrder: 'nextFaceOrder', edgeOrder: 'nextEdgeOrder' } as const;
/** Names of the arrays with the leaf orders of the BVHs. */
export const ORDERS = Object.keys(NEXT_ORDERS) as (keyof typeof NEXT_ORDERS)[];

/** Rebuilds the BVHs (tetrahedra, faces and edges of every body) in the worker pool while steps go on. */
export class TreeRebuild {
  private running: { promise: Promise<unknown>; done: boolean; waited: boolean } | undefined;

  constructor(private readonly backend: Backend) {}

  /** Positions at which the running rebuild builds, 3 per vertex [m]; undefined if none is running. */
  get positions(): Float32Array | undefined {
    return this.running && this.backend.pool.state.rebuildPositions;
  }

  /** Starts a rebuild. @param positions where the vertices are [m], 3 each; by default where they are now */
  async start(positions?: Float32Array): Promise<void> {
    const { pool } = this.backend;
    // A failed step may have left a rebuild running. Wait for its end, even if it fails, since both write the same arrays.
    await this.running?.promise.catch(() => {});
    pool.state.rebuildPositions.set(positions ?? (await this.backend.read('positions')));
    await pool.push(['rebuildPositions']);
    const running = { promise: this.rebuildBodies(), done: false, waited: false };
    // Ignore a failure here: `adopt` awaits the same promise and handles the failure.
    running.promise.then(
      () => {
        running.done = true;
      },
      () => undefined,
    );
    this.running = running;
  }

  private rebuildBodies(): Promise<unknown> {
    const { pool, world } = this.backend;
    return Promise.all(world.bodies.map((_, body) => pool.rebuild(body)));
  }

  /** Waits for the rebuild and installs the new orders. @returns false if the rebuild was complete already, or if none was started */
  async adopt(): Promise<boolean> {
    if (!this.running) return false;
    const { running } = this;
    const { pool } = this.backend;
    if (!running.done) {
      running.waited = true;
      pool.hurryRebuilds();
    }
    // If workers died during the rebuild, repeat it. Its input, rebuildPositions, is unchanged.
    await running.promise.catch(() => {
      const again = this.rebuildBodies();
      pool.hurryRebuilds();
      return again;
    });
    for (const order of ORDERS) await this.backend.write(order, pool.state[NEXT_ORDERS[order]]);
    // Clear `running` last: if a worker dies during the writes above, the caller can adopt the rebuild again.
    this.running = undefined;
    return running.waited;
  }
}

/** The step before which the last rebuild started, and that before which the running one is adopted. Plain data. */
export interface ScheduleState {
  readonly lastStart: number;
  readonly due?: number;
}

/**
 * Schedule of BVH rebuilds. A rebuild starts every rebuildInterval steps, at the positions before the step. The new trees are adopted
 * exactly rebuildDelay steps later, however long the rebuild takes, so that results don't depend on timing.
 */
export class RebuildSchedule {
  /** Step before which the last rebuild started. The initial trees count as a rebuild before step 0. */
  private lastStart = 0;
  /** Step before which the running rebuild is adopted. */
  private due: number | undefined;

  /** State from which the schedule goes on. */
  get state(): ScheduleState {
    return { lastStart: this.lastStart, ...(this.due !== undefined && { due: this.due }) };
  }

  set state({ lastStart, due }: ScheduleState) {
    this.lastStart = lastStart;
    this.due = due;
  }

  /** Tests whether the trees are due to be rebuilt before a step. @param last step of their last rebuild, if a later one is planned */
  isOld(
    step: number,
    { rebuildInterval }: Pick<SimulationParameters, 'rebuildInterval'>,
    last = this.lastStart,
  ): boolean {
    return step - last >= rebuildInterval;
  }

  /** Notes that a step itself has rebuilt the trees. */
  rebuilt(step: number): void {
    this.lastStart = step;
  }

  /** Tests whether beforeStep has something to do before a step. */
  isDue(step: number, parameters: Pick<SimulationParameters, 'rebuildInterval'>): boolean {
    return this.due === undefined ? this.isOld(step, parameters) : this.due === step;
  }

  /**
   * Adopts the running rebuild if it is due, and starts a rebuild if one is due. Call this function before every step; if a step is
   * repeated, it may be called again.
   * @returns true if it had to wait for a rebuild
   */
  async beforeStep(
    trees: Pick<TreeRebuild, 'start' | 'adopt'>,
    step: number,
    parameters: Pick<SimulationParameters, 'rebuildInterval' | 'rebuildDelay'>,
  ): Promise<boolean> {
    let waited = false;
    if (this.due === step) {
      waited = await trees.adopt();
      this.due = undefined;
    }
    if (this.due === undefined && this.isOld(step, parameters)) {
      await trees.start();
      this.lastStart = step;
      this.due = step + parameters.rebuildDelay;
    }
    return waited;
  }
}
