import type { Arguments, Option } from './arguments.ts';

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** Names of the words that follow it, as the help shows them. */
  readonly positionals: readonly string[];
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** @returns the exit code */
  run(args: Arguments): Promise<number>;
}
