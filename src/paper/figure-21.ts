import { median } from '../math/statistics.ts';
import type { Recording } from '../record/recording.ts';
import { type BarPanel, stackedBars } from '../record/stacked-bars.ts';
import { culling } from '../scenes/culling.ts';
import { tangledBall } from '../scenes/tangled-ball.ts';
import { SIZE_NAMES } from '../scenes/scene.ts';
import { MAX_WORKERS } from '../simulation/program/pool.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Arguments, type Command, choice, wholeNumber } from '../cli/command.ts';
import { GPU_MEANING } from '../cli/backends.ts';
import { machineText, meanStepTime, STEP_STAGES, stepTime } from '../cli/recordings/charted-run.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { saveRecording } from '../cli/recordings/growing-recording.ts';
import { beforeInterruption } from '../node/interruption.ts';
import { checkOutputs } from '../node/outputs.ts';
import { checkWritable, makeFolder } from '../node/targets.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { plural } from '../cli/recordings/summary.ts';
import { print, tell } from '../node/print.ts';
import { type PairedRecordings, type PairedRun, runPaired } from './figure-21-run.ts';

const DEFAULT_OUT = 'figure-21.svg';
const DEFAULT_ROUNDS = 1;
const MAX_ROUNDS = 100;

/** Scenes of the figure: the paper's, and one in which points lie much deeper. */
const FIGURE_SCENES = [culling, tangledBall] as const;

export const figure21Command: Command = {
  name: 'figure21',
  positionals: [],
  summary:
    "draws the paper's Figure 21: the time of each frame by stage with the paper's own search, with and without its culling",
  options: {
    scene: {
      value: FIGURE_SCENES.map(({ name }) => name).join('|'),
      meaning: `${culling.name}: a ball dropped on the ground, as in the paper (the default); ${tangledBall.name}: tentacles inside tentacles`,
    },
    size: { value: SIZE_NAMES.join('|'), meaning: "the scene's own size of that name; small by default" },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; cpu by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one per core by default` },
    frames: { value: 'n', meaning: "frames from the start, at most the scene's own number, the default" },
    rounds: {
      value: 'n',
      meaning: `runs of both ways; a bar shows a frame's fastest run; ${DEFAULT_ROUNDS} by default, at most ${MAX_ROUNDS}`,
    },
    out: { value: DEFAULT_OUT, meaning: `file for the picture; ${DEFAULT_OUT} by default` },
    record: { value: 'folder', meaning: 'folder for the two recordings that are drawn; none by default' },
  },
  async run(args) {
    const setUp = readSetUp(args);
    const out = args.text('out') ?? DEFAULT_OUT;
    checkWritable(out);
    const folder = args.text('record');
    if (folder !== undefined) makeFolder(folder);
    const [off, on] = ['culling-off', 'culling-on'].map((name) => folder && `${folder}/${name}.json`);
    checkOutputs({ 'the recording without culling': off, 'the recording with culling': on, '--out': out });
    const runs: (() => PairedRecordings)[] = [];
    const save = () => saveRuns(runs, [off, on], out);
    const removeHandler = beforeInterruption(save);
    try {
      for (let round = 0; round < setUp.rounds; round++) {
        tell(`round ${round + 1} of ${setUp.rounds}`);
        await runPaired(setUp, (recordings) => runs.push(recordings));
      }
    } finally {
      removeHandler();
      save(); // also after a failure, to keep the runs so far
    }
    return EXIT.ok;
  },
};

/** Settings from the command line. */
interface Figure21SetUp extends PairedRun {
  /** Number of equal runs. */
  readonly rounds: number;
}

function readSetUp(args: Arguments): Figure21SetUp {
  const names = FIGURE_SCENES.map(({ name }) => name);
  const scene = FIGURE_SCENES[names.indexOf(choice('--scene', args.text('scene') ?? culling.name, names))];
  const size = scene.size[choice('--size', args.text('size') ?? 'small', SIZE_NAMES)];
  const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
  const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
  const frames = wholeNumber('--frames', args.text('frames') ?? String(scene.frames), 1, scene.frames);
  const rounds = wholeNumber('--rounds', args.text('rounds') ?? String(DEFAULT_ROUNDS), 1, MAX_ROUNDS);
  return { scene, size, backend, workers, frames, rounds };
}

/**
 * Combines the runs' recordings without culling into one, and those with culling into another. Saves these if files are given, then draws and
 * prints the comparison of the frames that both have.
 * @param files paths of the two recordings; undefined for a recording that is not to be saved
 */
function saveRuns(
  runs: readonly (() => PairedRecordings)[],
  files: readonly (string | undefined)[],
  out: string,
): void {
  const done = runs.map((recordings) => recordings());
  const [first] = done;
  const without = fastest(done.map((run) => run.without));
  const withCulling = fastest(done.map((run) => run.withCulling));
  if (!first || !without || !withCulling || without.frames.length === 0) return;
  [without, withCulling].forEach((recording, variant) => {
    const path = files[variant];
    if (path !== undefined) saveRecording(path, recording);
  });
  const pair = { ...first, without, withCulling };
  saveText(out, figure21(pair));
  for (const line of captionOf(pair)) print(`${line}\n`);
}

/** Combines recordings of equal runs: takes each frame from the run in which it was fastest. The last run may have fewer frames. */
export function fastest(runs: readonly Recording[]): Recording | undefined {
  const [first] = runs;
  return (
    first && {
      ...first,
      frames: first.frames.map((_, i) =>
        runs
          .flatMap(({ frames }) => frames[i] ?? [])
          .reduce((least, row) => (stepTime(row) < stepTime(least) ? row : least)),
      ),
    }
  );
}

/** Height of the panels that show the shortest paths' time alone, which is too small to see beside the other stages [pixels]. */
const PATH_PANEL_HEIGHT = 100;
const PATH_STAGE = STEP_STAGES.filter(({ stage }) => stage === 'path');

/** Draws Figure 21 from two recordings of the same steps. @returns SVG */
export function figure21(pair: PairedRecordings): string {
  const { without, withCulling } = pair;
  const framePanel = (title: string, { frames }: Recording): BarPanel => ({
    title,
    note: `mean ${meanStepTime(frames).toFixed(1)} ms`,
    frames,
  });
  const pathPanel = (title: string, { frames }: Recording): BarPanel => ({
    title: `shortest paths alone, ${title}`,
    note: `mean ${(sum(frames, pathTime) / frames.length).toFixed(1)} ms, ${traversalsPerQuery(frames)} traversals per query`,
    frames,
    stages: PATH_STAGE,
    height: PATH_PANEL_HEIGHT,
  });
  const [plain, culled] = ['without culling', 'with culling'];
  return stackedBars(
    [
      framePanel(plain, without),
      framePanel(culled, withCulling),
      pathPanel(plain, without),
      pathPanel(culled, withCulling),
    ],
    {
      title: 'Time of a frame by stage, without and with infeasible-region culling',
      caption: captionOf(pair),
      stages: STEP_STAGES,
    },
  );
}

const sum = (frames: readonly FrameRow[], figure: (row: FrameRow) => number): number =>
  frames.reduce((total, row) => total + figure(row), 0);
const pathTime = (row: FrameRow): number => row.stages.path;
/** Returns the mean number of traversals in a step's last detection. Rows hold that detection's queries, and the traversals per query. */
const traversalsOf = (row: FrameRow): number => row.traversals * row.queries;

function traversalsPerQuery(frames: readonly FrameRow[]): string {
  const queries = sum(frames, (row) => row.queries);
  return queries > 0 ? (sum(frames, traversalsOf) / queries).toFixed(2) : 'no';
}

/** Least time of a frame's shortest paths that a ratio of times is computed from [ms]. Shorter times are mostly those of handing out work. */
const LEAST_TIME = 1;

/** Compares the two recordings in sentences, for the figure's caption and the terminal. */
function captionOf({ without, withCulling, compared, changed }: PairedRecordings): string[] {
  const rows = without.frames.map((plain, i) => ({ plain, culled: withCulling.frames[i] }));
  const ratio = (figure: (row: FrameRow) => number) => sum(without.frames, figure) / sum(withCulling.frames, figure);
  const traversals = sum(withCulling.frames, traversalsOf);
  const savings =
    `Each step was computed with culling and without it from the same state. With culling, shortest paths take ` +
    `${ratioText(ratio(traversalsOf), 'fewer')} traversals, and ${ratioText(ratio(pathTime), 'less')} time`;
  const timed = rows.filter(({ plain, culled }) => Math.min(pathTime(plain), pathTime(culled)) >= LEAST_TIME);
  const ratios = timed.map(({ plain, culled }) => pathTime(plain) / pathTime(culled)).sort((a, b) => a - b);
  const spread =
    ratios.length > 0
      ? [
          `Frame by frame: from ${ratios[0].toFixed(2)} to ${ratios.at(-1)!.toFixed(1)} times faster, ` +
            `${median(ratios).toFixed(2)} times in the median of ${plural(ratios.length, 'frame')}. The paper: 10 to 30 times for some frames.`,
        ]
      : [];
  const { scene, parameters, tetrahedra } = without;
  return [
    traversals > 0 ? `${savings}.` : 'There was no shortest-path query.',
    ...spread,
    `Culling changed ${changed.toLocaleString('en')} of ${compared.toLocaleString('en')} answers${changed > 0 ? ": its proof doesn't hold near inverted elements and branched edges" : ''}. The state without culling was kept.`,
    `Scene ${scene}: ${tetrahedra.toLocaleString('en')} tetrahedra, ${parameters.stepsPerFrame} steps of ${parameters.timeStep} s per frame, paths by the paper's search as published (${parameters.pathMethod}).`,
    `${machineText(without)}.`,
  ];
}

/** Writes a ratio in words, such as '2.00 times fewer'. @param ratio value without culling, divided by the value with culling */
const ratioText = (ratio: number, less: string): string =>
  ratio >= 1 ? `${ratio.toFixed(2)} times ${less}` : `${(1 / ratio).toFixed(2)} times more`;
