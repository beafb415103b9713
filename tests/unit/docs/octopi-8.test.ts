import { expect, it } from 'vitest';
import { END_OF_STEP_BOUNDS, HYBRID_BOUNDS, pileFigures } from '../../../src/scenes/parts/pile.ts';
import { count, LAST, meanOf, percent, read, recording } from './recorded.ts';

/** docs/octopi-8.md's table of claims is what docs/recordings hold: `npm run accept` anew shows which rows have to change. */

const PAGE = read('docs/octopi-8.md');

/** A pile's four figures, as the table writes them, and whether each holds. */
function pile(run: string, bounds: typeof HYBRID_BOUNDS): string[] {
  const figures = pileFigures('', recording(run).frames, LAST, { contacts: 500, ...bounds });
  return figures.map(({ value, unit, relation, bound }) => {
    const isMissed = relation === '<' ? value >= bound! : value < bound!;
    return `${unit === '%' ? percent(value) : count(value)}${isMissed ? ', **missed**' : ''}`;
  });
}

const share = (run: string) => meanOf(run, (row) => row.penetratingShare);
const missed = (is: boolean) => (is ? ', **missed**' : '');

it('the claims are what the recordings hold', () => {
  const [table] = PAGE.slice(PAGE.indexOf('| run | bound | measured |')).split('\n\n');
  const rows = table.split('\n').slice(2);
  expect(rows.map((row) => row.split('|')[3].trim())).toEqual([
    ...pile('hybrid-in-the-loop', HYBRID_BOUNDS),
    ...pile('hybrid-end-of-step', END_OF_STEP_BOUNDS),
    `${percent(share('ccd'))}${missed(share('ccd') < 0.02)}`,
    `${percent(share('hybrid-25'))}${missed(share('hybrid-25') >= share('dcd-25'))}`,
    percent(share('dcd-25')),
  ]);
});

it('the versions that are named made them', () => {
  const runs = ['hybrid-in-the-loop', 'hybrid-end-of-step', 'hybrid-25', 'dcd-25'];
  const versions = new Set(runs.map((run) => recording(run).version));
  const [, version, ofCcd] = /The claims are of version ([^ ,]+), that of ccd alone of version ([^ ;]+);/.exec(PAGE)!;
  expect([...versions]).toEqual([version]);
  expect(recording('ccd').version).toBe(ofCcd);
});

it('docs/octopi-8.md has the throws of the recording, and their means', () => {
  const { version, results } = JSON.parse(read('docs/recordings/octopi-8-throws.json')) as {
    version: string;
    results: readonly { seed: number; mode: 'hybrid' | 'dcd'; penetrating: number; piercing: number }[];
  };
  const means = (key: 'penetrating' | 'piercing', mode: string, seeds: readonly number[]) => {
    const found = results.filter((result) => result.mode === mode && seeds.includes(result.seed));
    return percent(found.reduce((sum, result) => sum + result[key], 0) / found.length);
  };
  const seeds = [...new Set(results.map(({ seed }) => seed))];
  const row = (name: string, of: readonly number[]) => {
    const cells = (['penetrating', 'piercing'] as const).flatMap((key) =>
      ['hybrid', 'dcd'].map((mode) => means(key, mode, of)),
    );
    return `| ${[name, ...cells].join(' | ')} |`;
  };
  expect(seeds).toHaveLength(5);
  for (const seed of seeds) expect(PAGE).toContain(row(String(seed), [seed]));
  expect(PAGE).toContain(row('mean', seeds));
  expect(PAGE).toContain(`at version ${version}`);
});
