import type { Pool } from '../simulation/pool.ts';
import type { GpuBuffers } from './buffers.ts';

const NEXT = { tetOrder: 'nextTetOrder', faceOrder: 'nextFaceOrder', edgeOrder: 'nextEdgeOrder' } as const;
const ORDERS = Object.keys(NEXT) as (keyof typeof NEXT)[];

/** A rebuild of the trees' orders in the pool, beside the steps. */
export class TreeRebuild {
  private running: { promise: Promise<unknown>; done: boolean } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly buffers: GpuBuffers,
  ) {}

  /** @param positions [m], 3 a vertex */
  async start(positions: Float32Array): Promise<void> {
    // One that a lost step left behind would write into the same arrays.
    await this.running?.promise.catch(() => {});
    this.pool.state.rebuildPositions.set(positions);
    await this.pool.push(['rebuildPositions']);
    const promise = this.rebuildBodies();
    const running = { promise, done: false };
    const settle = () => {
      running.done = true;
    };
    promise.then(settle, settle);
    this.running = running;
  }

  private rebuildBodies(): Promise<unknown> {
    return Promise.all(this.pool.world.bodies.map((_, body) => this.pool.rebuild(body)));
  }

  /** Puts the new orders in place, here and in the pool. @returns whether it had to wait for them */
  async adopt(): Promise<boolean> {
    if (!this.running) return false;
    const { promise, done } = this.running;
    if (!done) this.pool.hurryRebuilds();
    // Where a worker died under it: the positions are still there.
    await promise.catch(() => this.rebuildBodies());
    const { state } = this.pool;
    await this.pool.pull(Object.values(NEXT));
    for (const order of ORDERS) {
      state[order].set(state[NEXT[order]]);
      if (order !== 'edgeOrder') this.buffers.upload(order, state[order]);
    }
    await this.pool.push(ORDERS);
    // Only now: when a worker dies before, it is adopted again.
    this.running = undefined;
    return !done;
  }
}
