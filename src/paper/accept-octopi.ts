import type { Recording } from '../record/recording.ts';
import type { Figure } from '../scenes/check.ts';
import { PAPER_CONTACTS } from '../scenes/parts/ablations.ts';
import { CCD_ALONE_BOUND, octopi8 } from '../scenes/octopi-8.ts';
import {
  END_OF_STEP_BOUNDS,
  HYBRID_BOUNDS,
  type PileBounds,
  meanPenetrating,
  pileFigures,
} from '../scenes/parts/pile.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { type Arguments, wholeNumber } from '../cli/command.ts';
import { EXIT } from '../node/errors.ts';
import { acceptThrows } from './accept-throws.ts';
import { figureLine, holds } from './check-results.ts';
import { GrowingRecording } from '../cli/recordings/growing-recording.ts';
import { checkOutputs } from '../node/outputs.ts';
import { makeFolder } from '../node/targets.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { runScene } from '../cli/recordings/run-scene.ts';
import { SUMMARY_FRAMES } from '../cli/recordings/summary.ts';
import { print } from '../node/print.ts';

/** Frames of each run. */
const FRAMES = 300;

/**
 * Settings of the five runs behind the README's claims about the paper's Figure 9: hybrid with each of the two contact schedules,
 * CCD alone, and hybrid and DCD alone with a drop at 25 m/s.
 */
const RUNS = {
  'hybrid-in-the-loop': { mode: 'hybrid', contacts: 'in-the-loop' },
  'hybrid-end-of-step': { mode: 'hybrid', contacts: 'end-of-step' },
  // In the paper's setting: with an offset, and every vertex tested, CCD alone leaves only 0.12 % of the vertices penetrating.
  ccd: { ...PAPER_CONTACTS, mode: 'ccd' },
  'hybrid-25': { mode: 'hybrid', dropSpeed: 25 },
  'dcd-25': { mode: 'dcd', dropSpeed: 25 },
} as const satisfies Record<string, Partial<SimulationParameters>>;
type RunName = keyof typeof RUNS;

/** Bound for hybrid runs: the pile of eight bodies must have at least this number of contacts per step, at every size of the scene. */
const MIN_CONTACTS = 500;

/** Computes the figures of each run with their bounds. The bound of hybrid-25 is the figure of dcd-25, which has none itself. */
function figures(recordings: ReadonlyMap<RunName, Recording>): ReadonlyMap<RunName, readonly Figure[]> {
  const rows = (name: RunName) => recordings.get(name)!.frames;
  const penetratingIn = (name: RunName) => meanPenetrating('', rows(name), SUMMARY_FRAMES);
  const boundedPileFigures = (name: RunName, bounds: PileBounds): Figure[] => [
    ...pileFigures('', rows(name), SUMMARY_FRAMES, { contacts: MIN_CONTACTS, ...bounds }),
    {
      name: 'largest number of pairs, queries and paths missing in the measurement of a frame',
      value: Math.max(...rows(name).map((row) => row.measuringLost)),
      relation: '<',
      bound: 1,
    },
  ];
  return new Map<RunName, readonly Figure[]>([
    ['hybrid-in-the-loop', boundedPileFigures('hybrid-in-the-loop', HYBRID_BOUNDS)],
    ['hybrid-end-of-step', boundedPileFigures('hybrid-end-of-step', END_OF_STEP_BOUNDS)],
    ['ccd', [{ ...penetratingIn('ccd'), ...CCD_ALONE_BOUND }]],
    ['hybrid-25', [{ ...penetratingIn('hybrid-25'), relation: '<', bound: penetratingIn('dcd-25').value }]],
    ['dcd-25', [penetratingIn('dcd-25')]],
  ]);
}

/** Prints every figure with its bound. @returns the number of missed bounds */
function report(recordings: ReadonlyMap<RunName, Recording>): number {
  const verdicts: (boolean | undefined)[] = [];
  for (const [name, runFigures] of figures(recordings)) {
    print(`octopi-8 ${name}\n`);
    for (const figure of runFigures) print(`${figureLine(figure)}\n`);
    verdicts.push(...runFigures.map(holds));
  }
  const failedCount = verdicts.filter((verdict) => verdict === false).length;
  print(`${verdicts.filter((verdict) => verdict).length} passed, ${failedCount} failed\n`);
  return failedCount;
}

/** Runs octopi-8 as the options say, and checks the figures. @returns the exit code */
export async function acceptOctopi(args: Arguments): Promise<number> {
  const { min, max } = octopi8.size;
  const size = wholeNumber('--size', args.text('size') ?? String(octopi8.size.default), min, max);
  return args.text('throws') === undefined ? acceptRuns(args, size) : acceptThrows(args, size);
}

/** Runs and records octopi-8 with all settings of RUNS, and checks the figures. @returns the exit code */
async function acceptRuns(args: Arguments, size: number): Promise<number> {
  const folder = args.text('out') ?? 'docs/recordings';
  makeFolder(folder);
  const names = Object.keys(RUNS) as RunName[];
  checkOutputs(Object.fromEntries(names.map((name) => [`the recording of ${name}`, fileOf(folder, name)])));
  const recordings = new Map<RunName, Recording>();
  // As many runs at once as there are cores, each with one worker: results don't depend on the number of workers, and a single worker
  // never waits at barriers.
  const runWaitingRuns = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      recordings.set(name, await record(name, size, folder));
  };
  await Promise.all(Array.from({ length: defaultWorkers() }, runWaitingRuns));
  return report(recordings) === 0 ? EXIT.ok : EXIT.failed;
}

const fileOf = (folder: string, name: RunName): string => `${folder}/octopi-8-${name}.json`;

async function record(name: RunName, size: number, folder: string): Promise<Recording> {
  const parameters = { ...startParameters(octopi8, size), ...RUNS[name] };
  const started = performance.now();
  const run = { scene: octopi8, size, backend: 'cpu', workers: 1, parameters, frames: FRAMES } as const;
  const { recording, broke } = await runScene({
    ...run,
    record: (soFar) => new GrowingRecording(fileOf(folder, name), soFar),
  });
  if (broke) throw broke;
  print(`ran ${name}: ${FRAMES} frames in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return recording;
}
