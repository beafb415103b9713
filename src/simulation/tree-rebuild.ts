import type { Backend } from './backend.ts';
import type { SimulationParameters } from './parameters.ts';

const NEXT = { tetOrder: 'nextTetOrder', faceOrder: 'nextFaceOrder', edgeOrder: 'nextEdgeOrder' } as const;
const ORDERS = Object.keys(NEXT) as (keyof typeof NEXT)[];

/** A rebuild of the trees' orders in the pool, beside the steps. */
export class TreeRebuild {
  private running: { promise: Promise<unknown>; done: boolean; waited: boolean } | undefined;

  constructor(private readonly backend: Backend) {}

  /** From the current positions. */
  async start(): Promise<void> {
    const { pool } = this.backend;
    // One that a lost step left behind would write into the same arrays.
    await this.running?.promise.catch(() => {});
    pool.state.rebuildPositions.set(await this.backend.read('positions'));
    await pool.push(['rebuildPositions']);
    const running = { promise: this.rebuildBodies(), done: false, waited: false };
    // A failure is told to whoever adopts the rebuild, not before.
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

  /** Uses the new orders from now on. @returns whether it had to wait for them; false where none was started */
  async adopt(): Promise<boolean> {
    if (!this.running) return false;
    const { running } = this;
    const { pool } = this.backend;
    if (!running.done) {
      running.waited = true;
      pool.hurryRebuilds();
    }
    // Where workers died under it: the positions are still there.
    await running.promise.catch(() => {
      const again = this.rebuildBodies();
      pool.hurryRebuilds();
      return again;
    });
    for (const order of ORDERS) await this.backend.write(order, pool.state[NEXT[order]]);
    // Only now: when a worker dies before, it is adopted again.
    this.running = undefined;
    return running.waited;
  }
}

/**
 * When the trees are rebuilt: started every rebuildInterval steps, from the positions before that step, and adopted
 * exactly rebuildDelay steps later, however long the work took. So results don't depend on timing.
 */
export class RebuildSchedule {
  /** The trees were built at step 0. */
  private lastStart = 0;
  /** The step before which the rebuild under way is adopted. */
  private due: number | undefined;

  /**
   * Called before every step; again for the same step when it has to be done again.
   * @returns whether the step had to wait for a rebuild
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
