import { cpus } from 'node:os';
import { type Arguments, checkPictureAlone, choice, type Command, wholeNumber } from '../cli/command.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { saveText, tellWritten, writeText } from '../node/files.ts';
import { beforeInterruption } from '../node/interruption.ts';
import { checkOutputs } from '../node/outputs.ts';
import { print, tell } from '../node/print.ts';
import { exportStates, saveEnd } from './recovery/export-states.ts';
import { METHODS } from './recovery/methods.ts';
import { recoveryPicture } from './recovery/picture.ts';
import { cell, report } from './recovery/report.ts';
import { inputOf, keyOf, type Result, ResultsFile } from './recovery/results-file.ts';
import type { Start } from './recovery/start.ts';
import { DEFAULT_CHOICE, QUICK, startsNamed, suite } from './recovery/suite.ts';
import { MOST_TIME, runTrial } from './recovery/trial.ts';

const METHOD_NAMES = METHODS.map(({ name }) => name);
const SUITES = ['quick', 'full'] as const;
/** Options that say how trials are run: with --export-states there are none. */
const OF_TRIALS = ['method', 'limit', 'results', 'out', 'ends'] as const;
/** Options that choose starts. */
const OF_STARTS = ['suite', 'start', 'seed', 'random', 'wound'] as const;
const MOST_DRAWN = 200;
const LARGEST_SEED = 999_999;

export const benchRecoveryCommand: Command = {
  name: 'bench-recovery',
  positionals: [],
  summary:
    'the benchmark Tangled: lets each method part bodies that begin in one another, and prints who succeeds, in Markdown; ' +
    'or writes the starts as files for other programs',
  options: {
    method: {
      value: 'name',
      meaning: `one of ${METHOD_NAMES.join(', ')}; may be repeated; all by default`,
      repeated: true,
    },
    suite: { value: SUITES.join('|'), meaning: `quick: ${QUICK.length} small starts; full by default` },
    start: {
      value: 'name',
      meaning: 'one start, such as box-45, or a group of them, such as rods; may be repeated; all by default',
      repeated: true,
    },
    seed: { value: 'n', meaning: `seed of the random starts; ${DEFAULT_CHOICE.seed} by default` },
    random: { value: 'n', meaning: `random pairs and triples of shapes; ${DEFAULT_CHOICE.random} by default` },
    wound: { value: 'n', meaning: `bars wound into themselves at random; ${DEFAULT_CHOICE.wound} by default` },
    limit: { value: 's', meaning: `most processor time of a trial, 1 to ${MOST_TIME}; ${MOST_TIME} by default` },
    results: {
      value: 'tangled.jsonl',
      meaning:
        'file of results, one line per trial; what it has already is not run again, and all that it has is in the tables; none by default',
    },
    out: { value: 'tangled.md', meaning: 'file for the tables; standard output only by default' },
    ends: { value: 'folder', meaning: 'folder for where each trial ended, as examples/check-recovery.mjs reads it' },
    picture: { value: 'tangled.svg', meaning: 'runs no trials, and draws three starts and how they come apart' },
    'export-states': { value: 'folder', meaning: 'runs nothing, and writes the starts into this folder' },
  },
  async run(args) {
    const [picture, folder] = [args.text('picture'), args.text('export-states')];
    if (picture !== undefined) {
      checkPictureAlone(args, [...OF_TRIALS, ...OF_STARTS, 'export-states']);
      checkOutputs({ '--picture': picture });
      saveText(picture, await recoveryPicture());
    } else if (folder !== undefined) {
      const other = OF_TRIALS.find((name) => args.all(name).length > 0);
      if (other) throw new UsageError(`--export-states runs nothing; expected no --${other} beside it`);
      const starts = readStarts(args);
      exportStates(folder, starts);
      tell(`wrote ${starts.length} starts into ${folder}`);
    } else await runTrials(args);
    return EXIT.ok;
  },
};

/** Runs the trials that the file of results lacks, and prints the tables, also if a signal ends the process. */
async function runTrials(args: Arguments): Promise<void> {
  const chosen = args.all('method').map((name) => choice('--method', name, METHOD_NAMES));
  const limit = wholeNumber('--limit', args.text('limit') ?? String(MOST_TIME), 1, MOST_TIME);
  const [out, resultsPath, ends] = [args.text('out'), args.text('results'), args.text('ends')];
  checkOutputs({ '--out': out, '--results': resultsPath });
  const methods = METHODS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
  const starts = readStarts(args);
  const file = ResultsFile.open(resultsPath);
  const finish = () => {
    if (file.latest.length === 0) return;
    const text = `${[...preface(file.latest), '', ...report(file.latest)].join('\n')}\n`;
    print(text);
    if (out !== undefined) writeText(out, text);
  };
  const removeHandler = beforeInterruption(finish);
  const count = methods.length * starts.length;
  for (const [m, method] of methods.entries()) {
    for (const [i, start] of starts.entries()) {
      const named = { start: start.name, group: start.group, method: method.name };
      const common = { ...named, input: inputOf(start, method), limit };
      if (file.find(keyOf(common))) continue;
      const { trial, end } = await runTrial(start, method, limit);
      const result = { ...common, untangle: __UNTANGLE_VERSION__, processor: processorName(), ...trial };
      if (ends !== undefined) saveEnd(ends, method.name, start, end);
      file.add(result);
      tell(`${m * starts.length + i + 1} of ${count}: ${method.name}, ${start.name}: ${cell(result)}`);
    }
  }
  removeHandler();
  finish();
  if (out !== undefined) tellWritten(out);
}

function readStarts(args: Arguments): readonly Start[] {
  const words = args.all('start');
  const kind = choice('--suite', args.text('suite') ?? 'full', SUITES);
  if (words.length > 0 && args.text('suite') !== undefined)
    throw new UsageError(`--suite ${kind} and --start ${words[0]} are given; expected one of them`);
  const drawn = {
    seed: wholeNumber('--seed', args.text('seed') ?? String(DEFAULT_CHOICE.seed), 0, LARGEST_SEED),
    random: wholeNumber('--random', args.text('random') ?? String(DEFAULT_CHOICE.random), 0, MOST_DRAWN),
    wound: wholeNumber('--wound', args.text('wound') ?? String(DEFAULT_CHOICE.wound), 0, MOST_DRAWN),
  };
  if (words.length > 0) return startsNamed(words, drawn);
  return kind === 'quick' ? startsNamed(QUICK, drawn) : suite(drawn);
}

const processorName = (): string => cpus()[0]?.model.trim() || 'unnamed processor';

/** Tells what was run where. */
function preface(results: readonly Result[]): readonly string[] {
  const all = (of: (result: Result) => string) => [...new Set(results.map(of))].join(' and ');
  return [
    '# Tangled: who gets bodies apart',
    '',
    `${results.length} trials of ${new Set(results.map(({ start }) => start)).size} starts, on the CPU and one thread ` +
      `(${all(({ processor }) => processor)}), untangle ${all(({ untangle }) => untangle)}, at most ${all(({ limit }) => String(limit))} s of processor time each. ` +
      'Figures are medians, and in brackets the worst. Time per step is processor time.',
  ];
}
