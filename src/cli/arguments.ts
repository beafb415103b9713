import { parseArgs } from 'node:util';
import { UsageError } from './errors.ts';

/** An option of a command: what follows it, and what it means. */
export interface Option {
  /** What stands for its value in the help; absent for a switch. */
  readonly value?: string;
  readonly meaning: string;
  readonly repeated?: boolean;
}

export interface Arguments {
  readonly positionals: readonly string[];
  /** The last value given. */
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
}

/**
 * Takes a command's words apart.
 * @throws UsageError for an unknown option, a missing value or a wrong number of files and names
 */
export function parseArguments(
  words: readonly string[],
  options: Readonly<Record<string, Option>>,
  positionalNames: readonly string[],
): Arguments {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      { type: option.value ? ('string' as const) : ('boolean' as const), multiple: true },
    ]),
  );
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...words], options: config, allowPositionals: true, strict: true });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const found = (error as Error).message.split('. ')[0]!.split('\n')[0]!;
    throw new UsageError(`${found}; options here are ${known.join(', ') || 'none'}`);
  }
  if (parsed.positionals.length !== positionalNames.length) {
    throw new UsageError(
      `found ${parsed.positionals.length} names or files (${parsed.positionals.join(' ') || 'none'}), ` +
        `expected ${positionalNames.length}: ${positionalNames.join(' ') || 'none'}`,
    );
  }
  const all = (name: string) => (parsed.values[name] as string[] | undefined) ?? [];
  return {
    positionals: parsed.positionals,
    text: (name) => all(name).at(-1),
    all,
    has: (name) => all(name).length > 0,
  };
}

/** @throws UsageError when the text isn't a whole number in the range */
export function wholeNumber(what: string, text: string, min: number, max: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`${what} is '${text}'; expected a whole number from ${min} to ${max}`);
  }
  return value;
}

/** @throws UsageError when the text is none of the choices */
export function choice<T extends string>(what: string, text: string, choices: readonly T[]): T {
  if (!choices.includes(text as T)) throw new UsageError(`${what} is '${text}'; allowed are ${choices.join(', ')}`);
  return text as T;
}
