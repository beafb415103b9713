import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../bench/report/usage.ts';
import { SUITES } from '../../../bench/suites.ts';
import { COMMANDS } from '../../../src/paper/commands.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { parseParameter } from '../../../src/simulation/tables/parse-parameters.ts';
import { readLink } from '../../../src/ui/link/links.ts';
import { CommandLine } from '../../fixtures/command-line.ts';
import { type CodeLine, codeLines, PAGES } from './pages.ts';
import { read, ROOT } from './recorded.ts';

/**
 * Every line of a document's code blocks is a command, a link to the page, or a block of a language that other tests cover.
 * Short commands are run as they stand; the words of all are compared with what exists. A line of any other kind fails.
 *
 * Takes long: each command that is run is a process of its own.
 */

/** Blocks of these languages hold no commands. Programs in them are run by tests of their own. */
const NO_COMMANDS: ReadonlySet<string> = new Set(['js', 'ts', 'text', 'json', 'mermaid']);

/** Commands that take less than 10 s, as documents write them. */
const RUN: readonly string[] = [
  'npx untangle --help',
  'npx untangle scenes',
  'npx untangle shortest-path examples/wound-strip.in.json --out paths.json',
  'npx untangle contains examples/wound-strip.in.json --out pairs.json',
  'npx untangle ccd examples/vertex-face.csv --type vf --out out.csv',
];

const line = new CommandLine();
symlinkSync(join(ROOT, 'examples'), line.path('examples'));
afterAll(() => line.remove());

const PACKAGE = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};
const { scripts: SCRIPTS } = PACKAGE;
/** Help of the command line's commands, by name. */
const helps = new Map<string, string>();
beforeAll(async () => {
  for (const { name } of COMMANDS) helps.set(name, (await line.answer([name, '--help'])).stdout);
});

/** Capitals stand for what a reader fills in. */
const isPlaceholder = (word: string) => /^\[?[A-Z]+\]?$|^\[options\]$|^NAME\.\.\.$/.test(word);
/** A file of a scene of one's own is the reader's. */
const isScene = (word: string) => SCENES.some(({ name }) => name === word) || word.endsWith('.scene.json');

/** @throws Error where a word of an `untangle` command isn't known */
function checkUntangle([command, ...words]: readonly string[]): void {
  if (isPlaceholder(command) || command === '--help') return;
  const help = helps.get(command);
  if (help === undefined) throw new Error(`untangle has no ${command}`);
  const expectsScene = /^Usage: .*<SCENE>/.test(help);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '--help' || isPlaceholder(word)) continue;
    if (word.startsWith('--')) {
      const option = new RegExp(`^ {2}${word} <(\\S+)>`, 'm').exec(help);
      if (!option) throw new Error(`untangle ${command} has no ${word}`);
      checkValue(option[1], words[++i]);
    } else if (word.startsWith('examples/') && !existsSync(join(ROOT, word))) throw new Error(`there is no ${word}`);
    else if (expectsScene && !isScene(word) && word !== 'all') throw new Error(`there is no scene ${word}`);
    else if (command === 'accept' && !['octopi-8', 'flattened-ball', 'guarantee', 'paths'].includes(word))
      throw new Error(`accept has no ${word}`);
  }
}

/** @param kind what the help says of an option's value, such as `vf|ee` */
function checkValue(kind: string, value: string | undefined): void {
  if (value === undefined || value.startsWith('--')) throw new Error(`a value is missing: ${kind}`);
  if (isPlaceholder(value)) return;
  if (kind === 'name=value') parseParameter(...(value.split('=') as [string, string]));
  else if (kind === 'n' && !/^\d+$/.test(value)) throw new Error(`${value} is no number`);
  else if (kind.includes('|')) {
    const choices = kind.split('|');
    const fits = choices.some(
      (one) => one === value || (one === 'n' && /^\d+$/.test(value)) || sharesEnding(one, value),
    );
    if (!fits) throw new Error(`found ${value}; expected ${kind}`);
  }
}

/** The help says `out.csv` of any file whose name ends alike. */
const sharesEnding = (known: string, value: string) =>
  /\.\w+$/.test(known) && value.endsWith(known.slice(known.lastIndexOf('.')));

/** Words after `--` of an npm script, by the script. */
function checkScript(script: string, words: readonly string[]): void {
  if (!(script in SCRIPTS)) throw new Error(`package.json has no script ${script}`);
  if (script === 'bench') {
    const request = parseRequest(
      words.map((word) => (word.startsWith('NAME') ? SUITES[0].name : word)),
      SUITES,
    );
    if (request.kind === 'bad') throw new Error(`npm run bench doesn't take ${request.found}`);
    return;
  }
  const untangle = /^node bin\/untangle\.mjs (.+)$/.exec(SCRIPTS[script]);
  if (untangle) checkUntangle([...untangle[1].split(' '), ...words]);
  else if (script === 'test:wgpu') {
    for (const word of words.filter((one) => !isPlaceholder(one) && !one.startsWith('<')))
      if (!existsSync(join(ROOT, `tests/parity/${word}.test.ts`))) throw new Error(`tests/parity has no ${word}`);
    return;
  } else checkWords(script, words);
}

/** Options of other scripts stand in their sources, with their values; other words are scenes. */
function checkWords(script: string, words: readonly string[]): void {
  const [, file] = /^node (\S+\.mjs)/.exec(SCRIPTS[script]) ?? [];
  const source = file ? readFileSync(join(ROOT, file), 'utf8') : '';
  for (const word of words.filter((one) => !isPlaceholder(one) && !isScene(one))) {
    const bare = word.replace(/^--/, '').split(',')[0];
    if (!(isPlaceholder(bare) || new RegExp(`\\b${bare}\\b`).test(source)))
      throw new Error(`npm run ${script} doesn't take ${word}`);
  }
}

/** The package's own file is installed, as `npm pack` names it. */
function checkInstall(words: readonly string[]): void {
  const packed = `./${PACKAGE.name.replace('@', '').replace('/', '-')}-${PACKAGE.version}.tgz`;
  if (words.join(' ') !== packed) throw new Error(`found ${words.join(' ')}; expected ${packed}`);
}

/** @throws Error where a command, or a word of it, isn't known */
function checkCommand(command: string): void {
  const words = command.split(/\s+/);
  const [program, first, ...rest] = words;
  if (program === 'npx' && first === 'untangle') checkUntangle(rest);
  else if (program === 'untangle') checkUntangle(words.slice(1));
  else if (program === 'npm' && first === 'run') {
    const [script, dashes, ...args] = rest;
    if (dashes !== undefined && dashes !== '--') throw new Error(`expected -- before ${dashes}`);
    checkScript(script, args);
  } else if (program === 'npm' && ['start', 'test'].includes(first) && rest.length === 0) checkScript(first, rest);
  else if (program === 'npm' && first === 'install') checkInstall(rest);
  else if (!['npm ci', 'npm pack'].includes(command)) throw new Error(`unknown kind of command: ${command}`);
}

/** Checks a line of a block, whatever it is. */
function checkLine(text: string): void {
  const command = text.split(/\s+#(?:\s|$)/)[0].trim();
  if (text.startsWith('#')) return;
  if (/^(https?:\/\/|\?)/.test(text)) expect(readLink(text.slice(text.indexOf('?'))).complaints).toEqual([]);
  else checkCommand(command);
}

/** Messages of what is wrong with some lines. */
const faults = (lines: readonly { page: string; at: number; text: string }[]): readonly string[] =>
  lines.flatMap(({ page, at, text }) => {
    try {
      checkLine(text);
      return [];
    } catch (error) {
      return [`${page}:${at}: ${text}: ${(error as Error).message}`];
    }
  });

const KNOWN_LANGUAGES = new Set(['', 'sh', 'bash', 'console', ...NO_COMMANDS]);
const all: readonly CodeLine[] = PAGES.flatMap((page) => codeLines(page));
const commands = all.filter(({ language }) => !NO_COMMANDS.has(language));

it('every block is of a known language', () => {
  expect([...new Set(all.map(({ language }) => language))].filter((one) => !KNOWN_LANGUAGES.has(one))).toEqual([]);
});

it.each(PAGES)('%s: commands, options, scenes and files of its blocks exist', (page) => {
  expect(faults(commands.filter((one) => one.page === page))).toEqual([]);
});

it.each(PAGES)('%s: so do those in its sentences and tables', (page) => {
  const inline = read(page)
    .split('\n')
    .flatMap((text, i) =>
      [...text.matchAll(/`((?:npx untangle|npm|untangle) [^`]+)`/g)].map((match) => ({
        page,
        at: i + 1,
        text: match[1],
      })),
    );
  expect(faults(inline)).toEqual([]);
});

describe('short commands run as they stand', () => {
  it.each(RUN)('%s', (command) => {
    expect(commands.map(({ text }) => text.split(/\s+#/)[0].trim())).toContain(command);
    expect(line.run(command.split(' ').slice(2))).toMatchObject({ code: 0 });
  });

  it('npm run bench -- --list', () => {
    expect(commands.some(({ text }) => text.startsWith('npm run bench -- --list'))).toBe(true);
    expect(parseRequest(['--list'], SUITES).kind).toBe('help');
  });
});

it('finds faults', () => {
  const bad = [
    'npx untangle fly',
    'npx untangle run octopi-9',
    'npx untangle run octopi-8 --colour red',
    'npx untangle run octopi-8 --set mode=fast',
    'npx untangle ccd examples/vertex-face.csv --type ff',
    'npx untangle contains examples/nothing.json',
    'npm run dance',
    'npm run bench -- dance',
    'npm run sizes -- octopi-9',
    'npm run test:wgpu -- nothing',
    'curl example.org',
    '?scene=octopi-9',
  ];
  expect(faults(bad.map((text, at) => ({ page: 'none', at, text }))).length).toBe(bad.length);
  const text = 'Text:\n\n    npm ci\n\n- a list\n    goes on\n\n```sh\nnpm start\n```\n';
  expect(codeLines('none', text).map((one) => one.text)).toEqual(['npm ci', 'npm start']);
});

it('examples that documents name are there', () => {
  expect(readdirSync(line.path('examples'))).toContain('wound-strip.in.json');
});
