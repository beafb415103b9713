import { basename } from 'node:path';
import { quoted } from '../math/text.ts';
import type { Recording } from '../record/recording.ts';
import { lastMean } from '../scenes/check.ts';
import { SIZE_NAMES, type SizeName } from '../scenes/scene.ts';
import { MAX_WORKERS } from '../simulation/program/pool.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Arguments, type Command, choice, wholeNumber } from '../cli/command.ts';
import { GPU_MEANING } from '../cli/backends.ts';
import { checkAll } from './check-all.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { type CheckedRun, type CheckResult, figureLine, holds, holdsAll } from './check-results.ts';
import { saveText } from '../node/files.ts';
import { openForgivingRecording } from '../cli/recordings/growing-recording.ts';
import { filesRead } from '../node/files-read.ts';
import { checkOutputs } from '../node/outputs.ts';
import { makeFolder } from '../node/targets.ts';
import { runCheck } from './run-check.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { sceneOf } from '../cli/scene-of.ts';
import { print } from '../node/print.ts';

/** Positional argument that selects every scene. */
const ALL_SCENES = 'all';

export const checkCommand: Command = {
  name: 'check',
  positionals: ['SCENE'],
  summary:
    "runs a scene's check: prints each figure with its bound, and fails if a bound is missed; " +
    '`scenes` lists the scenes, a file that ends in .json is one of your own, all runs every check',
  options: {
    size: { value: SIZE_NAMES.join('|'), meaning: "the scene's own size of that name; small by default" },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; cpu by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one per core by default; one with all` },
    record: { value: 'folder', meaning: "folder for the recordings of the check's runs; none by default" },
    json: { value: 'out.json', meaning: 'file for the figures; none by default' },
    table: { value: 'file.md', meaning: 'with all: a Markdown file whose tables are replaced; none by default' },
  },
  async run(args) {
    const size = choice('--size', args.text('size') ?? 'small', SIZE_NAMES);
    const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
    const isAll = args.positionals[0] === ALL_SCENES;
    const misplacedOption = (isAll ? ['workers', 'record', 'json'] : ['table']).find(
      (name) => args.text(name) !== undefined,
    );
    if (misplacedOption)
      throw new UsageError(
        `--${misplacedOption} is an option of check ${isAll ? 'SCENE' : ALL_SCENES}; found it with check ${quoted(args.positionals[0])}`,
      );
    if (isAll) return checkAll({ size, backend, tableFile: args.text('table') });
    const out = args.text('json');
    const { result, recordingFailed } = await checkOne(args, size, backend);
    report(result);
    if (out !== undefined) saveText(out, `${JSON.stringify(result, undefined, 1)}\n`);
    return holdsAll(result) && !recordingFailed ? EXIT.ok : EXIT.failed;
  },
};

/** Result of a check, and whether the recording of a run couldn't be written. */
interface CheckOutcome {
  readonly result: CheckResult;
  readonly recordingFailed: boolean;
}

async function checkOne(args: Arguments, sizeName: SizeName, backend: 'cpu' | 'gpu'): Promise<CheckOutcome> {
  const scene = await sceneOf(args.positionals[0]!);
  const out = { '--json': args.text('json') };
  checkOutputs(out, filesRead());
  const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
  const folder = args.text('record');
  if (folder !== undefined) makeFolder(folder);
  const runs: CheckedRun[] = [];
  const addRun = (label: string, recording: Recording) => runs.push(summary(label, recording));
  let recordingFailed = false;
  const record = (label: string, recording: () => Recording) => {
    if (folder === undefined) return undefined;
    const path = `${folder}/${basename(scene.name, '.json')}-${label}.json`;
    checkOutputs({ ...out, [`the recording of ${label}`]: path }, filesRead());
    return openForgivingRecording(path, recording, () => {
      recordingFailed = true;
    });
  };
  const before = process.cpuUsage();
  const figures = await runCheck({ scene, size: scene.size[sizeName], backend, workers, record, recorded: addRun });
  const { user, system } = process.cpuUsage(before);
  const coreSeconds = (user + system) / 1e6;
  return { result: { scene: scene.name, size: sizeName, backend, coreSeconds, runs, figures }, recordingFailed };
}

function summary(label: string, { bodies, vertices, tetrahedra, parameters, frames }: Recording): CheckedRun {
  const { timeStep, iterations } = parameters;
  const mean = (figure: (row: FrameRow) => number) => lastMean(frames, frames.length, figure);
  return {
    label,
    bodies,
    vertices,
    tetrahedra,
    timeStep,
    iterations,
    frames: frames.length,
    contactsCcd: mean((row) => row.contactsCcd),
    contactsDcd: mean((row) => row.contactsDcd),
  };
}

function report({ scene, size, backend, runs, figures, coreSeconds }: CheckResult): void {
  const { tetrahedra = 0, vertices = 0 } = runs[0] ?? {};
  // Scenes of cloth alone have no tetrahedra.
  const elements =
    tetrahedra > 0 ? `${tetrahedra.toLocaleString('en')} tetrahedra` : `${vertices.toLocaleString('en')} vertices`;
  print(`${scene}, ${size}: ${elements}, ${backend}\n`);
  for (const figure of figures) print(`${figureLine(figure)}\n`);
  const verdicts = figures.map(holds);
  const count = (wanted: boolean) => verdicts.filter((verdict) => verdict === wanted).length;
  print(`${count(true)} hold, ${count(false)} missed, ${coreSeconds.toFixed(0)} core-seconds\n`);
}
