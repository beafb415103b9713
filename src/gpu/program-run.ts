import { arrayOf, type LeftOver, type Pass, type Plan } from '../simulation/program/pass.ts';
import type { Program } from '../simulation/program/program.ts';
import { COUNTERS, type StateArray } from '../simulation/state.ts';
import {
  finishLeftOver,
  LeftOverWork,
  PoolWork,
  type Dependencies,
  dependenciesOf,
  type SharedState,
  type Work,
} from './pool-work.ts';

/** Result of a program's run. Leftovers are elements that kernels could not finish, because a list of fixed size overflowed. */
export interface RunResult {
  readonly counters: Uint32Array;
  /** Values of the arrays that come back with the counters (arraysToHost). */
  readonly arrays: ReadonlyMap<StateArray, ArrayBuffer>;
  /** Whether later passes used leftovers before they were finished. If so, the run's results are invalid. */
  readonly usedUnfinished: boolean;
  /** Whether there were leftovers. If so, the next runs probably have some, too. */
  readonly hasLeftOvers: boolean;
}

/**
 * One run of a program. Kernels run on the device, and passes without kernels run in the pool. While the pool works, the device goes
 * on with passes that don't touch the same arrays.
 */
export class ProgramRun {
  /** Work for the pool that has not run yet, because no pass has needed its results. */
  private pending: Work[] = [];
  /** If the run doesn't wait for leftovers: the possible leftovers of the recorded kernels, which are checked at the run's end. */
  private uncheckedLeftOvers: LeftOver[] = [];
  /** Whether a later pass used elements that may be leftovers. */
  private usedUncheckedLeftOver = false;

  /** @param waitsForLeftOvers whether leftovers are finished before later passes use them, rather than at the end of the run */
  constructor(
    private readonly shared: SharedState,
    private readonly program: Program,
    private readonly plan: Plan,
    private readonly waitsForLeftOvers: boolean,
  ) {}

  /** Runs all passes in order. @throws WorkLostError, DeviceLostError */
  async run(): Promise<RunResult> {
    const { passes } = this.program;
    for (let i = 0; i < passes.length; ) {
      if (passes[i].kernels) await this.recordKernels(passes[i++]);
      else {
        const first = i;
        while (i < passes.length && !passes[i].kernels) i++;
        await this.beginPoolWork(passes.slice(first, i));
      }
    }
    await this.finishPending();
    return this.readResult();
  }

  private async recordKernels(pass: Pass): Promise<void> {
    while (this.pending.some((work) => conflicts(pass, work))) await this.finishFirst();
    this.checkUseOfLeftOver(pass);
    recordKernels(this.shared, pass, this.plan);
    if (!pass.leftOver) return;
    if (this.waitsForLeftOvers) this.pending.push(new LeftOverWork(this.shared, pass.leftOver));
    else this.uncheckedLeftOvers.push(pass.leftOver);
  }

  /** Starts the readback of the arrays that these passes read, while the device continues. The passes run later, in `finishFirst`. */
  private async beginPoolWork(passes: readonly Pass[]): Promise<void> {
    await this.finishPending();
    for (const pass of passes) this.checkUseOfLeftOver(pass);
    this.pending.push(new PoolWork(this.shared, passes));
    // Submit now, so that the pool needn't wait for kernels recorded later.
    this.shared.session.commands.submit();
  }

  private checkUseOfLeftOver(pass: Pass): void {
    if (this.uncheckedLeftOvers.some((leftOver) => conflicts(pass, dependenciesOf(leftOver))))
      this.usedUncheckedLeftOver = true;
  }

  private async finishFirst(): Promise<void> {
    const [work] = this.pending;
    await work.run(this.program.parameters);
    this.pending.shift();
  }

  private async finishPending(): Promise<void> {
    while (this.pending.length > 0) await this.finishFirst();
  }

  private async readResult(): Promise<RunResult> {
    const { session } = this.shared;
    const names = arraysToHost(this.program);
    const { counters, device, arrays: bytes } = await session.readWithCounters(names);
    const arrays = new Map(names.map((name, i) => [name, bytes[i]]));
    const unfinishedLeftOvers = this.uncheckedLeftOvers.filter(({ counter }) => device[COUNTERS[counter]] > 0);
    const hasLeftOvers = this.program.passes.some(
      (pass) => pass.leftOver && counters[COUNTERS[pass.leftOver.counter]] > 0,
    );
    if (unfinishedLeftOvers.length === 0 || this.usedUncheckedLeftOver)
      return { counters, arrays, hasLeftOvers, usedUnfinished: unfinishedLeftOvers.length > 0 };
    // No pass has used the unfinished elements, so finish them now.
    for (const leftOver of unfinishedLeftOvers)
      await finishLeftOver(this.shared, leftOver, device, this.program.parameters);
    const { counters: all } = await session.readWithCounters([]);
    return { counters: all, arrays, hasLeftOvers, usedUnfinished: false };
  }
}

/** Returns the arrays that come back with the counters: those that plan the next run, and those that the host reads after each run. */
export const arraysToHost = ({ passes, fetches = [] }: Program): StateArray[] => [
  ...new Set([...passes.flatMap(({ recalls = [] }) => recalls), ...fetches]),
];

/** Records what a program begins with: parameters, counters, and those inputs whose arrays are on the device. */
export function recordInputs(
  { session, stale }: SharedState,
  { parameters, inputs = {}, counters = {} }: Program,
): void {
  session.recordStart(parameters, counters);
  for (const [name, values] of Object.entries(inputs) as [StateArray, Float32Array | Uint32Array][]) {
    if (!session.buffers.locate(name)) continue;
    session.record(name, values);
    stale.add(name);
  }
}

/** Records the kernels of a pass that has some. */
export function recordKernels({ session, stale }: SharedState, { clock, kernels, writes }: Pass, plan: Plan): void {
  session.commands.run(clock, (kernels as NonNullable<Pass['kernels']>)(plan));
  for (const written of writes) stale.add(arrayOf(written));
}

/** Returns whether a pass uses arrays that the work has yet to write, or writes arrays that the work has yet to fetch. */
const conflicts = ({ reads, writes }: Pass, work: Dependencies): boolean =>
  reads.some((name) => work.writes.has(name)) ||
  writes.map(arrayOf).some((name) => work.writes.has(name) || work.toFetch.has(name));
