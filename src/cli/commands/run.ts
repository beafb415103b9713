import { availableParallelism } from 'node:os';
import { cut, quoted } from '../../math/text.ts';
import { readbackInWords } from '../../record/readback-in-words.ts';
import type { Recording } from '../../record/recording.ts';
import { SIZE_NAMES, type Scene } from '../../scenes/scene.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import { noteOnSoftening } from '../../simulation/constraints/neo-hookean-xpbd/softening-note.ts';
import { noteOnSheets } from '../../simulation/contacts/guarantee/note.ts';
import { noteOnOffset } from '../../simulation/contacts/projection/note.ts';
import { lacksNeeds, type Materials, silencedBy, type SimulationParameters } from '../../simulation/parameters.ts';
import { parseParameter } from '../../simulation/tables/parse-parameters.ts';
import { type Arguments, type Command, choice, wholeNumber } from '../command.ts';
import { GPU_MEANING } from '../backends.ts';
import { isSceneFile, sceneOf } from '../scene-of.ts';
import { EXIT, OutputError, UsageError } from '../../node/errors.ts';
import { EXPORT_NAMES, exportTarget } from '../exports/open-export.ts';
import { fixedWhileRunning } from '../recordings/fixed-while-running.ts';
import { GrowingRecording, type RowSink } from '../recordings/growing-recording.ts';
import { askToStop, beforeInterruption } from '../../node/interruption.ts';
import { saveBytes } from '../../node/files.ts';
import { filesRead } from '../../node/files-read.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { checkWritable } from '../../node/targets.ts';
import { type DoneRun, runScene, type SceneRun, type SetUp } from '../recordings/run-scene.ts';
import { readSavedState, withRecovery } from '../recordings/saved-state.ts';
import { summaryTable, warnings } from '../recordings/summary.ts';
import { print, tell } from '../../node/print.ts';

/** Maximum number of frames of a run or a replay. */
export const MAX_FRAMES = 1_000_000;
/** Endings of recordings' names, which select the format. */
const RECORDING_NAME = /\.(csv|json)$/i;

export const runCommand: Command = {
  name: 'run',
  positionals: ['SCENE'],
  summary:
    'runs a scene without drawing it: one of those that `scenes` lists, or one of your own from a file that ends in .json (docs/scene-file.md)',
  options: {
    frames: { value: 'n', meaning: `frames to run, 1 to ${MAX_FRAMES}; 60 by default` },
    backend: {
      value: 'cpu|gpu',
      meaning: `where the steps run; cpu by default; ${GPU_MEANING}`,
    },
    size: {
      value: `${SIZE_NAMES.join('|')}|n`,
      meaning: `size of the scene: a name (${SIZE_NAMES.join(', ')}), or a number in the scene's own unit, such as tetrahedra; range and default depend on the scene`,
    },
    set: { value: 'name=value', meaning: 'sets one of the parameters below; may be repeated', repeated: true },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; one per core by default` },
    record: {
      value: 'out.json|out.csv',
      meaning:
        'file for the recording, with its settings and one row per frame: JSON, which `replay` reads, or CSV for a spreadsheet; none by default',
    },
    export: {
      value: 'folder|out.pvd|out.glb|out.pc2|out.zip',
      meaning: `writes the bodies' shapes at the start and at each frame's end: into a folder, or to ${EXPORT_NAMES} (docs/export.md); none by default`,
    },
    'save-state': {
      value: 'out.state',
      meaning: "file for the state at the run's end, from which `run --from-state` goes on; none by default",
    },
    'from-state': {
      value: 'in.state',
      meaning:
        'state that the run goes on from, with the same bits as one that was not interrupted; size and parameters are those of the state, and --set changes them from now on, also recovery, whose change no replay can repeat; none by default',
    },
    overlaps: {
      value: 'on|off|always',
      meaning:
        "whether overlaps are counted exactly at each frame's end: edges that pierce faces, and vertices inside tetrahedra of which they are no corner; on by default: they are 0 in frames that are free, where the processor counts only with always; off saves the time of counting (a frame's ms includes the time of counting edges)",
    },
  },
  async run(args) {
    const scene = await sceneOf(args.positionals[0]!);
    const frames = wholeNumber('--frames', args.text('frames') ?? '60', 1, MAX_FRAMES);
    const out = args.text('record');
    if (out !== undefined) checkRecord(out);
    const stateOut = args.text('save-state');
    const target = args.text('export');
    const shapes = target === undefined ? undefined : exportTarget(target, scene.name, frames + 1);
    // Reads the state too, so that outputs are compared with it.
    const setUp = resumed(args, readSetUp(args, scene));
    const others = { '--record': out, '--save-state': stateOut };
    checkOutputs({ ...others, '--export': shapes?.output }, filesRead());
    const counted = choice('--overlaps', args.text('overlaps') ?? 'on', ['on', 'off', 'always']);
    const stop = stateOut === undefined ? undefined : askToStop(`the frame whose state goes into ${quoted(stateOut)}`);
    const { build, world, recording, broke, readback } = await runRecorded(
      {
        ...setUp,
        frames,
        overlaps: counted !== 'off',
        trustsFreedom: counted !== 'always',
        opened: (opened) => {
          for (const note of noteOnOffset(opened, setUp.parameters)) tell(note);
        },
        isAskedToStop: () => stop?.code !== undefined,
        ...(shapes && {
          checkExport: (exported) =>
            checkOutputs(
              { ...others, '--export': { ...shapes.output, companions: shapes.companions(exported) } },
              filesRead(),
            ),
          export: shapes.open,
        }),
        ...(stateOut !== undefined && { save: (state) => saveBytes(stateOut, state) }),
      },
      out,
    ).finally(() => stop?.remove());
    // A scene's notes warn about a size that the user has chosen, so none is needed at the default size.
    const notes = setUp.size === scene.size.default ? [] : build.notes;
    const ofSheets = noteOnSheets(world, setUp.parameters, ['mode', 'guarantee', ...namesSet(args)]);
    const softened = noteOnSoftening(world, setUp.parameters);
    for (const note of [...notes, ...withoutEffect(args, setUp, world), ...ofSheets, ...softened]) tell(`${note}`);
    if (broke) throw broke;
    print(summaryTable(recording));
    if (readback) print(`read back per frame: ${readbackInWords(readback)}\n`);
    for (const warning of warnings(recording, world)) tell(`${warning}`);
    return stop?.code ?? EXIT.ok;
  },
};

/**
 * Runs a scene and records it if a file is given. If a signal ends the run, or the file can't be written, the summary of the frames
 * so far is printed.
 */
async function runRecorded(run: SceneRun, out: string | undefined): Promise<DoneRun> {
  let recordingSoFar: (() => Recording) | undefined;
  const printSummarySoFar = () => {
    const recording = recordingSoFar?.();
    if (recording && recording.frames.length > 0) print(summaryTable(recording));
  };
  let removeHandler = () => {};
  const record = (recording: () => Recording): RowSink | undefined => {
    recordingSoFar = recording;
    const sink = out === undefined ? undefined : new GrowingRecording(out, recording);
    // Handlers run in the order of registration, so the sink saves the recording before the summary is printed.
    removeHandler = beforeInterruption(printSummarySoFar);
    return sink;
  };
  try {
    return await runScene({ ...run, record });
  } catch (error) {
    if (error instanceof OutputError) printSummarySoFar();
    throw error;
  } finally {
    removeHandler();
  }
}

/** Checks the recording's file before the run. @throws UsageError if the file can't be written or its name has no known ending */
function checkRecord(path: string): void {
  checkWritable(path);
  if (RECORDING_NAME.test(path)) return;
  throw new UsageError(`--record is ${quoted(path)}; expected a name that ends in .json or .csv`);
}

/** Returns the number of cores, at most MAX_WORKERS. */
export const defaultWorkers = (): number => Math.min(MAX_WORKERS, availableParallelism());

/** Names of the parameters that are set one by one. */
const namesSet = (args: Arguments): (keyof SimulationParameters)[] =>
  args.all('set').map((assignment) => assignment.split('=')[0] as keyof SimulationParameters);

/** Says of each parameter that was set, but has no effect with the values of others, which value is the cause. */
const withoutEffect = (args: Arguments, { backend, parameters }: SetUp, world: Materials): string[] =>
  namesSet(args).flatMap((name) => {
    if (lacksNeeds(name, world)) return [`${name} has no effect in this scene, which has no air mesh`];
    if (name === 'ccdOn' && backend === 'cpu') return ['ccdOn has no effect with --backend cpu, only with gpu'];
    return silencedBy(name, parameters, world)
      .slice(0, 1)
      .map(
        ([choice, options]) =>
          `${name} has no effect with ${choice}=${parameters[choice]}, only with ${options.join(' or ')}`,
      );
  });

/** Reads `--size`, `--backend`, `--workers` and `--set`. @throws UsageError, ParameterError for a value that is not allowed */
export function readSetUp(args: Arguments, scene: Scene): SetUp {
  const { min, max } = scene.size;
  const sizeText = args.text('size') ?? String(scene.size.default);
  const sizeName = SIZE_NAMES.find((name) => name === sizeText);
  const size = sizeName ? scene.size[sizeName] : wholeNumber('--size', sizeText, min, max, SIZE_NAMES);
  const backend = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu']);
  const workers = wholeNumber('--workers', args.text('workers') ?? String(defaultWorkers()), 1, MAX_WORKERS);
  const parameters = startParameters(scene, size);
  Object.assign(parameters, readAssignments(args));
  return { scene, size, backend, workers, parameters };
}

/** Reads `--set`. @throws UsageError, ParameterError for a value that is not allowed */
function readAssignments(args: Arguments): Partial<SimulationParameters> {
  const parameters: Partial<SimulationParameters> = {};
  const assignedValues = new Map<string, string>();
  for (const assignment of args.all('set')) {
    const [name, value] = assignment.split(/=(.*)/s) as [string, string | undefined];
    if (value === undefined) throw new UsageError(`--set is ${quoted(assignment)}; expected name=value`);
    const first = assignedValues.get(name);
    if (first !== undefined) {
      throw new UsageError(`--set ${name} is given more than once (${cut(first)}, ${cut(value)}); expected once`);
    }
    assignedValues.set(name, value);
    Object.assign(parameters, parseParameter(name, value));
  }
  return parameters;
}

/** Reads `--from-state`, and returns the set-up of a run that goes on from it. @throws UsageError if the state doesn't fit */
function resumed(args: Arguments, setUp: SetUp): SetUp & Pick<SceneRun, 'resume'> {
  const path = args.text('from-state');
  if (path === undefined) return setUp;
  const saved = readSavedState(path);
  const { scene } = setUp;
  const isSameScene = saved.scene === scene.name || (isSceneFile(saved.scene) && isSceneFile(scene.name));
  if (!isSameScene)
    throw new UsageError(`${quoted(path)} is a state of ${quoted(saved.scene)}; expected one of ${scene.name}`);
  const { min, max } = scene.size;
  const isSameSize = args.text('size') === undefined || saved.size === setUp.size;
  if (!isSameSize || !(saved.size >= min && saved.size <= max))
    throw new UsageError(`${quoted(path)} is a state at size ${saved.size}; expected size ${setUp.size}`);
  const changed = readAssignments(args);
  const [fixed] = fixedWhileRunning(changed).filter((name) => name !== 'recovery');
  if (fixed)
    throw new UsageError(`--set ${fixed} can't change amid a run; expected a parameter that can, or no --from-state`);
  const { recovery = saved.startParameters.recovery } = changed;
  const fitting = withRecovery(saved, recovery);
  return { ...setUp, size: saved.size, parameters: fitting.startParameters, resume: { path, saved: fitting, changed } };
}
