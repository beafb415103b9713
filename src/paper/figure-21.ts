import type { Recording } from '../record/recording.ts';
import { type BarPanel, stackedBars } from '../record/stacked-bars.ts';
import { culling } from '../scenes/culling.ts';
import { SIZE_NAMES } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { MAX_WORKERS } from '../simulation/program/pool.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Arguments, type Command, choice, wholeNumber } from '../cli/command.ts';
import { GPU_MEANING } from '../cli/backends.ts';
import { machineText, meanStepTime, STEP_STAGES, stepTime } from '../cli/recordings/charted-run.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { saveRecording } from '../cli/recordings/growing-recording.ts';
import { beforeInterruption } from '../node/interruption.ts';
import { checkOutputs, checkWritable, makeFolder } from '../node/targets.ts';
import { runScene, type SceneRun } from '../cli/recordings/run-scene.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { plural } from '../cli/recordings/summary.ts';
import { print, tell } from '../node/print.ts';

const DEFAULT_OUT = 'figure-21.svg';
const DEFAULT_ROUNDS = 3;
const MAX_ROUNDS = 100;

export const figure21Command: Command = {
  name: 'figure21',
  positionals: [],
  summary: `draws the paper's Figure 21: the time of each frame by stage, for the scene ${culling.name} with and without culling`,
  options: {
    size: { value: SIZE_NAMES.join('|'), meaning: "the scene's own size of that name; small by default" },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; cpu by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one per core by default` },
    frames: { value: 'n', meaning: `frames from the start, 1 to ${culling.frames}; all by default` },
    rounds: {
      value: 'n',
      meaning: `runs with culling and without, in turn; a bar shows a frame's fastest run; ${DEFAULT_ROUNDS} by default, at most ${MAX_ROUNDS}`,
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
    const runsByCulling: RunsByCulling = [[], []];
    const save = () => saveRuns(runsByCulling, [off, on], out);
    const removeHandler = beforeInterruption(save);
    try {
      await runBoth(setUp, runsByCulling);
    } finally {
      removeHandler();
      save(); // also after a failure, to keep the runs so far
    }
    return EXIT.ok;
  },
};

/** Settings from the command line, which all runs of the figure have in common. */
interface Figure21SetUp extends Pick<SceneRun, 'size' | 'backend' | 'workers' | 'frames'> {
  /** Number of runs without culling, and of runs with culling. */
  readonly rounds: number;
}

function readSetUp(args: Arguments): Figure21SetUp {
  const size = culling.size[choice('--size', args.text('size') ?? 'small', SIZE_NAMES)];
  const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
  const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
  const frames = wholeNumber('--frames', args.text('frames') ?? String(culling.frames), 1, culling.frames);
  const rounds = wholeNumber('--rounds', args.text('rounds') ?? String(DEFAULT_ROUNDS), 1, MAX_ROUNDS);
  return { size, backend, workers, frames, rounds };
}

/** Two lists of functions, each of which returns a run's recording so far: the runs without culling, then the runs with culling. */
type RunsByCulling = readonly [(() => Recording)[], (() => Recording)[]];

/**
 * Runs the scene without and with culling in turn, so that other load on the machine affects both alike.
 * @param runsByCulling receives a function per run, before the run starts
 */
async function runBoth({ rounds, ...setUp }: Figure21SetUp, runsByCulling: RunsByCulling): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const variant of [0, 1]) {
      tell(`round ${round + 1} of ${rounds}, ${variant === 0 ? 'without' : 'with'} culling`);
      const parameters = { ...startParameters(culling, setUp.size), culling: variant === 1 };
      const record = (recording: () => Recording): undefined => void runsByCulling[variant].push(recording);
      const { broke } = await runScene({ ...setUp, scene: culling, parameters, overlaps: false, record });
      if (broke) throw broke;
    }
  }
}

/**
 * Combines the runs without culling into one recording, and the runs with culling into another. Saves these recordings if files are given,
 * then draws and prints the comparison of the frames that both have.
 * @param files paths of the two recordings; undefined for a recording that is not to be saved
 */
function saveRuns(runsByCulling: RunsByCulling, files: readonly (string | undefined)[], out: string): void {
  const recordings = runsByCulling.map((runs) => fastest(runs.map((recording) => recording())));
  recordings.forEach((recording, variant) => {
    const path = files[variant];
    if (path !== undefined && recording && recording.frames.length > 0) saveRecording(path, recording);
  });
  const [without, withCulling] = recordings;
  if (!without || !withCulling) return;
  const commonFrames = Math.min(without.frames.length, withCulling.frames.length);
  if (commonFrames === 0) return;
  const [off, on] = [without, withCulling].map((run) => ({ ...run, frames: run.frames.slice(0, commonFrames) }));
  saveText(out, figure21(off, on));
  for (const line of captionOf(off, on)) print(`${line}\n`);
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

/** Draws Figure 21 from the two recordings. @returns SVG */
export function figure21(without: Recording, withCulling: Recording): string {
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
      caption: captionOf(without, withCulling),
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

/** Compares the two runs in sentences, for the figure's caption and the terminal. */
function captionOf(without: Recording, withCulling: Recording): string[] {
  const ratio = (figure: (row: FrameRow) => number) => sum(without.frames, figure) / sum(withCulling.frames, figure);
  const differentFrames = withCulling.frames.filter(
    ({ hash }, i) => hash === undefined || hash !== without.frames[i].hash,
  );
  const stateText =
    differentFrames.length === 0
      ? 'The states are the same to the last bit'
      : `States differ in ${plural(differentFrames.length, 'frame')}`;
  const traversals = sum(withCulling.frames, traversalsOf);
  const savings = `With culling, shortest paths take ${ratioText(ratio(traversalsOf), 'fewer')} traversals, and ${ratioText(ratio(pathTime), 'less')} time`;
  const { scene, parameters, tetrahedra } = without;
  return [
    `${stateText}. ${traversals > 0 ? savings : 'There was no shortest-path query'}.`,
    `Scene ${scene}: ${tetrahedra.toLocaleString('en')} tetrahedra, ${parameters.stepsPerFrame} steps of ${parameters.timeStep} s per frame, paths by the paper's search (${parameters.pathMethod}).`,
    `${machineText(without)}. In the first frame, code is compiled, too.`,
  ];
}

/** Writes a ratio in words, such as '2.00 times fewer'. @param ratio value without culling, divided by the value with culling */
const ratioText = (ratio: number, less: string): string =>
  ratio >= 1 ? `${ratio.toFixed(2)} times ${less}` : `${(1 / ratio).toFixed(2)} times more`;
