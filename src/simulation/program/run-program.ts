import { Barrier, BARRIER_WORDS, LINE } from './barrier.ts';
import { threadsNow } from './clock.ts';
import { type Context, partBegin, type Stage } from './stage.ts';
import { MAX_WORKERS, type StageEntry, type StageProgram } from './pool.ts';

/**
 * Maximum number of elements of a phase that one worker runs alone, for stages without chunks. An element of the material solve takes
 * 0.07 us with SIMD, and a barrier 10 us; in a virtual machine 40 us. So if a phase has no more elements than this, sharing it costs more
 * than it saves. With two workers of a virtual machine, 256 instead of 64 made steps of nearly tight knots 1.75 times as fast
 * (docs/performance.md).
 */
export const SMALL_PHASE = 256;

// Indices of the words that hold the program's position. The last worker at the barrier writes them while the others wait.
/** Index of the current stage entry in the program. */
const ENTRY = BARRIER_WORDS;
/** Current phase of the entry's stage, then the stage's number of phases. */
const PHASE = BARRIER_WORDS + 1;
const PHASES = BARRIER_WORDS + 2;
/** Number of elements of the phase that the workers share. */
const COUNT = BARRIER_WORDS + 3;
/** For stages with chunks: per worker, the first element of its part that no worker has taken yet. One cache line per worker. */
const NEXT = BARRIER_WORDS + LINE;
/** Index of the two words that hold the float64 Team.since. */
const SINCE = NEXT + LINE * MAX_WORKERS;
/** Number of 32-bit words that the workers of a team share. */
export const TEAM_WORDS = SINCE + 2;

/** Initial values of the words from ENTRY to COUNT. Entry -1 means that the program has not begun. */
const START = [-1, 0, 0, 0];

/** The workers that run a program together. */
export interface Team {
  readonly barrier: Barrier;
  /** Shared memory, an array of length TEAM_WORDS. The first words belong to the barrier. */
  readonly words: Int32Array;
  /** One number, by threadsNow [ms]: the time when the current entry began. Consecutive entries with the same clock count as one entry. */
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

/** Prepares the team for the next program. The host calls it while no worker runs a program. */
export function resetTeam({ barrier, words }: Team): void {
  barrier.reset();
  words.set(START, ENTRY);
}

/** Stages by the names that entries use. */
export type StageTable = Readonly<Record<string, Stage>>;

/**
 * Runs a program on one worker of a team. Every worker of the team calls this function. Before each shared phase all workers meet at
 * a barrier. The last worker to arrive advances the program while the others wait: it asks the next stages for their numbers of phases
 * and elements, and runs phases that are too small to share. At the first larger phase it releases the others.
 *
 * So no worker changes data while a stage counts its elements, and empty or small phases cost no barrier. It doesn't matter which
 * worker arrives last. The time of each entry [ms] is added to the entry's clock in state.stageTimes. Several entries may share a clock,
 * such as `solve`.
 * @param index index of this worker, from 0
 * @param team undefined if the worker runs the program alone: then neither barriers nor atomics are used
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
    const { words, since } = context.scratch.loneProgram;
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
 * Runs phases on this worker alone, as long as they are too small to share. Stops at the first phase to share, or after the last entry.
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

/** Runs this worker's share of the current phase: one of `size` equal parts. */
function runPart(context: Context, stage: Stage, words: Int32Array, index: number, size: number): void {
  const begin = partBegin(words[COUNT], index, size);
  const end = partBegin(words[COUNT], index + 1, size);
  if (begin < end) stage.run(context, begin, end, words[PHASE]);
}

/**
 * Runs chunks of this worker's own part, then chunks that are left of the other workers' parts. Parts are contiguous, since neighbouring
 * elements use the same cache lines, which would otherwise move from core to core.
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

/**
 * Adds the time since `since` to the clock of an entry. If the next entry has the same clock, this does nothing yet: such entries are timed
 * together, because reading the time allocates a number.
 */
function addTime({ state }: Context, entries: readonly StageEntry[], entry: number, since: Float64Array): void {
  const { clock } = entries[entry];
  if (entry + 1 < entries.length && entries[entry + 1].clock === clock) return;
  const end = threadsNow();
  state.stageTimes[clock] += end - since[0];
  since[0] = end;
}
