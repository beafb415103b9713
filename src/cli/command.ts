import { decimal, quoted } from '../math/text.ts';
import { UsageError } from '../node/errors.ts';

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** Names of the words that follow the command, as the help shows them; those in brackets are optional. */
  readonly positionals: readonly string[];
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** @returns the exit code */
  run(args: Arguments): Promise<number>;
}

/** An option of a command. */
export interface Option {
  /** Placeholder of the option's value in the help, such as `n`. */
  readonly value: string;
  readonly meaning: string;
  /** Whether it may be given more than once. */
  readonly repeated?: boolean;
  /** Whether the command needs it. */
  readonly required?: boolean;
}

/** The words after a command, parsed. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The value of an option, or undefined if it was not given. */
  text(name: string): string | undefined;
  /** The value of an option that is `required`. */
  required(name: string): string;
  /** All values of an option that may be repeated. */
  all(name: string): readonly string[];
}

/**
 * Parses a whole number.
 * @param what the option's name, for the message
 * @param names words that the caller also accepts and has looked for already; the message lists them
 * @throws UsageError when the text is no whole number from min to max
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
