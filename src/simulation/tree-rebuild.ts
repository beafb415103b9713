import type { Backend } from './backend.ts';
import type { SimulationParameters } from './parameters.ts';

/** For each order of the trees, the array that a rebuild writes. */
const NEXT_ORDERS = { tetOrder: 'nextTetOrder', faceOrder: 'nextFaceOrder', edgeOrder: 'nextEdgeOrder' } as const;
const ORDERS = Object.keys(NEXT_ORDERS) as (keyof typeof NEXT_ORDERS)[];

/** Rebuilds the trees' orders in the pool while steps go on. */
export class TreeRebuild {
  private running: { promise: Promise<unknown>; done: boolean; waited: boolean } | undefined;

  constructor(private readonly backend: Backend) {}

  /** Starts a rebuild from the current positions. */
  async start(): Promise<void> {
    const { pool } = this.backend;
    // Wait for a rebuild that a failed step left behind: it would write into the same arrays.
    await this.running?.promise.catch(() => {});
    pool.state.rebuildPositions.set(await this.backend.read('positions'));
    await pool.push(['rebuildPositions']);
    const running = { promise: this.rebuildBodies(), done: false, waited: false };
    // A failure surfaces in `adopt`, not before.
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

  /** Installs the new orders, once they are complete. @returns whether it had to wait for the rebuild; false if no rebuild was started */
  async adopt(): Promise<boolean> {
    if (!this.running) return false;
    const { running } = this;
    const { pool } = this.backend;
    if (!running.done) {
      running.waited = true;
      pool.hurryRebuilds();
    }
    // If workers died during the rebuild, repeat it: its positions are still there.
    await running.promise.catch(() => {
      const again = this.rebuildBodies();
      pool.hurryRebuilds();
      return again;
    });
    for (const order of ORDERS) await this.backend.write(order, pool.state[NEXT_ORDERS[order]]);
    // Clear this last: if a worker dies before, the rebuild can be adopted again.
    this.running = undefined;
    return running.waited;
  }
}

/**
 * Schedule of tree rebuilds. A rebuild starts every rebuildInterval steps, from the positions before that step, and is adopted
 * exactly rebuildDelay steps later, however long it takes, so that results don't depend on timing.
 */
export class RebuildSchedule {
  /** Step before which the last rebuild started; the initial trees count as step 0. */
  private lastStart = 0;
  /** Step before which the running rebuild is adopted. */
  private due: number | undefined;

  /**
   * Starts or adopts a rebuild if it is due. Call it before every step; it may be called again for a step that is repeated.
   * @returns whether it had to wait for a rebuild
   */
  async beforeStep(
    trees: Pick<TreeRebuild, 'start' | 'adopt'>,
    step: number,
    { rebuildInterval, rebuildDelay }: Pick<SimulationParameters, 'rebuildInterval' | 'rebuildDelay'>,
  ): Promise<boolean> {
    let waited = false;
    if (this.due === step) {
      waited = await trees.adopt();
      this.due = undefined;
    }
    if (this.due === undefined && step - this.lastStart >= rebuildInterval) {
      await trees.start();
      this.lastStart = step;
      this.due = step + rebuildDelay;
    }
    return waited;
  }
}
