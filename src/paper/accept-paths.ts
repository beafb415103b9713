import { quoted } from '../math/text.ts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { answerPathQueries } from '../engine/answer-path-queries.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import type { AnsweredPaths } from '../queries/answer-paths.ts';
import { answerUntimed2d } from '../queries/answer-paths-2d.ts';
import { type Arguments, choice } from '../cli/command.ts';
import { openNodeBackend, openPathBackend2d } from '../cli/backends.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { readJson } from '../node/files.ts';
import { judgePaths, parseExpectedPaths } from '../queries/judge-paths.ts';
import { parseAnyPathCase, type PathCase, type PathCase2d } from '../queries/path-case.ts';
import { print } from '../node/print.ts';

export const DEFAULT_FOLDER = '../shared/data/paths';
export const INPUT = '.in.json';
export const EXPECTED = '.expected.json';

/** The exact path methods, which both backends have. */
const METHODS = ['flood', 'tree'] as const;
/** The paper's search, which only the worker pool runs. It is exact only in part (simulation/path/search.ts), so its results are told. */
const TOLD = 'paper';
/**
 * Factors for all lengths of a case, to test it at several scales. Powers of two scale float32 numbers exactly, so results differ only
 * if some tolerance is not relative.
 */
const SCALES = [1 / 1024, 1, 1024] as const;

/** The two files of a case, NAME.in.json with path queries and NAME.expected.json with their exact answers: JSON not yet checked. */
interface CaseFiles {
  readonly name: string;
  readonly input: unknown;
  readonly expected: unknown;
}

type BackendKind = 'cpu' | 'gpu';

/**
 * Answers every case of path queries in a folder at each scale, on each backend, by each method, with and without culling. Compares the
 * answers with the exact ones, and prints one line per combination.
 * @returns the exit code
 */
export async function acceptPaths(args: Arguments): Promise<number> {
  const requestedBackend = choice('--backend', args.text('backend') ?? 'both', ['cpu', 'gpu', 'both']);
  const kinds: readonly BackendKind[] = requestedBackend === 'both' ? ['cpu', 'gpu'] : [requestedBackend];
  const folder = args.text('cases') ?? DEFAULT_FOLDER;
  let passedCount = 0;
  let missedCount = 0;
  for (const name of caseNames(folder)) {
    const files = { name, input: readCaseFile(folder, name + INPUT), expected: readCaseFile(folder, name + EXPECTED) };
    for (const scale of SCALES)
      for (const kind of kinds)
        for await (const { holds, line } of judgeOn(kind, files, scale)) {
          print(`${holds === undefined ? 'told  ' : holds ? 'holds ' : 'MISSED'} ${line}\n`);
          if (holds === true) passedCount++;
          else if (holds === false) missedCount++;
        }
  }
  print(`${passedCount} hold, ${missedCount} missed\n`);
  return missedCount === 0 ? EXIT.ok : EXIT.failed;
}

/**
 * Answers one case on one backend, by each method, with and without culling. Yields a line per combination, and whether it holds; undefined
 * if the line is only told.
 */
async function* judgeOn(kind: BackendKind, { name, input, expected }: CaseFiles, scale: number) {
  const pathCase = nameFileInErrors(name + INPUT, () => parseAnyPathCase(scaleLengths(input, scale), true));
  const { count, points } = pathCase.queries;
  const exact = nameFileInErrors(name + EXPECTED, () => parseExpectedPaths(expected, count));
  const answerer = await (pathCase.dim === 2 ? openIn2d(kind, pathCase) : openIn3d(kind, pathCase));
  try {
    for (const method of answerer.methods)
      for (const culling of [true, false]) {
        const { answers, work } = await answerer.answer(method, culling);
        const { right, missing, worst } = judgePaths(answers, exact, points, scale);
        const cullingNote = culling ? `, culling left ${work.undecidedByCulling} candidates unjudged` : '';
        const line =
          `${name} x ${scaleName(scale)}, ${kind} ${method}, culling ${culling ? 'on' : 'off'}: ` +
          `${right} of ${count} right, ${missing} missing, largest error ${worst.toExponential(1)} of the diagonal${cullingNote}`;
        yield { holds: method === TOLD ? undefined : right === count, line };
      }
  } finally {
    await answerer.dispose();
  }
}

/** Answers the queries of one case on one backend. */
interface Answerer {
  readonly methods: readonly PathMethod[];
  answer(method: PathMethod, culling: boolean): Promise<Pick<AnsweredPaths, 'answers' | 'work'>>;
  dispose(): void | Promise<void>;
}

async function openIn3d(kind: BackendKind, pathCase: PathCase): Promise<Answerer> {
  const backend = await openNodeBackend(kind, pathCase.world, pathCase.positions, defaultParameters(), 1);
  return {
    methods: kind === 'cpu' ? [...METHODS, TOLD] : METHODS,
    answer: (method, culling) => answerPathQueries(backend, pathCase, culling, method),
    dispose: () => backend.dispose(),
  };
}

async function openIn2d(kind: BackendKind, pathCase: PathCase2d): Promise<Answerer> {
  const backend = await openPathBackend2d(kind, pathCase);
  return {
    methods: ['tree'],
    answer: (_, culling) => answerUntimed2d(backend, pathCase, culling),
    dispose: () => backend.dispose(),
  };
}

const scaleName = (scale: number): string => (scale < 1 ? `1/${1 / scale}` : String(scale));

/** Names of the cases in a folder, sorted. @throws UsageError if the folder doesn't exist or has no cases */
export function caseNames(folder: string): string[] {
  const expected = `expected a folder with two files per case, NAME${INPUT} and NAME${EXPECTED}; --cases selects the folder`;
  if (!existsSync(folder)) throw new UsageError(`found no folder ${quoted(folder)}; ${expected}`);
  if (!statSync(folder).isDirectory()) throw new UsageError(`${quoted(folder)} is a file; ${expected}`);
  const files = new Set(readdirSync(folder));
  const names = [...files].filter((file) => file.endsWith(INPUT)).map((file) => file.slice(0, -INPUT.length));
  if (names.length === 0) throw new UsageError(`found no case in ${quoted(folder)}; ${expected}`);
  const nameWithoutAnswers = names.find((name) => !files.has(name + EXPECTED));
  if (nameWithoutAnswers !== undefined)
    throw new UsageError(`found ${quoted(nameWithoutAnswers + INPUT)} alone in ${quoted(folder)}; ${expected}`);
  return names.sort();
}

const readCaseFile = (folder: string, file: string): unknown => readJson(join(folder, file), 'an object');

/** Calls a parser, and puts the file's name in front of its errors. */
function nameFileInErrors<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`'${file}': ${error.message}`) : error;
  }
}

/** Fields of a case file that hold lists of coordinates. */
const LENGTH_FIELDS = ['rest', 'pos', 'p'];

/** Multiplies all lengths of a case file. Items that are not numbers stay, so that the parser reports them. */
const scaleLengths = (input: unknown, scale: number): unknown =>
  JSON.parse(JSON.stringify(input), (key, value) =>
    LENGTH_FIELDS.includes(key) && Array.isArray(value)
      ? value.map((x: unknown) => (typeof x === 'number' ? scale * x : x))
      : value,
  );
