import { parseArgs } from 'node:util';
import { BROWSERS, type BrowserName, type Comparison, FRAMES } from '../before-after.ts';
import type { Suite } from '../suite.ts';
import { RESULTS } from './results.ts';

/**
 * Exit codes, like the command line's. `ok`: done. `missed`: a bound was missed, or a table is out of date. `badInput`: bad input.
 * `lacking`: a required adapter or browser is missing.
 */
export const EXIT = { ok: 0, missed: 1, badInput: 2, lacking: 4 } as const;

/** The parsed request of `npm run bench --`. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'table'; readonly check: boolean }
  | { readonly kind: 'before-after'; readonly comparison: Comparison }
  | { readonly kind: 'run'; readonly suites: readonly Suite[] }
  | { readonly kind: 'bad'; readonly found: string };

const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h', '--list']);

/** Parses the words after `npm run bench --`. Without words, all suites are run. @param suites all suites */
export function parseRequest(words: readonly string[], suites: readonly Suite[]): Request {
  if (words.some((word) => HELP.has(word))) return { kind: 'help' };
  if (words[0] === 'table' && words.slice(1).every((word) => word === '--check'))
    return { kind: 'table', check: words.length > 1 };
  if (words[0] === 'before-after') return beforeAfterRequest(words);
  const asked = words.map((word) => suites.find(({ name }) => name === word));
  if (asked.includes(undefined)) return { kind: 'bad', found: words.join(' ') };
  return { kind: 'run', suites: words.length === 0 ? suites : (asked as Suite[]) };
}

function beforeAfterRequest(words: readonly string[]): Request {
  const bad: Request = { kind: 'bad', found: words.join(' ') };
  const option = { type: 'string' } as const;
  const options = {
    base: option,
    'base-folder': option,
    scenes: option,
    frames: option,
    states: { type: 'boolean' },
    browser: option,
  } as const;
  try {
    const { values } = parseArgs({ args: words.slice(1), options });
    const base = values.base ?? values['base-folder'];
    const frames = Number(values.frames ?? FRAMES);
    const browsers = values.browser?.split(',') ?? [];
    if (base === undefined || !Number.isInteger(frames) || frames < 1 || !browsers.every(isBrowser)) return bad;
    const states = values.states === true || browsers.length > 0;
    const comparison = { base, scenes: values.scenes?.split(',') ?? [], frames, states, browsers };
    return { kind: 'before-after', comparison };
  } catch {
    return bad;
  }
}

const isBrowser = (name: string): name is BrowserName => (BROWSERS as readonly string[]).includes(name);

export const usage = (suites: readonly Suite[]): string =>
  'npm run bench                       runs all suites, one after another\n' +
  'npm run bench -- NAME...            runs the named suites\n' +
  'npm run bench -- --list             prints this text\n' +
  `npm run bench -- table [--check]    writes the tables of ${RESULTS} into docs/benchmarks.md, and draws the picture of integrators\n` +
  'npm run bench -- before-after --base COMMIT | --base-folder FOLDER [--scenes a,b] [--frames N] [--states]\n' +
  `                           [--browser ${BROWSERS.join(',')}]\n` +
  "                                    ratio of an older build's processor time per step to this one's, one worker,\n" +
  '                                    scene by scene; all scenes take half an hour;\n' +
  '                                    with --states, of material, CCD and steps from chosen states, with one and two\n' +
  '                                    workers; with --browser, from such states in the built page in each of these\n' +
  '                                    browsers, with one worker; without --scenes from three states that take 20 minutes\n\n' +
  suites.map(describe).join('') +
  `\nEach suite prints its tables and writes its part of ${RESULTS}/MACHINE.json.\n` +
  'Exit codes: 0 done, 1 a bound was missed (with --check: a table is out of date), 2 bad input,\n' +
  '4 an adapter or a browser that a suite needs is missing.\n';

const describe = ({ name, summary, duration }: Suite): string =>
  `  ${name}\n      ${summary}\n      takes ${duration}\n`;
