import { Barrier, BARRIER_WORDS, LINE } from './barrier.ts';
import { threadsNow } from './clock.ts';
import { type Context, partBegin, type Stage } from './stage.ts';
import { MAX_WORKERS, type StageEntry, type StageProgram } from './pool.ts';

/**
 * Largest number of elements of a phase that one worker runs alone, for stages without chunks. A barrier costs about 10 us, an
 * element of the material solve 0.1 to 0.2 us: below this size, sharing the phase costs more than it saves.
 */
const SMALL_PHASE = 64;

// Words with the program's current position; written only by the worker that runs while the others wait at the barrier.
const ENTRY = BARRIER_WORDS;
const PHASE = BARRIER_WORDS + 1;
const PHASES = BARRIER_WORDS + 2;
const COUNT = BARRIER_WORDS + 3;
/** For stages with chunks: the first element of each worker's part that is still free. One cache line per worker. */
const NEXT = BARRIER_WORDS + LINE;
/** Two words that hold a float64: Team.since. */
const SINCE = NEXT + LINE * MAX_WORKERS;
/** Number of 32-bit words that the workers of a team share. */
export const TEAM_WORDS = SINCE + 2;

/** Initial position: before the first phase of the first entry. */
const START = [-1, 0, 0, 0];
/** The workers that run a program together. */
export interface Team {
  readonly barrier: Barrier;
  /** TEAM_WORDS words of shared memory; the first ones are the barrier's. */
  readonly words: Int32Array;
  /** One number: when the clock of the current entry started [ms], in threadsNow's time. */
  readonly since: Float64Array;
  readonly size: number;
}

/** Makes a team from shared memory. @throws RangeError if there are more than MAX_WORKERS workers */
export function createTeam(words: Int32Array, size: number): Team {
  if (size > MAX_WORKERS) throw new RangeError(`found ${size} workers, expected at most ${MAX_WORKERS}`);
  return {
    barrier: new Barrier(words, size),
    words,
    since: new Float64Array(words.buffer, words.byteOffset + 4 * SINCE, 1),
    size,
  };
}

/** Prepares the team for another program; called by the host while no worker runs one. */
export function resetTeam({ barrier, words }: Team): void {
  barrier.reset();
  words.set(START, ENTRY);
}

/** Stages by the names that entries use. */
export type StageTable = Readonly<Record<string, Stage>>;

/**
 * Runs a program on one worker of a team; every worker calls it. After each phase all workers meet at a barrier. The last to
 * arrive moves the program on: it asks the next stage for its phases and element counts, runs phases that are too small to share,
 * and releases the others at the first larger one. So nobody changes data that a count is read from, empty and small phases cost no
 * barrier, and it doesn't matter which worker arrives last. The milliseconds of each entry are added to state.stageTimes.
 * @param index of this worker, from 0
 * @param team undefined if the worker is alone: then neither barriers nor atomics are used
 * @throws BrokenBarrierError when another worker died or failed
 */
export function runProgram(
  context: Context,
  program: StageProgram,
  stages: StageTable,
  index: number,
  team?: Team,
): void {
  context.parameters = program.parameters;
  if (!team) {
    const { words, since } = context.scratch.alone;
    words.set(START, ENTRY);
    advance(context, program, stages, words, since, 1);
    return;
  }
  const { barrier, words, since } = team;
  for (;;) {
    if (barrier.arrive()) {
      advance(context, program, stages, words, since, team.size);
      barrier.release();
    }
    if (words[ENTRY] === program.entries.length) return;
    const entry = program.entries[words[ENTRY]];
    const stage = stages[entry.stage];
    context.argument = entry.argument ?? 0;
    if (stage.chunk === undefined) runPart(context, stage, words, index, team.size);
    else runChunks(context, stage, words, stage.chunk, index, team.size);
  }
}

/**
 * Runs all phases that one worker does best alone. Stops at the first phase to share, or after the last entry.
 * @param since as Team.since
 * @param size number of workers in the team
 */
function advance(
  context: Context,
  { entries, counters }: StageProgram,
  stages: StageTable,
  words: Int32Array,
  since: Float64Array,
  size: number,
): void {
  if (words[ENTRY] < 0) {
    since[0] = threadsNow();
    if (counters) context.state.counters.set(counters);
  }
  for (;;) {
    words[PHASE]++;
    while (words[ENTRY] < 0 || words[PHASE] >= words[PHASES]) {
      if (words[ENTRY] >= 0) addTime(context, entries, words[ENTRY], since);
      if (++words[ENTRY] === entries.length) return;
      context.argument = entries[words[ENTRY]].argument ?? 0;
      words[PHASES] = stages[entries[words[ENTRY]].stage].phases?.(context) ?? 1;
      words[PHASE] = 0;
    }
    const stage = stages[entries[words[ENTRY]].stage];
    const count = stage.count(context, words[PHASE]);
    if (size > 1 && count > (stage.chunk ?? SMALL_PHASE)) {
      words[COUNT] = count;
      for (let part = 0; part < size; part++) words[NEXT + LINE * part] = partBegin(count, part, size);
      return;
    }
    if (count > 0) stage.run(context, 0, count, words[PHASE]);
  }
}

function runPart(context: Context, stage: Stage, words: Int32Array, index: number, size: number): void {
  const begin = partBegin(words[COUNT], index, size);
  const end = partBegin(words[COUNT], index + 1, size);
  if (begin < end) stage.run(context, begin, end, words[PHASE]);
}

/**
 * Runs chunks of this worker's own part, then helps the others with theirs. Parts are contiguous, since neighbouring elements use the
 * same cache lines, which would otherwise move from core to core.
 */
function runChunks(
  context: Context,
  stage: Stage,
  words: Int32Array,
  chunk: number,
  index: number,
  size: number,
): void {
  const count = words[COUNT];
  const phase = words[PHASE];
  for (let turn = 0; turn < size; turn++) {
    const part = (index + turn) % size;
    const next = NEXT + LINE * part;
    const end = partBegin(count, part + 1, size);
    for (let begin = Atomics.add(words, next, chunk); begin < end; begin = Atomics.add(words, next, chunk))
      stage.run(context, begin, Math.min(begin + chunk, end), phase);
  }
}

/** Adds the time since the last entry with another clock. Consecutive entries of one clock are timed together, since reading the time allocates a number. */
function addTime({ state }: Context, entries: readonly StageEntry[], entry: number, since: Float64Array): void {
  const { clock } = entries[entry];
  if (entry + 1 < entries.length && entries[entry + 1].clock === clock) return;
  const end = threadsNow();
  state.stageTimes[clock] += end - since[0];
  since[0] = end;
}
