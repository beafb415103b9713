import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PathResults } from '../../../bench/paths/path-report.ts';
import type { ResultsFile } from '../../../bench/report/results.ts';
import { count, meanOf, percent, read, recording, ROOT } from './recorded.ts';

/** The README's figures are computed again from the files that it names: a file measured anew shows what it has to say. */

const README = read('README.md').replaceAll(/\s+/g, ' ');

/** Expects the README to hold a text; a failure's message leaves the README out. */
const expectSaid = (text: string) => expect({ text, isSaid: README.includes(text) }).toEqual({ text, isSaid: true });

describe('what the README says of octopi-8 is what the recordings hold', () => {
  const atRest = 'hybrid-in-the-loop';

  it.each([
    ['size', () => `${count(recording(atRest).tetrahedra)} tetrahedra, `],
    ['contacts', () => `, ${count(meanOf(atRest, (row) => row.contactsCcd + row.contactsDcd))} contacts per step`],
    ['depth', () => `: ${percent(meanOf(atRest, (row) => row.deepShare))} of the surface vertices lie deeper`],
    ['piercing edges', () => ` ${percent(meanOf(atRest, (row) => row.piercingShare))} of the surface edges pierce`],
  ])('%s', (_, figure) => {
    expectSaid(figure());
  });

  it("throws at 25 m/s, by their mean, which is far above the scene's own throw", () => {
    const { results } = JSON.parse(read('docs/recordings/octopi-8-throws.json')) as {
      results: readonly { mode: string; penetrating: number }[];
    };
    const mean = (mode: string) => {
      const shares = results.filter((result) => result.mode === mode).map(({ penetrating }) => penetrating);
      expect(shares).toHaveLength(5);
      return percent(shares.reduce((sum, share) => sum + share, 0) / shares.length);
    };
    expectSaid(
      `from five starts, \`hybrid\` leaves ${mean('hybrid')} of the surface vertices inside a body, and \`dcd\` alone ${mean('dcd')}, in the mean`,
    );
  });
});

/** Cases of the benchmark with elements turned inside out. */
const INVERTED: ReadonlySet<string> = new Set(['octopus-inverted', 'shaken-octopus', 'pulled-inverted']);

describe('what the README says of speed is what bench/results holds', () => {
  const [[, path]] = [...README.matchAll(/<!-- from (bench\/results\/\S+)/g)];
  const file = JSON.parse(read(path)) as ResultsFile;
  const median = (suite: string, what: string) =>
    file.suites[suite].workloads.find((one) => one.what === what && one.who === 'untangle, 2 workers')!.median;
  const { cases } = file.suites.paths.details as PathResults;
  /** Ratios of the flood's speed to three-mesh-bvh's, of cases with or without inverted elements. */
  const ratios = (areInverted: boolean) => {
    const asked = cases.filter(({ name }) => INVERTED.has(name) === areInverted);
    const found = asked.map(({ speed }) => speed.methods.find(({ method }) => method === 'flood')!.ratio);
    return `${Math.min(...found).toFixed(2)} to ${Math.max(...found).toFixed(2)} times`;
  };
  const step = (size: string) => `${count(median('steps', `a whole step, octopi-8 of ${size} K tetrahedra`))} ms`;

  it.each([
    ['the machine', () => `two cores of an ${file.machine.processor.replace(' Processor', '')} `],
    ['meshes', () => `on ${cases.length === 6 ? 'six' : cases.length} meshes`],
    ['paths', () => `per thread: ${ratios(false)} as many paths per second`],
    ['paths among inverted elements', () => `where elements are inside out ${ratios(true)}.`],
    ['a step', () => `takes ${step('48')} on two threads`],
    ['a step of a million', () => `of a million tetrahedra ${step('1002')}`],
    [
      'growth',
      () => `the power ${median('scaling', 'exponent over tetrahedra, more octopi: whole step').toFixed(2)} of`,
    ],
    ['the largest', () => `up to ${largest(file)} million tetrahedra`],
  ])('%s', (_, figure) => {
    expectSaid(figure());
  });
});

/** Tetrahedra of the scaling suite's largest run, in millions. */
function largest({ suites }: ResultsFile): string {
  const sizes = suites.scaling.workloads.flatMap(({ what }) => /more octopi: (\d+) K tetrahedra/.exec(what)?.[1] ?? []);
  return (Math.max(...sizes.map(Number)) / 1000).toFixed(1);
}

describe('what the README says of a GPU is what Table 1 on it holds', () => {
  const cells = (row: string) => row.split('|').map((cell) => cell.trim());
  const rows = read('docs/table-1-octopi-8-paper-h200.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);
  const FRAME = rows[0].indexOf('mean frame [s]');
  /** Milliseconds per frame of a row, and of the paper's row below it. */
  const frames = (name: string) => {
    const at = rows.findIndex(([, scene]) => scene === name);
    return [at, at + 1].map((row) => Math.round(1000 * Number(rows[row][FRAME])));
  };
  const [[dcd, dcdOfPaper], [hybrid, hybridOfPaper]] = [frames('octopi-8 dcd (9b)'), frames('octopi-8 (9c)')];

  it('ours', () => expectSaid(`takes ${dcd} ms in \`dcd\` and ${hybrid} ms in \`hybrid\``));
  it("the paper's", () => expectSaid(`slower than the paper's ${dcdOfPaper} and ${hybridOfPaper} ms`));
});

it('the paths that were judged are those of docs/method.md', () => {
  const row = read('docs/method.md')
    .split('\n')
    .find((line) => line.startsWith('| `npm run test:long`'))!;
  const [, queries, disagreed, ambiguous] = /([\d,]+) queries, .*: (\d+) disagreed, ([\d,]+) ambiguous/.exec(row)!;
  expect(disagreed).toBe('0');
  expectSaid(`** ${queries} shortest paths`);
  expectSaid(` ${ambiguous} of them depend on the tolerance`);
});

it('each figure names its file', () => {
  const named = [...read('README.md').matchAll(/<!-- from (\S+?)(#\S+?)?,? .*?-->/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('the README is short, apart from the code of its examples', () => {
  const text = read('README.md').replaceAll(/^```js\n.*?^```\n/gms, '');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
