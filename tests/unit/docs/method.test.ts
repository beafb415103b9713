import { expect, it } from 'vitest';
import type { PathResults } from '../../../bench/paths/path-report.ts';
import type { ResultsFile } from '../../../bench/report/results.ts';
import { read } from './recorded.ts';

/** docs/method.md's table of ratios is what the results hold that it links to. */

const PAGE = read('docs/method.md');
const HEAD = '| case | the flood (the default), exact |';

it('the ratios beside three-mesh-bvh are those of the run that is linked', () => {
  const [, path] = /\[the run\]\(\.\.\/(\S+)\)/.exec(PAGE)!;
  const { cases } = (JSON.parse(read(path)) as ResultsFile).suites.paths.details as PathResults;
  const [table] = PAGE.slice(PAGE.indexOf(HEAD)).split('\n\n');
  const rows = table.split('\n').slice(2);
  const told = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(told.map(([, name, flood, , tree]) => [/^[\w-]+/.exec(name)![0], flood, tree])).toEqual(
    cases.map(({ name, speed }) => {
      const ratio = (method: string) => speed.methods.find((one) => one.method === method)!.ratio;
      return [name, ratio('flood').toFixed(2), String(Number(ratio('tree').toPrecision(2)))];
    }),
  );
});
