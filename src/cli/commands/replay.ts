import { quoted } from '../../math/text.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import type { World } from '../../simulation/world/world.ts';
import { type Command, choice, wholeNumber } from '../command.ts';
import { GPU_MEANING } from '../backends.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { fixedWhileRunning } from '../recordings/fixed-while-running.ts';
import { COUNTS, readRecordedRun, type RecordedRun } from '../recordings/recorded-run.ts';
import { type Repeated, repeatRun } from '../recordings/repeat-run.ts';
import { HOST, openSimulation } from '../recordings/run-scene.ts';
import { plural } from '../recordings/summary.ts';
import { ProgressBar } from '../../node/progress-bar.ts';
import { print } from '../../node/print.ts';

/**
 * The origin of a run: machine, backend and version. A replay has the same bits as the recording if both have the same origin. On cpu,
 * the number of workers may differ.
 */
interface Origin {
  readonly version: string;
  readonly backend: 'cpu' | 'gpu';
  readonly adapter: string;
  readonly workers: number;
  readonly host: string;
}

export const replayCommand: Command = {
  name: 'replay',
  positionals: ['out.json'],
  summary:
    "repeats a recorded run from its JSON file, written by `run --record` or the page's recorder, and reports the first frame " +
    'whose bits differ, or that all are the same',
  options: {
    frames: { value: 'n', meaning: 'frames of the file to repeat; all by default' },
    backend: { value: 'cpu|gpu', meaning: `where the steps run; as recorded by default; ${GPU_MEANING}` },
    workers: { value: 'n', meaning: `worker threads, 1 to ${MAX_WORKERS}; as recorded by default` },
  },
  async run(args) {
    const path = args.positionals[0]!;
    const recorded = await readRecordedRun(path);
    const other = recorded.inputs.find(({ parameters }) => parameters?.recovery !== undefined);
    if (other)
      throw new UsageError(
        `${quoted(path)} goes on by recovery=${other.parameters!.recovery} from step ${other.step}; expected a run with one recovery, since a replay begins at the start`,
      );
    const { length } = recorded.frames;
    const frames = length === 0 ? 0 : wholeNumber('--frames', args.text('frames') ?? String(length), 1, length);
    if (!recorded.broke && recorded.frames.slice(0, frames).every(({ hash }) => hash === undefined)) {
      throw new UsageError(
        `${quoted(path)} has no hash in ${plural(frames, 'frame')}; expected at least one hash to compare with`,
      );
    }
    const backend = choice('--backend', args.text('backend') ?? recorded.backend, ['cpu', 'gpu']);
    const workers = wholeNumber('--workers', args.text('workers') ?? String(recorded.workers), 1, MAX_WORKERS);
    return replay(recorded, backend, workers, frames);
  },
};

async function replay(recorded: RecordedRun, kind: 'cpu' | 'gpu', workers: number, frames: number): Promise<number> {
  const { world, simulator } = await openSimulation({ ...recorded, backend: kind, workers });
  const { backend } = simulator;
  const origin = { version: __UNTANGLE_VERSION__, backend: kind, adapter: backend.adapter, workers, host: HOST };
  for (const text of heading(recorded, origin)) print(`${text}\n`);
  const bar = new ProgressBar(process.stderr, recorded.frames[frames - 1]?.step ?? stepsOf(recorded), 'step');
  try {
    const countsOfBuiltWorld = countsOf(world);
    if (countsOfBuiltWorld !== countsText(recorded.counts)) {
      print(`the scene differs: recorded ${countsText(recorded.counts)}, replayed ${countsOfBuiltWorld}\n`);
      return EXIT.failed;
    }
    const repeated = await repeatRun(simulator, recorded, frames, (steps) => bar.show(steps));
    bar.clear();
    print(verdict(recorded, repeated));
    return repeated.difference ? EXIT.failed : EXIT.ok;
  } finally {
    bar.clear();
    await backend.dispose();
  }
}

const countsText = (counts: RecordedRun['counts']): string =>
  COUNTS.map((name) => `${counts[name]} ${name}`).join(', ');

const countsOf = ({ bodies, vertexCount, tetCount }: World): string =>
  countsText({ bodies: bodies.length, vertices: vertexCount, tetrahedra: tetCount });

/** Returns the number of steps that a recorded run did. */
const stepsOf = ({ frames, broke }: RecordedRun): number => frames.at(-1)?.step ?? broke?.step ?? 0;

/** Writes lines about the recording, and about the differences between this run's origin and the recorded one. */
function heading(recorded: RecordedRun, here: Origin): string[] {
  const { scene, size, frames, inputs, assumed } = recorded;
  const lines = [
    `${scene.name} at size ${size}: ${plural(frames.length, 'frame')}, ${plural(stepsOf(recorded), 'step')}, inputs in ${inputs.length} of them`,
  ];
  const names = Object.keys(here) as (keyof Origin)[];
  const different = names.filter((name) => recorded[name] !== here[name]);
  for (const name of different) lines.push(`  ${name}: recorded by ${recorded[name]}, replayed by ${here[name]}`);
  if (different.some((name) => name !== 'workers')) {
    lines.push('  the same bits are promised only for the same build, backend and adapter');
  }
  if (assumed.length > 0)
    lines.push(`  missing in the file, so they have the scene's own values: ${assumed.join(', ')}`);
  const ignored = new Set(inputs.flatMap(({ parameters = {} }) => fixedWhileRunning(parameters)));
  if (ignored.size > 0)
    lines.push(`  changed amid the run, which has no effect before the scene starts again: ${[...ignored].join(', ')}`);
  return lines;
}

/** Writes the result of the replay: the first frame that differs, or that all frames have the same bits. */
function verdict({ frames, broke }: RecordedRun, { equalFrames: same, framesRun: done, difference }: Repeated): string {
  const unhashedCount = frames.slice(0, done).filter(({ hash }) => hash === undefined).length;
  const unhashedLine =
    unhashedCount === 0 ? '' : `${plural(unhashedCount, 'frame')} without a hash ran again and can't be compared\n`;
  if (!difference) {
    const end = broke && done === frames.length ? ', and the run broke again as recorded' : '';
    return `${unhashedLine}${same === 1 ? 'the one frame has' : `all ${same} frames have`} the same bits${end}\n`;
  }
  const { frame, step, recorded, replayed } = difference;
  return (
    `${unhashedLine}frame ${frame} differs first (after step ${step}): recorded ${recorded}, replayed ${replayed}\n` +
    `${plural(same, 'frame')} before it ${same === 1 ? 'has' : 'have'} the same bits\n`
  );
}
