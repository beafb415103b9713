import type { SimulationParameters } from '../parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import { COUNTER_COUNT, type CounterName, COUNTERS, type StateArray } from '../state.ts';
import type { StageEntry } from './pool.ts';
import { STAGE_CLOCKS } from './stage.ts';

/** Passes to run one after another, with parameters, inputs and initial counters. */
export interface Program {
  /** Identifies the program. The GPU backend plans a run by the counters and arrays of the last run of the same name (PreviousRun). */
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly parameters: SimulationParameters;
  /** Arrays that the host writes to the state before each run, also if the program runs again because a list was too short. */
  readonly inputs?: Readonly<Partial<Record<StateArray, Float32Array | Uint32Array>>>;
  /**
   * Initial counters. Undefined only if all passes have kernels and count nothing: then the GPU backend reads no counters back, and the
   * host doesn't wait for the device.
   */
  readonly counters?: StartCounters;
  /** Counter that is above 0 if the results are invalid. A later program can't go on from them (Backend.runTogether). */
  readonly invalidIf?: CounterName;
  /** Short arrays among `results` that the host reads after each run, so that a backend can bring them with the counters. */
  readonly fetches?: readonly StateArray[];
  /** Arrays that the program is run for. The host can read them after the run, even if a worker dies. */
  readonly results: readonly StateArray[];
  /**
   * True if the program changes arrays that it starts from, as a step does. If a list was too short, the backend then restores the last
   * checkpoint before it runs the program again. The caller must have taken this checkpoint directly before the program.
   */
  readonly startsFromCheckpoint?: boolean;
}

/**
 * Returns the stage entries of passes, as they are sent to workers. All repetitions of a pass use the same entry objects, so that a
 * message contains each object once. The message of a step is then a fifth as long, and takes a fifth of the time to write and read.
 * @param wholeBodies true selects the variants of stages that assign whole bodies to workers (StageUse.byBody)
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

/** Returns the initial values of a program's counters, indexed by COUNTERS. */
export function startCounters(counters: StartCounters = {}): Uint32Array {
  const words = new Uint32Array(COUNTER_COUNT);
  for (const name of Object.keys(counters) as CounterName[]) words[COUNTERS[name]] = counters[name] as number;
  return words;
}
