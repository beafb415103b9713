import { arrayOf, type LeftOver, type Pass, type Plan } from '../simulation/pass.ts';
import type { Program } from '../simulation/program.ts';
import { COUNTERS, type StateArray } from '../simulation/state.ts';
import {
  finishLeftOver,
  LeftOverWork,
  PoolWork,
  type Reach,
  reachOf,
  type SharedState,
  type Work,
} from './pool-work.ts';

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
  private pending: Work[] = [];
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
    while (this.pending.some((work) => disturbs(pass, work))) await this.finishFirst();
    this.noteUse(pass);
    session.commands.run(pass.clock, (pass.kernels as NonNullable<Pass['kernels']>)(this.plan));
    for (const written of pass.writes) stale.add(arrayOf(written));
    if (!pass.leftOver) return;
    if (this.waits) this.pending.push(new LeftOverWork(this.shared, pass.leftOver));
    else this.unchecked.push(pass.leftOver);
  }

  /** Asks the device for what these passes read, and lets it go on meanwhile. */
  private async begin(passes: readonly Pass[]): Promise<void> {
    await this.finishPending();
    for (const pass of passes) this.noteUse(pass);
    this.pending.push(new PoolWork(this.shared, passes));
    // Apart from what follows, so that the pool needn't wait for it.
    this.shared.session.commands.submit();
  }

  private noteUse(pass: Pass): void {
    if (this.unchecked.some((leftOver) => disturbs(pass, reachOf(leftOver)))) this.usedUnchecked = true;
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
    for (const leftOver of left) await finishLeftOver(this.shared, leftOver, device, this.program.parameters);
    return { ...(await session.countersAnd([])), recalled, leftOver, lacksElements: false };
  }
}

/** Whether a pass uses what the work has yet to write, or changes what it has yet to fetch. */
const disturbs = ({ reads, writes }: Pass, work: Reach): boolean =>
  reads.some((name) => work.writes.has(name)) ||
  writes.map(arrayOf).some((name) => work.writes.has(name) || work.unread.has(name));
