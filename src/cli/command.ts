import { decimal, quoted } from '../math/text.ts';
import { UsageError } from '../node/errors.ts';

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** Names of the words that follow the command, as the help shows them. Names in brackets are optional words. */
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
  /** Whether the option may be given more than once. */
  readonly repeated?: boolean;
  /** Whether the command fails without the option. */
  readonly required?: boolean;
}

/** The words after a command, parsed. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Returns the value of an option, or undefined if the option was not given. */
  text(name: string): string | undefined;
  /** Returns the value of an option that is `required`. */
  required(name: string): string;
  /** Returns all values of an option that may be repeated. */
  all(name: string): readonly string[];
}

/**
 * Parses a whole number.
 * @param label name of the option or field, for the message
 * @param alternatives words that the option allows besides numbers. The caller has compared the text with them; the message lists them.
 * @throws UsageError if the text is no whole number from min to max
 */
export function wholeNumber(
  label: string,
  text: string,
  min: number,
  max: number,
  alternatives: readonly string[] = [],
): number {
  const value = decimal(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    const allowedValues = [
      `a whole number from ${min} to ${max}`,
      ...(alternatives.length > 0 ? [alternatives.join(', ')] : []),
    ];
    throw new UsageError(`${label} is ${quoted(text)}; expected ${allowedValues.join(', or ')}`);
  }
  return value;
}

/** Returns the text if it is one of the choices. @param label as in wholeNumber @throws UsageError if the text is none of the choices */
export function choice<T extends string>(label: string, text: string, choices: readonly T[]): T {
  if (!choices.includes(text as T))
    throw new UsageError(`${label} is ${quoted(text)}; allowed are ${choices.join(', ')}`);
  return text as T;
}

/** Checks that a command which was asked for its picture alone has no option that the picture has no use for. @throws UsageError */
export function checkPictureAlone(args: Arguments, others: readonly string[]): void {
  const given = others.find((name) => args.text(name) !== undefined);
  if (given) throw new UsageError(`--picture writes a picture and no report; expected no --${given} beside it`);
}
