import { parseArgs } from 'node:util';
import { cut, decimal, quoted } from '../math/text.ts';
import { UsageError } from '../node/errors.ts';

/** An option of a command: what follows it, and what it means. */
export interface Option {
  /** What stands for its value in the help. */
  readonly value: string;
  readonly meaning: string;
  /** May be given more than once. */
  readonly repeated?: boolean;
  /** The command doesn't run without it. */
  readonly required?: boolean;
}

export interface Arguments {
  readonly positionals: readonly string[];
  text(name: string): string | undefined;
  /** @throws UsageError where the option wasn't given */
  required(name: string): string;
  all(name: string): readonly string[];
}

/**
 * Takes a command's words apart.
 * @param command its name, for what is said of a missing word
 * @param positionalNames of the files and names that it takes; those in brackets may be left out
 * @throws UsageError for an unknown option, one given twice, a missing value or a wrong number of files and names
 */
export function parseArguments(
  command: string,
  words: readonly string[],
  options: Readonly<Record<string, Option>>,
  positionalNames: readonly string[],
): Arguments {
  const { values, positionals } = parse(words, options);
  for (const [name, given] of Object.entries(values)) {
    if (given.length > 1 && !options[name].repeated) {
      throw new UsageError(`--${name} is given ${given.length} times (${given.map(cut).join(', ')}); expected once`);
    }
  }
  if (positionals.length < positionalNames.filter((name) => !name.startsWith('[')).length) {
    const usage = ['untangle', command, ...positionalNames].join(' ');
    throw new UsageError(`no ${positionalNames[positionals.length]} is given; expected: ${usage}`);
  }
  if (positionals.length > positionalNames.length) {
    throw new UsageError(
      `found ${quoted(positionals.join(' '))} besides the options; expected ${positionalNames.join(' ') || 'nothing'}`,
    );
  }
  const all = (name: string) => values[name] ?? [];
  return {
    positionals,
    all,
    text: (name) => all(name).at(-1),
    required(name) {
      const value = all(name).at(-1);
      if (value === undefined) throw new UsageError(`--${name} is missing; expected --${name} ${options[name].value}`);
      return value;
    },
  };
}

function parse(words: readonly string[], options: Readonly<Record<string, Option>>) {
  const names = Object.keys(options);
  const config = Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: true } as const]));
  try {
    const parsed = parseArgs({
      args: negativesJoined(words, names),
      options: config,
      allowPositionals: true,
      strict: true,
    });
    return { positionals: parsed.positionals, values: parsed.values as Record<string, string[]> };
  } catch (error) {
    throw new UsageError(parseFault(error as NodeJS.ErrnoException, options));
  }
}

/** `--frames -3` as `--frames=-3`: a negative number is a value, and who reads it knows what is wrong with it. */
function negativesJoined(words: readonly string[], names: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (/^-[.\d]/.test(word) && names.some((name) => before === `--${name}`)) joined[joined.length - 1] += `=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Node's parser quotes an option whole. */
const LONGEST_FAULT = 200;

/** What Node's parser found, in our words where the option is known. */
function parseFault({ code, message }: NodeJS.ErrnoException, options: Readonly<Record<string, Option>>): string {
  const [option] = message.match(/--[\w-]+/) ?? [];
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && option) {
    const dash = message.includes('ambiguous') ? `, or ${option}=value where it starts with a dash` : '';
    return `${option} has no value; expected one after it${dash}`;
  }
  const found = message.split(/\.\s|\n/)[0].replace(/\.$/, '');
  const known = Object.entries(options).map(([name, { value }]) => `--${name} ${value}`);
  const hint = options.set ? ` (parameters go through --set ${options.set.value})` : '';
  return `${found.length > LONGEST_FAULT ? `Unknown option ${quoted(option ?? found)}` : found}; allowed here: ${known.join(', ') || 'none'}${hint}`;
}

/**
 * @param names what else the caller takes, and has looked for
 * @throws UsageError when the text isn't a whole number in the range
 */
export function wholeNumber(
  what: string,
  text: string,
  min: number,
  max: number,
  names: readonly string[] = [],
): number {
  const value = decimal(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    const allowed = [`a whole number from ${min} to ${max}`, ...(names.length > 0 ? [names.join(', ')] : [])];
    throw new UsageError(`${what} is ${quoted(text)}; expected ${allowed.join(', or ')}`);
  }
  return value;
}

/** @throws UsageError when the text is none of the choices */
export function choice<T extends string>(what: string, text: string, choices: readonly T[]): T {
  if (!choices.includes(text as T))
    throw new UsageError(`${what} is ${quoted(text)}; allowed are ${choices.join(', ')}`);
  return text as T;
}
