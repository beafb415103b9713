import { now } from '../simulation/program/clock.ts';
import type { Plan } from '../simulation/program/pass.ts';
import type { Program } from '../simulation/program/program.ts';
import { anyListTooShort, COUNTERS, type StateArray } from '../simulation/state.ts';
import type { SharedState } from './pool-work.ts';
import { arraysToHost, recordInputs, recordKernels, type RunResult } from './program-run.ts';

/** Longest time that a submission may take by estimate [ms]. Watchdogs of drivers and browsers end a device after some seconds. */
const LONGEST_SUBMISSION = 200;

/** Estimates what a pass takes, from the last programs that ran together. Only the number of submissions depends on it, never a result. */
export class Pace {
  /** Mean time of a pass [ms]; undefined before the first measurement. */
  private passTime: number | undefined;
  /** Estimated time of the passes that were recorded since the last submission [ms]. */
  private recorded = 0;

  /** Counts a recorded pass. @param isLast whether it is its program's last one @returns whether it is time to submit */
  isDue(isLast: boolean): boolean {
    this.recorded += this.passTime ?? 0;
    const isDue = this.passTime === undefined ? isLast : this.recorded > LONGEST_SUBMISSION;
    if (isDue) this.recorded = 0;
    return isDue;
  }

  /** @param ms time that `passes` passes took together */
  measure(ms: number, passes: number): void {
    this.passTime = ms / Math.max(1, passes);
    this.recorded = 0;
  }
}

/** Outcome of a program that ran with others. Arrays come back after the last program of a name only. */
export type JointResult = Pick<RunResult, 'counters' | 'arrays'>;

/** Tests whether a program can run without the host: all of its passes have kernels, and all inputs have buffers. */
export const runsAlone = ({ session }: SharedState, { passes, inputs = {}, counters }: Program): boolean =>
  counters !== undefined &&
  passes.every(({ kernels }) => kernels !== undefined) &&
  Object.keys(inputs).every((name) => session.buffers.locate(name as StateArray));

/** Tests whether a later program, and the host, can use a program's results. */
export const holds = ({ passes, invalidIf }: Program, counters: Uint32Array): boolean =>
  !(invalidIf && counters[COUNTERS[invalidIf]] > 0) &&
  !anyListTooShort(counters) &&
  passes.every(({ leftOver }) => !leftOver || counters[COUNTERS[leftOver.counter]] === 0);

/**
 * Records programs one after another and submits them, if possible at once. Then waits for the counters of all.
 * @param planOf returns the plan of a program. Programs of one name have the same one, since the host learns nothing between them
 * @throws DeviceLostError
 */
export async function runJointly(
  shared: SharedState,
  programs: readonly Program[],
  planOf: (program: Program) => Plan,
  pace: Pace,
): Promise<JointResult[]> {
  const { session } = shared;
  const { buffers, commands } = session;
  const names = programs.map((program, i) =>
    programs.slice(i + 1).some(({ name }) => name === program.name) ? [] : arraysToHost(program),
  );
  const ranges = names.map((arrays) => (['counters', ...arrays] as const).map((name) => buffers.range(name)));
  const read = session.beginRead(ranges.flat().reduce((sum, { size }) => sum + size, 0));
  const since = now();
  for (const [i, program] of programs.entries()) {
    recordInputs(shared, program);
    recordPasses(shared, program, planOf(program), pace);
    commands.addTo(read, ranges[i]);
  }
  const bytes = await session.take(read);
  const passes = programs.reduce((sum, program) => sum + program.passes.length, 0);
  pace.measure(now() - since, passes);
  return names.map((arrays) => {
    const counters = new Uint32Array(bytes.shift() as ArrayBuffer);
    return { counters, arrays: new Map(arrays.map((name) => [name, bytes.shift() as ArrayBuffer])) };
  });
}

function recordPasses(shared: SharedState, { passes }: Program, plan: Plan, pace: Pace): void {
  const { commands } = shared.session;
  for (const pass of passes) {
    recordKernels(shared, pass, plan);
    if (pace.isDue(pass === passes[passes.length - 1])) commands.submit();
  }
}
