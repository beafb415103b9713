import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const BENCH = resolve(import.meta.dirname, '../../../bin/bench.mjs');

function bench(line: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BENCH, ...line.split(' ')], { encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** The usage: suites, their times, and the path of the results. */
const USAGE = /^npm run bench .*\n[\s\S]*\n {2}paths\n.+\n +takes two minutes\n[\s\S]*bench\/results\/MACHINE\.json/;

it.each(['--list', 'paths -h'])("bench '%s' shows what there is", (line) => {
  const { code, stdout, stderr } = bench(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(USAGE);
});

it.each(['everything', 'paths --quick'])("bench '%s' is refused, with what there is", (line) => {
  const { code, stdout, stderr } = bench(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const [first, ...usage] = stderr.split('\n');
  expect(first).toMatch(
    new RegExp(
      `^bench: found '${line}'; expected names of suites \\(.*paths.*\\), or table, or before-after with a base$`,
    ),
  );
  expect(usage.join('\n')).toMatch(USAGE);
});
