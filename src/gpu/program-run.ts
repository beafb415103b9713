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

/** Result of a run. */
export interface Ended {
  readonly counters: Uint32Array;
  /** Arrays that passes recall (Pass.recalls), by name. */
  readonly recalled: Readonly<Partial<Record<StateArray, Uint32Array>>>;
  /** Whether later passes used elements that kernels had left unfinished: then the run's results are invalid. */
  readonly lacksElements: boolean;
  /** Whether kernels left any elements unfinished: then the next runs probably will, too. */
  readonly leftOver: boolean;
}

/**
 * One run of a program. It records kernels on the device and runs passes without kernels in the pool; meanwhile the device goes on
 * with passes that don't touch the same arrays.
 */
export class ProgramRun {
  /** Work for the pool whose results no pass has needed yet. */
  private pending: Work[] = [];
  /** Possible leftovers that are neither checked yet nor used by a pass; only if the run doesn't wait for them. */
  private unchecked: LeftOver[] = [];
  private usedUnchecked = false;

  /** @param waits whether leftovers are finished before other passes use them, instead of at the end of the run */
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

  /** Requests readbacks of the arrays that these passes read; the device continues meanwhile. */
  private async begin(passes: readonly Pass[]): Promise<void> {
    await this.finishPending();
    for (const pass of passes) this.noteUse(pass);
    this.pending.push(new PoolWork(this.shared, passes));
    // Submit now, so that the pool needn't wait for kernels recorded later.
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
    // No pass has used the unfinished elements, so finish them now.
    for (const leftOver of left) await finishLeftOver(this.shared, leftOver, device, this.program.parameters);
    return { ...(await session.countersAnd([])), recalled, leftOver, lacksElements: false };
  }
}

/** Whether a pass uses arrays that the work has yet to write, or changes arrays that it has yet to fetch. */
const disturbs = ({ reads, writes }: Pass, work: Reach): boolean =>
  reads.some((name) => work.writes.has(name)) ||
  writes.map(arrayOf).some((name) => work.writes.has(name) || work.unread.has(name));
