import { type CommanderError, Command as CommanderCommand, Option as CommanderOption } from 'commander';
import { cut, quoted } from '../math/text.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { forgetReads } from '../node/files-read.ts';
import { print } from '../node/print.ts';
import type { Command, Option } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { HELP_LAYOUT, helpEnd, lineWidth } from './help.ts';

/**
 * Parses the command line and runs the command that it names.
 * @param commands all commands of the program
 * @param words of the command line, without `node` and the script
 * @param version printed by `--version`
 * @returns the exit code
 * @throws UsageError for an unknown command or option, a missing or repeated value, or a wrong number of words
 */
export async function runProgram(
  commands: readonly Command[],
  words: readonly string[],
  version: string,
): Promise<number> {
  forgetReads();
  const program = createCommand('untangle')
    .version(version, '--version', 'prints the version')
    .usage('COMMAND [options]')
    .helpCommand('help [command]', 'shows this help, or that of a command')
    .configureHelp({ ...HELP_LAYOUT, subcommandTerm: (sub) => sub.name() });
  program.description('gets deformable bodies out of one another, and out of themselves');
  let code: number = EXIT.ok;
  for (const command of commands) {
    program.addCommand(
      subcommand(command, (exitCode) => {
        code = exitCode;
      }),
    );
  }
  if (words.length === 0) {
    print(
      `${program.helpInformation()}\nuntangle COMMAND --help shows a command's options, untangle --help those of all commands\n`,
    );
    return code;
  }
  program.addHelpText(
    'after',
    () => `\n${program.commands.map((sub) => sub.helpInformation()).join('\n')}${helpEnd(true)}`,
  );
  // If the first word is no command, drop the others: commander would answer `untangle WORD --help` with the program's help,
  // but the unknown command has to be reported.
  const [first] = words;
  if (!first.startsWith('-') && first !== 'help' && !commands.some(({ name }) => name === first)) words = [first];
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // Commander also throws after it has printed the help or the version, with exit code 0. That is no failure.
    if ((error as CommanderError).exitCode !== EXIT.ok) throw error;
  }
  return code;
}

/**
 * Creates a command of the library commander: the whole program, or one of its subcommands. It throws an error instead of ending the
 * process, and prints its help through `print`.
 */
function createCommand(name: string): CommanderCommand {
  const command = new CommanderCommand(name).helpOption('-h, --help', 'shows this help').configureOutput({
    writeOut: print,
    outputError: () => {},
    getOutHelpWidth: () => lineWidth(process.stdout.columns),
  });
  return command.exitOverride((error) => {
    throw error.exitCode === EXIT.ok ? error : new UsageError(messageOf(error, command));
  });
}

function subcommand(command: Command, setExitCode: (code: number) => void): CommanderCommand {
  const { name, positionals, summary, options } = command;
  const sub = createCommand(name).configureHelp(HELP_LAYOUT).description(summary);
  for (const positional of positionals) sub.argument(positional.startsWith('[') ? positional : `<${positional}>`);
  for (const [option, definition] of Object.entries(options)) {
    sub.addOption(subcommandOption(option, definition, options));
  }
  sub.addHelpText('after', () => helpEnd('set' in options));
  return sub.action(async () => {
    const values = sub.opts<Record<string, readonly string[]>>();
    const all = (option: string) => values[new CommanderOption(`--${option}`).attributeName()] ?? [];
    const text = (option: string) => all(option).at(-1);
    setExitCode(
      await command.run({
        positionals: sub.args,
        text,
        required: (option) => text(option)!,
        all,
      }),
    );
  });
}

/** Creates commander's form of an option. @param optionsOfCommand all options of the command, whose names are refused as values */
function subcommandOption(name: string, option: Option, optionsOfCommand: Command['options']): CommanderOption {
  const { value, meaning, repeated, required } = option;
  return new CommanderOption(`--${name} <${value}>`, `${meaning}${required ? ' (required)' : ''}`)
    .makeOptionMandatory(required === true)
    .argParser((text, before: readonly string[] = []) => {
      const values = [...before, text];
      // Commander takes the next word as the value, even if it is an option's name.
      if (text.startsWith('--') && text.slice(2).split('=')[0] in optionsOfCommand)
        throw new UsageError(`--${name} has no value; expected --${name} <${value}>, found ${quoted(text)}`);
      if (values.length === 1 || repeated) return values;
      throw new UsageError(`--${name} is given more than once (${values.map(cut).join(', ')}); expected once`);
    });
}

/** Writes commander's error as one line that says what was found, and what is expected or allowed. */
function messageOf({ code, message }: CommanderError, command: CommanderCommand): string {
  const found = message.replace(/^error: |\.$/g, '');
  const [, word = ''] = message.match(/'(.*)'/s) ?? [];
  switch (code) {
    case 'commander.unknownCommand': {
      const names = command.commands.map((sub) => sub.name());
      return `unknown command ${quoted(word)}; allowed are ${names.join(', ')}, --help and --version${didYouMean(word, names)}`;
    }
    case 'commander.unknownOption': {
      const hint = command.options.find(({ long }) => long === '--set')
        ? ' (parameters go through --set name=value)'
        : '';
      const names = command.options.map(({ long }) => long!);
      const flags = command.options.map(({ flags }) => flags).join(', ') || 'none';
      return `unknown option ${quoted(word)}; allowed here: ${flags}${hint}${didYouMean(word, names)}`;
    }
    case 'commander.excessArguments':
      return `found ${quoted(command.args.join(' '))} besides the options; expected: untangle ${command.name()} ${command.usage()}`;
    case 'commander.missingArgument':
      return `no ${word} is given; expected: untangle ${command.name()} ${command.usage()}`;
    case 'commander.missingMandatoryOptionValue':
      return `${word.split(' ')[0]} is missing; expected ${word}`;
    case 'commander.optionMissingArgument':
      return `${word.split(' ')[0]} has no value; expected ${word}`;
    default:
      return found;
  }
}
