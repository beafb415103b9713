import type { SimulationParameters } from './parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import { COUNTER_COUNT, type CounterName, COUNTERS, type StateArray } from './state.ts';
import type { StageEntry } from './pool.ts';
import { STAGE_CLOCKS } from './stage.ts';

/** Passes to run one after another, with parameters, inputs and initial counters. */
export interface Program {
  /** Identifies the program: what one run recalls (Recalled) is used by the next run of the same name. */
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly parameters: SimulationParameters;
  /** Arrays that the host sets before each try. */
  readonly inputs?: Readonly<Partial<Record<StateArray, Float32Array | Uint32Array>>>;
  /** Initial counters. Undefined only if all passes have kernels and count nothing: then nothing waits for the device. */
  readonly counters?: StartCounters;
  /** Arrays that the program is run for: the host can read them afterwards, even if a worker dies. */
  readonly results: readonly StateArray[];
  /**
   * Whether the program changes the arrays that it starts from. If so, it runs again from the checkpoint taken before it when a list
   * was too short; other programs simply run again.
   */
  readonly startsFromCheckpoint?: boolean;
}

/**
 * Stage entries of passes, as they are sent to workers. A repeated pass has the same entry objects each time, so that the message
 * contains them once: it is then a fifth as long, and as much faster to write and read.
 * @param wholeBodies whether each worker takes whole bodies (fillsWorkers)
 */
export function stageEntries(passes: readonly Pass[], wholeBodies = false): StageEntry[] {
  const entries = new Map<Pass, readonly StageEntry[]>();
  for (const pass of passes) if (!entries.has(pass)) entries.set(pass, entriesOf(pass, wholeBodies));
  return passes.flatMap((pass) => entries.get(pass) ?? []);
}

const entriesOf = ({ clock, stages }: Pass, wholeBodies: boolean): readonly StageEntry[] =>
  stages.map(({ stage, byBody, argument = 0 }) => ({
    stage: wholeBodies && byBody ? byBody : stage,
    argument,
    clock: STAGE_CLOCKS.indexOf(clock),
  }));

/** Initial values of a program's counters, in the order of COUNTERS. */
export function startCounters(counters: StartCounters = {}): Uint32Array {
  const words = new Uint32Array(COUNTER_COUNT);
  for (const name of Object.keys(counters) as CounterName[]) words[COUNTERS[name]] = counters[name] as number;
  return words;
}
