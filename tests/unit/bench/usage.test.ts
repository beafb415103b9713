import { expect, it } from 'vitest';
import { FRAMES } from '../../../bench/before-after.ts';
import type { Suite } from '../../../bench/suite.ts';
import { parseRequest, usage } from '../../../bench/report/usage.ts';

const suite = (name: string): Suite => ({
  name,
  summary: `all of ${name}`,
  duration: 'a minute',
  run: async () => ({ workloads: [], verdicts: [] }),
});
const [abacus, beads] = [suite('abacus'), suite('beads')];
const SUITES = [abacus, beads];
const request = (line: string) => parseRequest(line.split(' ').filter(Boolean), SUITES);

it('runs everything without words, else the named suites in that order', () => {
  expect(request('')).toEqual({ kind: 'run', suites: SUITES });
  expect(request('beads')).toEqual({ kind: 'run', suites: [beads] });
  expect(request('beads abacus')).toEqual({ kind: 'run', suites: [beads, abacus] });
});

it.each(['help', '--help', 'beads -h', '--list'])("'%s' asks for help", (line) => {
  expect(request(line)).toEqual({ kind: 'help' });
});

it('table writes tables or checks them', () => {
  expect(request('table')).toEqual({ kind: 'table', check: false });
  expect(request('table --check')).toEqual({ kind: 'table', check: true });
});

/** The defaults of a comparison. */
const PLAIN = { scenes: [], frames: FRAMES, states: false, browsers: [] };

it.each([
  ['--base 1a2b3c', { ...PLAIN, base: '1a2b3c' }],
  ['--base 1a2b3c --states', { ...PLAIN, base: '1a2b3c', states: true }],
  ['--base-folder ../old --scenes a,b --frames 8', { ...PLAIN, base: '../old', scenes: ['a', 'b'], frames: 8 }],
  [
    '--base 1a2b3c --browser firefox,webkit',
    { ...PLAIN, base: '1a2b3c', states: true, browsers: ['firefox', 'webkit'] },
  ],
  [
    '--base 1a2b3c --states --browser chromium --scenes a',
    { ...PLAIN, base: '1a2b3c', scenes: ['a'], states: true, browsers: ['chromium'] },
  ],
])("before-after '%s' compares two builds", (line, comparison) => {
  expect(request(`before-after ${line}`)).toEqual({ kind: 'before-after', comparison });
});

it.each([
  ...[
    'before-after',
    'before-after --base a --frames 0',
    'before-after --base a --frames x',
    'before-after --base a b',
    'before-after --base a --browser lynx',
    'before-after --base a --browser chromium,',
  ],
  ...['fingers', 'beads --quick', 'table beads', '--check'],
])("'%s' is refused", (line) => {
  expect(request(line)).toEqual({ kind: 'bad', found: line });
});

it("the usage has every suite's name, summary and duration", () => {
  for (const { name, summary, duration } of SUITES)
    expect(usage(SUITES)).toContain(`  ${name}\n      ${summary}\n      takes ${duration}\n`);
});
