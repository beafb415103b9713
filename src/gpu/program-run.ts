import { arrayOf, type LeftOver, type Pass, type Plan } from '../simulation/pass.ts';
import type { Program } from '../simulation/program.ts';
import { COUNTERS, type StateArray } from '../simulation/state.ts';
import { PoolWork, type SharedState } from './pool-work.ts';

/** How a run ended. */
export interface Ended {
  readonly counters: Uint32Array;
  /** Arrays that passes recall, by name. */
  readonly recalled: Readonly<Partial<Record<StateArray, Uint32Array>>>;
  /** Whether kernels left elements over that later passes should have seen: then nothing of the run is worth anything. */
  readonly lacksElements: boolean;
  /** Whether kernels left anything over: then it is likely to happen again. */
  readonly leftOver: boolean;
}

/**
 * One run of a program: records kernels on the device, and lets the pool run what has none, while the device does what doesn't
 * touch it.
 */
export class ProgramRun {
  /** Work for the pool whose results no pass has asked for yet. */
  private pending: PoolWork[] = [];
  /** Leftovers that nobody has checked yet and no pass has used; only where the run doesn't wait. */
  private unchecked: LeftOver[] = [];
  private usedUnchecked = false;

  /** @param waits whether it looks at what kernels leave over before other passes use it, rather than at the end */
  constructor(
    private readonly shared: SharedState,
    private readonly program: Program,
    private readonly plan: Plan,
    private readonly waits: boolean,
  ) {}

  /** @throws WorkLostError, DeviceLostError */
  async run(): Promise<Ended> {
    const { passes } = this.program;
    for (let i = 0; i < passes.length; ) {
      if (passes[i].kernels) await this.record(passes[i++]);
      else {
        const first = i;
        while (i < passes.length && !passes[i].kernels) i++;
        await this.begin(passes.slice(first, i));
      }
    }
    await this.finishPending();
    return this.end();
  }

  private async record(pass: Pass): Promise<void> {
    const { session, stale } = this.shared;
    const touched = [...pass.reads, ...pass.writes.map(arrayOf)];
    while (this.pending.some(({ writes }) => touched.some((name) => writes.has(name)))) await this.finishFirst();
    const used = this.unchecked.filter(({ passes }) => touched.some((name) => writesOf(passes).includes(name)));
    if (used.length > 0) this.usedUnchecked = true;
    session.recorder.run(pass.clock, (pass.kernels as NonNullable<Pass['kernels']>)(this.plan));
    for (const written of pass.writes) stale.add(arrayOf(written));
    if (!pass.leftOver) return;
    if (this.waits) this.pending.push(new PoolWork(this.shared, pass.leftOver.passes, pass.leftOver.counter));
    else this.unchecked.push(pass.leftOver);
  }

  /** Asks the device for what these passes read, and lets it go on meanwhile. */
  private async begin(passes: readonly Pass[]): Promise<void> {
    await this.finishPending();
    this.pending.push(new PoolWork(this.shared, passes));
    // Apart from what follows, so that the pool needn't wait for it.
    this.shared.session.recorder.submit();
  }

  private async finishFirst(): Promise<void> {
    const [work] = this.pending;
    await work.run(this.program.parameters);
    this.pending.shift();
  }

  private async finishPending(): Promise<void> {
    while (this.pending.length > 0) await this.finishFirst();
  }

  private async end(): Promise<Ended> {
    const { session } = this.shared;
    const names = [...new Set(this.program.passes.flatMap(({ recalls = [] }) => recalls))];
    const { counters, device, arrays } = await session.countersAnd(names);
    const recalled = Object.fromEntries(names.map((name, i) => [name, new Uint32Array(arrays[i])]));
    const left = this.unchecked.filter(({ counter }) => device[COUNTERS[counter]] > 0);
    const leftOver = this.program.passes.some((pass) => pass.leftOver && counters[COUNTERS[pass.leftOver.counter]] > 0);
    if (left.length === 0 || this.usedUnchecked)
      return { counters, recalled, leftOver, lacksElements: left.length > 0 };
    // Nothing has used them yet.
    for (const { passes, counter } of left)
      await new PoolWork(this.shared, passes, counter).run(this.program.parameters);
    return { ...(await session.countersAnd([])), recalled, leftOver, lacksElements: false };
  }
}

const writesOf = (passes: readonly Pass[]): StateArray[] => passes.flatMap(({ writes }) => writes.map(arrayOf));
