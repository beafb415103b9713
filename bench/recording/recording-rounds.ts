import { openNodeBackend } from '../../src/cli/backends.ts';
import { toJson } from '../../src/record/formats.ts';
import type { Recording } from '../../src/record/recording.ts';
import { InterpenetratingVertices } from '../../src/record/untangled.ts';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { FrameRow } from '../../src/simulation/statistics.ts';
import type { Runs, SceneState } from '../measure/step-runner.ts';

/** Number of untimed frames at the start, in which code is compiled. */
const WARM_UP = 2;
/** Number of repetitions of the recording's own work per timing, because one repetition is shorter than the clock's resolution. */
const REPEATS = 20;
/** Number of steps until trees are rebuilt: so many that it never happens, and every timed frame does the same work. */
const NEVER = 10_000;

/** Times of the same frame without and with recording, which take turns [ms]. */
export interface Round {
  /** The steps alone, without any measuring at the frame's end. */
  readonly steps: number;
  /** The measuring at the end of every frame, recorded or not: energy, depths, all overlaps of the surface's vertices. */
  readonly measuring: number;
  /** Steps, measuring and recording. */
  readonly recorded: number;
  /** The recording's own work alone, and the work of the exact counts. */
  readonly own: number;
  readonly counts: number;
}

export interface Rounds {
  readonly adapter: string;
  readonly rounds: readonly Round[];
}

/** Times a state's next frame on a backend repeatedly. @throws NoBackendError if there is no such backend */
export async function timeRecording({ kind, workers }: Runs, state: SceneState, count: number): Promise<Rounds> {
  const { world, positions, velocities, parameters } = state;
  const backend = await openNodeBackend(kind, world, positions, parameters, workers);
  const simulator = new Simulator(backend, { ...parameters, rebuildInterval: NEVER });
  const interpenetrating = new InterpenetratingVertices(world);
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
        interpenetrating.count((await backend.read('positions')) as Float32Array);
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

/** Formats a row as in a recording's file. The text also has the run's origin, which a file has only once. */
const line = (row: FrameRow): string => toJson({ frames: [row] } as unknown as Recording);
