import type { Pass, StartCounters } from './pass.ts';
import type { StageEntry } from './pool.ts';
import { STAGE_CLOCKS } from './stage.ts';
import { COUNTER_COUNT, COUNTERS, type CounterName } from './state.ts';

/** The passes' stages as workers are told them. @param wholeBodies whether bodies are shared out whole (fillsWorkers) */
export const stageEntries = (passes: readonly Pass[], wholeBodies = false): StageEntry[] =>
  passes.flatMap(({ clock, stages }) =>
    stages.map(({ stage, byBody, argument = 0 }) => ({
      stage: wholeBodies && byBody ? byBody : stage,
      argument,
      clock: STAGE_CLOCKS.indexOf(clock),
    })),
  );

/** Initial counters of a program. */
export function startCounters(counters: StartCounters = {}): Uint32Array {
  const words = new Uint32Array(COUNTER_COUNT);
  for (const name of Object.keys(counters) as CounterName[]) words[COUNTERS[name]] = counters[name] as number;
  return words;
}
