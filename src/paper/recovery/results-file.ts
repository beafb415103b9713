import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { quoted } from '../../math/text.ts';
import { UsageError } from '../../node/errors.ts';
import { outputError, readText } from '../../node/files.ts';
import { hashState } from '../../simulation/statistics.ts';
import type { RecoveryMethod } from './methods.ts';
import type { Start } from './start.ts';
import { OUTCOMES, parametersOf, type Trial } from './trial.ts';

/** A trial, and which one it is: a line of a file of results. */
export interface Result extends Trial {
  /** The start's name, and its group. */
  readonly start: string;
  readonly group: string;
  readonly method: string;
  /** Hash of all that decides the trial but the program: rest shapes, start, parameters. */
  readonly input: string;
  /** Most processor time of the trial [s]. */
  readonly limit: number;
  /** Version of the program, and the processor. */
  readonly untangle: string;
  readonly processor: string;
}

/** Names a trial: an earlier result of the same key needn't be measured again. */
export const keyOf = ({ start, method, input, limit }: Pick<Result, 'start' | 'method' | 'input' | 'limit'>): string =>
  JSON.stringify([start, method, input, limit]);

/** Returns the hash of all that decides a trial but the program. */
export function inputOf(start: Start, { how }: RecoveryMethod): string {
  const text = typeof how === 'function' ? 'none' : JSON.stringify(parametersOf(start, how));
  const words = Uint32Array.from(`${text} ${start.hasGround}`, (letter) => letter.codePointAt(0)!);
  return hashState([words, ...start.bodies.flatMap(({ mesh, positions }) => [mesh.positions, mesh.tets, positions])]);
}

/**
 * A file of results, one line of JSON per trial. A trial is added as soon as it ends, so that what is there is whole however the
 * process ends; of a line that was cut off, the next call begins anew.
 */
export class ResultsFile {
  /** In the order in which they were added. */
  private readonly byKey = new Map<string, Result>();

  private constructor(private readonly path: string | undefined) {}

  /**
   * Reads the results of earlier calls, if there are any.
   * @param path undefined for results that aren't kept
   * @throws UsageError if the file has lines that are no results
   */
  static open(path: string | undefined): ResultsFile {
    const file = new ResultsFile(path);
    if (path === undefined || !existsSync(path)) return file;
    const text = readText(path);
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(0, end).split('\n').slice(0, -1);
    lines.forEach((line, i) => {
      const result = parsed(line);
      if (!result)
        throw new UsageError(
          `line ${i + 1} of ${quoted(path)} is ${quoted(line)}; expected a result that bench-recovery wrote`,
        );
      file.keep(result);
    });
    if (end < text.length) truncateSync(path, Buffer.byteLength(text.slice(0, end)));
    return file;
  }

  find(key: string): Result | undefined {
    return this.byKey.get(key);
  }

  /** The results that the tables show: the last one of each start by each method. */
  get latest(): readonly Result[] {
    const found = new Map<string, Result>();
    for (const result of this.byKey.values()) found.set(JSON.stringify([result.start, result.method]), result);
    return [...found.values()];
  }

  /** Adds a result. @throws OutputError if it can't be written */
  add(result: Result): void {
    this.keep(result);
    if (this.path === undefined) return;
    try {
      appendFileSync(this.path, `${JSON.stringify(result)}\n`);
    } catch (error) {
      throw outputError(this.path, error);
    }
  }

  private keep(result: Result): void {
    const key = keyOf(result);
    this.byKey.delete(key);
    this.byKey.set(key, result);
  }
}

/** Returns a line's result; undefined if it is none. */
function parsed(line: string): Result | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isResult(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const TEXTS = ['start', 'group', 'method', 'input', 'untangle', 'processor'] as const satisfies (keyof Result)[];
const NUMBERS = [
  'limit',
  'sharedAtStart',
  'sharedAtEnd',
  'endedAt',
  'leastVolume',
  'greatestVolume',
  'leastOnTheWay',
  'peakSpeed',
  'peakEnergy',
  'steps',
  'stepTime',
] as const satisfies (keyof Result)[];

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    NUMBERS.every((name) => typeof fields[name] === 'number') &&
    OUTCOMES.some((outcome) => outcome === fields.outcome)
  );
}
