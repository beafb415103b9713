import type { Pass, StartCounters } from './pass.ts';
import type { StageEntry } from './pool.ts';
import { STAGE_CLOCKS } from './stage.ts';
import { COUNTER_COUNT, COUNTERS, type CounterName } from './state.ts';

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
