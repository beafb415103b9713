import { openNodeBackend } from '../../src/cli/backends.ts';
import { toJson } from '../../src/record/formats.ts';
import type { Recording } from '../../src/record/recording.ts';
import { ForeignVertices } from '../../src/record/untangled.ts';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { FrameRow } from '../../src/simulation/statistics.ts';
import type { Runs, SceneState } from '../measure/step-runner.ts';

/** Frames that run before any is timed: code is compiled by then. */
const WARM_UP = 2;
/** Recording's own work is done so often in a row, since one time is less than a clock's step is sure of. */
const REPEATS = 20;
/** Trees are not rebuilt: every timed frame does the same work. */
const NEVER = 10_000;

/** Of the same frame, not recorded and recorded in turn [ms]. */
export interface Round {
  /** Its steps alone: the frame without anything that is measured at its end. */
  readonly steps: number;
  /** What every frame measures then, recorded or not: energy, depths, all overlaps of the surface's vertices. */
  readonly measuring: number;
  /** Steps, measuring and recording. */
  readonly recorded: number;
  /** Recording's own work alone, and the exact counts'. */
  readonly own: number;
  readonly counts: number;
}

export interface Rounds {
  readonly adapter: string;
  readonly rounds: readonly Round[];
}

/** Times a state's next frame on a backend, over and over. @throws NoBackendError where there is none */
export async function timeRecording({ kind, workers }: Runs, state: SceneState, count: number): Promise<Rounds> {
  const { world, positions, velocities, parameters } = state;
  const backend = await openNodeBackend(kind, world, positions, parameters, workers);
  const simulator = new Simulator(backend, { ...parameters, rebuildInterval: NEVER });
  const foreign = new ForeignVertices(world);
  const frame = async (hash: boolean) => {
    await backend.write('positions', positions);
    await backend.write('velocities', velocities);
    const started = performance.now();
    let stepped = started;
    const eachStep = async () => {
      stepped = performance.now();
    };
    const row = await simulator.frame({ hash, eachStep });
    if (hash) line(row);
    return { row, steps: stepped - started, all: performance.now() - started };
  };
  try {
    const { row } = await frame(true);
    for (let i = 0; i < WARM_UP; i++) await frame(true);
    const rounds: Round[] = [];
    for (let round = 0; round < count; round++) {
      const bare = await frame(false);
      const recorded = await frame(true);
      const own = await timed(async () => {
        for (let i = 0; i < REPEATS; i++) line({ ...row, hash: await simulator.hash() });
      });
      const counts = await timed(async () => {
        await countPiercing(backend);
        foreign.count((await backend.read('positions')) as Float32Array);
      });
      const { steps } = bare;
      rounds.push({ steps, measuring: bare.all - steps, recorded: recorded.all, own: own / REPEATS, counts });
    }
    return { adapter: backend.adapter, rounds };
  } finally {
    await backend.dispose();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A row as a recording's file has it, and then some: what made the run, which a file has once. */
const line = (row: FrameRow): string => toJson({ frames: [row] } as unknown as Recording);
