import type { SimulationParameters } from './parameters.ts';
import type { Pass, StartCounters } from './pass.ts';
import { COUNTER_COUNT, type CounterName, COUNTERS, type StateArray } from './state.ts';
import type { StageEntry } from './pool.ts';
import { STAGE_CLOCKS } from './stage.ts';

/** Passes to run one after another, and all that they are told. */
export interface Program {
  /** Tells programs apart: what one of them recalls is for the next of the same name. */
  readonly name: string;
  readonly passes: readonly Pass[];
  readonly parameters: SimulationParameters;
  /** Arrays that come from outside, set before each try. */
  readonly inputs?: Readonly<Partial<Record<StateArray, Float32Array | Uint32Array>>>;
  /** Undefined only where all passes have kernels and count nothing: then nobody waits for the device. */
  readonly counters?: StartCounters;
  /** Arrays that it is run for: the host can read them after it, whatever happens to workers then. */
  readonly results: readonly StateArray[];
  /**
   * Whether it changes what it starts from: then it runs again, where a list had no room, from the checkpoint that was taken
   * before it. Others just run again.
   */
  readonly startsFromCheckpoint?: boolean;
}

/**
 * The passes' stages as workers are told them. A pass that stands more than once has the same objects each time: a message then
 * holds each once, which makes it a fifth as long, and as quick to write and to read.
 * @param wholeBodies whether bodies are shared out whole (fillsWorkers)
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

/** Initial counters of a program. */
export function startCounters(counters: StartCounters = {}): Uint32Array {
  const words = new Uint32Array(COUNTER_COUNT);
  for (const name of Object.keys(counters) as CounterName[]) words[COUNTERS[name]] = counters[name] as number;
  return words;
}
