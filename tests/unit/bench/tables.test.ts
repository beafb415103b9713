import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Machine, type Run, withGpu } from '../../../bench/report/machine.ts';
import { quantity, spread } from '../../../bench/report/report.ts';
import {
  merged,
  type ResultsFile,
  readResults,
  type SuiteRecord,
  writeResults,
} from '../../../bench/report/results.ts';
import { TABLES_FILE, withTables } from '../../../bench/report/table-command.ts';
import { allTables, BEGIN, END, fill } from '../../../bench/report/tables.ts';

const MACHINE: Machine = { slug: 'abacus', processor: 'Abacus', cores: 2, memory: 8, platform: 'wood arm' };
const RUN: Run = {
  date: '2026-11-20',
  load: 0.04,
  untangle: '1.0.0+abc',
  node: 'v20.0.0',
  packages: { three: '0.1.0', 'jolt-physics': '1.1.0' },
  adapter: { name: 'beads', driver: 'Fingers 5', emulated: true },
};

const SOLVE: SuiteRecord = {
  machine: RUN,
  workloads: [
    { what: 'springs', who: 'untangle', unit: 'constraints/s', median: 61.25e6, low: 9.9e5, high: 62e6 },
    { what: 'steps', who: 'untangle, 2 workers', unit: 'ms', median: 12.345, low: 12, high: 1300 },
    // The second workload is another work, the third belongs to the first.
    { what: 'springs', who: 'untangle', unit: 'ms', median: 5, low: 5, high: 6 },
    { what: 'springs', who: 'jolt', unit: 'constraints/s', median: 5e7, low: 4e7, high: 5e7, note: 'a | b' },
  ],
  verdicts: [
    { what: 'springs over jolt', value: 1.2, relation: '>=', bound: 1, why: 'not to be told' },
    { what: 'steps', value: 12.3, relation: '<=', bound: 10, why: 'beads are slow' },
    // JSON turns NaN into null.
    { what: 'lost', value: null as unknown as number, relation: '<=', bound: 10 },
  ],
};
const FILE: ResultsFile = { machine: MACHINE, suites: { solve: SOLVE } };

describe('results of a suite', () => {
  const results = { workloads: SOLVE.workloads, verdicts: [] };

  it('begin a file', () => {
    const expected = { machine: MACHINE, suites: { solve: { machine: RUN, ...results } } };
    expect(merged(undefined, MACHINE, RUN, 'solve', results)).toEqual(expected);
  });

  it("replace that suite's part, with the run that made it, and no other's", () => {
    const later = { ...RUN, date: '2026-11-22', untangle: '1.0.1' };
    const paths: SuiteRecord = { machine: RUN, workloads: [], verdicts: [], details: [1] };
    const before = { machine: MACHINE, suites: { solve: { ...SOLVE, details: 'old' }, paths } };
    const after = merged(before, MACHINE, later, 'solve', results);
    expect(after.suites).toEqual({ solve: { machine: later, ...results }, paths });
    expect(Object.keys(after.suites)).toEqual(['solve', 'paths']);
  });

  it("aren't mixed with another machine's of the same name, nor with another GPU's", () => {
    const folder = mkdtempSync(join(tmpdir(), 'untangle-results-'));
    const write = (machine: Machine, suite: string) =>
      writeResults(machine, RUN, suite, results, folder).slice(folder.length + 1);
    const gpu = (emulated: boolean) => withGpu(MACHINE, { name: 'Glass Beads (TM)', driver: 'Fingers 5', emulated });
    try {
      expect(write(MACHINE, 'solve')).toBe('abacus.json');
      expect(write(gpu(true), 'paths')).toBe('abacus.json');
      expect(write({ ...MACHINE, memory: 16 }, 'solve')).toBe('abacus-2.json');
      expect(write(gpu(false), 'solve')).toBe('abacus-glass-beads-tm.json');
      expect(write({ ...MACHINE, memory: 16 }, 'paths')).toBe('abacus-2.json');
      expect(readResults(folder).map(({ suites }) => Object.keys(suites).length)).toEqual([2, 1, 2]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it.each([
  [61.25e6, 'constraints/s', '61.3 M constraints/s'],
  [999, 'queries/s', '999 queries/s'],
  [45_600, 'ms', '45,600 ms'],
  [0.001234, 'ms', '0.00123 ms'],
  [null, 'ms', '-'],
  [Number.NaN, 'queries/s', '-'],
])('%d %s is told as %s', (value, unit, told) => {
  expect(quantity(value, unit)).toBe(told);
});

it('a spread has one scale', () => {
  expect(spread(9.9e5, 62e6, 'constraints/s')).toBe('0.99 to 62 M');
  expect(spread(12, 1300, 'ms')).toBe('12 to 1,300');
  expect(spread(null, 1, 'ms')).toBe('');
});

it('the tables of a machine have the headlines and what is missed, then every figure, those of the same work together', () => {
  expect(allTables([FILE], [/^springs/])).toBe(`## Abacus, 2 cores, 8 GiB, wood arm

### At a glance

2026-11-20; WebGPU on beads, Fingers 5 (software).

|  |  | Untangle | others | what differs |
| --- | --- | --- | --- | --- |
| springs | constraints/s | 61.3 M | 50 M (jolt) | jolt: a \\| b |
| springs | ms | 5 |  |  |

1 of 3 bounds hold; missed:

| bound | measured | asked for |  | why |
| --- | ---: | ---: | --- | --- |
| steps | 12.3 | <= 10 | **MISSED** | beads are slow |
| lost | - | <= 10 | **MISSED** | no reason is known |

### solve

2026-11-20; Untangle 1.0.0+abc, Node v20.0.0, three 0.1.0, jolt-physics 1.1.0; adapter beads, Fingers 5 (software: its timings say nothing about a GPU); load before it 0.0.

| what | who | median | lowest to highest round | note |
| --- | --- | ---: | ---: | --- |
| springs | untangle | 61.3 M constraints/s | 0.99 to 62 M |  |
|  | jolt | 50 M constraints/s | 40 to 50 M | a \\| b |
| steps | untangle, 2 workers | 12.3 ms | 12 to 1,300 |  |
| springs | untangle | 5 ms | 5 to 6 |  |

| bound | measured | asked for |  | why |
| --- | ---: | ---: | --- | --- |
| springs over jolt | 1.2 | >= 1 | holds |  |
| steps | 12.3 | <= 10 | **MISSED** | beads are slow |
| lost | - | <= 10 | **MISSED** | no reason is known |
`);
});

describe('a table', () => {
  it('takes the place of the one before, and nothing else changes', () => {
    const once = fill(`a\n${BEGIN}\nold\n${END}\nb\n`, 'new\n', 'x.md');
    expect(once).toBe(`a\n${BEGIN}\n\nnew\n\n${END}\nb\n`);
    expect(fill(once, 'new\n', 'x.md')).toBe(once);
  });

  it.each(['', BEGIN, END, `${END}${BEGIN}`])("needs its two lines: '%s' has not", (text) => {
    expect(() => fill(text, 'new', 'x.md')).toThrow(`x.md lacks the lines '${BEGIN}' and '${END}'`);
  });
});

const ROOT = resolve(import.meta.dirname, '../../..');

it(`the tables of ${TABLES_FILE} are what bench/results give`, () => {
  const text = readFileSync(join(ROOT, TABLES_FILE), 'utf8');
  expect(withTables(text, readResults(join(ROOT, 'bench/results')))).toBe(text);
});
