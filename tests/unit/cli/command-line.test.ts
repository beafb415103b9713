import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/record/recording.ts';
import { PARAMETERS } from '../../../src/simulation/parameters.ts';
import { PARAMETER_MEANINGS } from '../../../src/simulation/tables/parameter-meanings.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { CommandLine, type PathAnswers } from '../../fixtures/command-line.ts';
import { generatedPathCase } from '../../fixtures/generated-path-case.ts';
import { sharedData, skipNote } from '../../fixtures/shared-data.ts';
import { firstImpact, scaledTime } from '../geometry/impact-oracle.ts';
import { some } from '../../fixtures/tier.ts';

// Takes long: each command has a process of its own, and some simulate or answer thousands of queries.
const line = new CommandLine();
afterAll(() => line.remove());

const succeed = (...words: string[]): string => line.succeed(...words);

describe('--help', () => {
  const text = line.run(['--help']).stdout;

  it('shows every command', () => {
    for (const name of [
      'run [options] <SCENE>',
      'scenes [options]',
      'shortest-path [options] <in.json>',
      'contains [options] <in.json>',
      'ccd [options] <queries.csv>',
      'accept [options] [NAME]',
    ]) {
      expect(text).toContain(`\nUsage: untangle ${name}\n`);
    }
  });

  it.each(Object.entries(PARAMETERS))('shows %s with default, unit, range and meaning', (name, definition) => {
    const [item] = text.slice(text.indexOf(`\n  ${name} `) + 1).split(/\n(?= {0,2}\S|$)/);
    const row = item.replace(/\s+/g, ' ').trim();
    const choices = Object.entries(definition.onlyWith ?? {}).map(
      ([choice, options]) => `${choice}=${options.join('|')}`,
    );
    const end = `: ${PARAMETER_MEANINGS[name as keyof typeof PARAMETERS]}${choices.length > 0 ? `; only with ${choices.join(', ')}` : ''}`;
    if (definition.kind === 'choice') {
      expect(row).toBe(`${name} ${definition.default} (${definition.options.join(' | ')})${end}`);
    } else if (definition.kind === 'flag') {
      expect(row).toMatch(/ (on|off) \(on \| off \| true \| false\): /);
    } else {
      const [, byDefault, unit, min, max] = row.match(/^\S+ (\S+)(?: (.*?))? \((\S+) \.\. (\S+)\): /)!;
      expect([byDefault, min, max].map(Number)).toEqual([definition.default, definition.min, definition.max]);
      expect(unit ?? '').toBe(definition.unit);
    }
    expect(row.endsWith(end)).toBe(true);
  });

  it('says which parameters depend on the integrator', () => {
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('XPBD iterations per step; only with integrator=xpbd ');
    expect(words).toContain('has shrunk to this share; only with integrator=implicit-euler, solver=newton ');
  });

  it('has no line that is longer than a hundred characters', () => {
    expect(text.split('\n').filter((row) => row.length > 100)).toEqual([]);
  });

  it('without a command lists them, in a line each', () => {
    const { code, stdout } = line.run([]);
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z][\w-]*) {2,}\S/gm)].map(([, name]) => name);
    expect(commands).toEqual([
      ...[...text.matchAll(/^Usage: untangle ([a-z][\w-]*)/gm)].map(([, name]) => name),
      'help',
    ]);
    expect(Math.max(...stdout.split('\n').map((row) => row.length))).toBeLessThanOrEqual(100);
    expect(stdout).toContain("\nuntangle COMMAND --help shows a command's options");
  });

  it('is shown for one command', () => {
    const { code, stdout } = line.run(['ccd', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/--type <vf\|ee> .*\(required\)\n/);
    expect(stdout).not.toContain('octopi');
  });
});

it('--version prints what recordings carry', () => {
  const { code, stdout } = line.run(['--version']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

it('scenes lists every scene with its range of sizes', () => {
  expect(succeed('scenes')).toMatch(/^octopi-8 .*900 to 200000 tetrahedra per body, 6000 by default/);
  expect(succeed('scenes')).toContain(
    '\n    its own parameters at size small: youngsModulus=1e6 poissonRatio=0.4 density=1000 ',
  );
});

it('run names the method, and each parameter that has no effect with it', () => {
  const run = (...set: string[]) => {
    const { code, stdout, stderr } = line.run([
      ...['run', 'octopi-8', '--size', '900', '--frames', '1'],
      ...set.flatMap((assignment) => ['--set', assignment]),
    ]);
    const notes = stderr.split('\n').filter((note) => note.includes('no effect'));
    return { code, method: stdout.match(/ s by (.*): /)?.[1], notes };
  };
  expect(run('iterations=3')).toEqual({ code: 0, method: 'XPBD', notes: [] });
  expect(run('solver=newton')).toEqual({
    code: 0,
    method: 'XPBD',
    notes: ['untangle: solver has no effect with integrator=xpbd, only with implicit-euler'],
  });
  expect(run('integrator=implicit-euler', 'iterations=3', 'linearIterations=5')).toEqual({
    code: 0,
    method: 'implicit Euler',
    notes: ['untangle: iterations has no effect with integrator=implicit-euler, only with xpbd'],
  });
});

describe('files that are written', () => {
  const CCD_MISS = Array.from({ length: 8 }, (_, i) => `${i},1,0,1,${i * i},1\n`).join('');

  it('replace an older file whole, and keep a device a device', () => {
    line.write('queries.csv', CCD_MISS);
    writeFileSync(line.path('out.csv'), 'an older and longer answer\n');
    succeed('ccd', 'queries.csv', '--type', 'vf', '--out', 'out.csv');
    expect(line.read('out.csv')).toMatch(/^0,nan\n$/);
    succeed('ccd', 'queries.csv', '--type', 'vf', '--out', '/dev/null');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(line.files()).toEqual(['out.csv', 'queries.csv']);
  });
});

it('ccd fails where the truth of the file says otherwise', () => {
  const corners = ['0,1,4,1,0,1', '4,1,0,1,0,1', '0,1,0,1,0,1'];
  const fall = (to: number, truth: number) =>
    ['1,1,1,1,1,1', ...corners, `1,1,1,1,${to},1`, ...corners].map((row) => `${row},${truth}\n`).join('');
  // The first vertex falls through its face. The second stays above it, but the file claims a collision.
  line.write('wrong.csv', fall(-1, 1) + fall(2, 1));
  const { code, stdout, stderr } = line.run(['ccd', 'wrong.csv', '--type', 'vf', '--out', 'wrong-out.csv']);
  expect(stdout).toContain(': 1 missed, 0 false alarms');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "untangle: wrote wrong-out.csv\nuntangle: 1 of 2 answers contradict the file's truth; is it --type ee?\n",
  });
  expect(line.read('wrong-out.csv')).toMatch(/^1,0\.[45]\d*\n0,nan\n$/);
});

const CCD_DATA = 'ccd-queries/unit-tests';

describe('ccd, on seeded queries', () => {
  it.each([
    ['vf', false],
    ['ee', true],
  ] as const)('%s finds what exact roots say, when they say', (type, square) => {
    const random = seededRandom(square ? 5 : 3);
    const coordinate = () => Math.floor(2048 * random()) - 1024;
    const queries = Array.from({ length: 200 }, () => Float64Array.from({ length: 24 }, coordinate));
    const truths = queries.map((points) => firstImpact(points, square));
    const rows = queries.flatMap((points, q) => {
      const truth = truths[q].kind === 'contact' ? 1 : 0;
      return Array.from({ length: 8 }, (_, i) => {
        const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
        return `${x},1,${2 * y},2,${-z},-1,${truth}`;
      });
    });
    line.write('seeded.csv', rows.join('\n'));
    const collisions = truths.filter(({ kind }) => kind === 'contact').length;
    expect(collisions).toBeGreaterThan(10);
    expect(truths.some(({ kind }) => kind === 'degenerate')).toBe(false);
    const stdout = succeed('ccd', 'seeded.csv', '--type', type, '--out', 'seeded-out.csv');
    expect(stdout).toMatch(new RegExp(`^200 queries, ${collisions} collisions, \\d+ queries/s\n.*: 0 missed, 0 false`));
    const answers = line.read('seeded-out.csv').trimEnd().split('\n');
    expect(answers.filter((answer) => answer === '0,nan')).toHaveLength(200 - collisions);
    truths.forEach((truth, q) => {
      if (truth.kind !== 'contact') return;
      const [hit, time] = answers[q].split(',');
      expect(hit).toBe('1');
      expect(scaledTime(Number(time)) <= truth.latest).toBe(true);
      expect(truth.earliest - scaledTime(Number(time)) <= scaledTime(1e-6)).toBe(true);
    });
  });
});

describe.skipIf(skipNote(CCD_DATA))(`ccd, on the benchmark${skipNote(CCD_DATA)}`, () => {
  it.each([
    ['vf', 'vertex-face'],
    ['ee', 'edge-edge'],
  ])('%s finds what the truth says, a row a query', (type, folder) => {
    const rows = readFileSync(sharedData(`${CCD_DATA}/${folder}/data_0_0.csv`), 'utf8')
      .split('\n')
      .slice(0, 8 * 50);
    line.write('some.csv', rows.join('\n'));
    const truth = rows.filter((_, i) => i % 8 === 0).map((row) => row.split(',')[6].trim());
    const stdout = succeed('ccd', 'some.csv', '--type', type, '--out', 'some-out.csv');
    expect(stdout).toMatch(
      /^50 queries, \d+ collisions, \d+ queries\/s\nagainst the file's truth: 0 missed, 0 false alarms\n$/,
    );
    const answers = line
      .read('some-out.csv')
      .trimEnd()
      .split('\n')
      .map((row) => row.split(','));
    expect(answers.map(([hit]) => hit)).toEqual(truth);
    for (const [hit, time] of answers) {
      if (hit === '0') expect(time).toBe('nan');
      else expect(Number(time) >= 0 && Number(time) <= 1).toBe(true);
    }
  });
});

/** Largest difference between depths in float32 and the brute force in float64, for bars of some metres [m]. */
const DEPTH_TOLERANCE = 1e-5;

/** Parallel lists as rows of obj, vertex, tobj, elem. */
const rowsOf = (lists: Record<string, number[]>) =>
  lists.obj.map((_, i) => ['obj', 'vertex', 'tobj', 'elem'].map((list) => lists[list][i]));

describe('generated path cases', () => {
  const { file, distances: distancesOf, pairs } = generatedPathCase();

  it('shortest-path: agrees with the brute force, the same with 2 threads, and with culling off', () => {
    const distances = distancesOf();
    line.write('bars.json', file);
    expect(succeed('shortest-path', 'bars.json', '--out', 'one.json')).toMatch(
      /^\d+ queries\/s\n\d+ queries by flood on cpu \(.+\), answers written to one\.json\nanswering all queries once takes [\d.]+ ms, the median of \d; set-up, \d+ ms, isn't counted\n/,
    );
    succeed('shortest-path', 'bars.json', '--threads', '2', '--out', 'two.json');
    expect(line.read('two.json')).toBe(line.read('one.json'));
    succeed('shortest-path', 'bars.json', '--culling', 'off', '--out', 'off.json');
    expect(succeed('shortest-path', 'bars.json', '--method', 'tree', '--out', 'tree.json')).toContain(
      ' by tree on cpu (',
    );
    for (const name of ['one.json', 'off.json', 'tree.json']) {
      const { distance } = line.json<PathAnswers>(name);
      expect(distance).toHaveLength(distances.length);
      const off = distance.map((found, i) => Math.abs((found ?? Number.POSITIVE_INFINITY) - distances[i]));
      expect(Math.max(...off)).toBeLessThanOrEqual(DEPTH_TOLERANCE);
    }
  });

  it('contains: finds every pair that the brute force is sure of', () => {
    line.write('bars.json', file);
    succeed('contains', 'bars.json', '--out', 'pairs.json');
    const keys = new Set(rowsOf(line.json('pairs.json')).map(String));
    expect(pairs.length).toBeGreaterThan(20);
    expect(pairs.filter((pair) => !keys.has(String(pair)))).toEqual([]);
  });
});

const PATHS = skipNote('paths');

describe.skipIf(PATHS).each(some(['octopus-self', 'noodle-coil'], 1))(`%s${PATHS}`, (name) => {
  const input = sharedData(`paths/${name}.in.json`);
  const expected = () => JSON.parse(readFileSync(sharedData(`paths/${name}.expected.json`), 'utf8'));

  it('shortest-path: every answer is right, the same with 2 threads, and with culling off', () => {
    const stdout = succeed('shortest-path', input, '--out', 'one.json');
    expect(stdout).toMatch(/^\d+ queries\/s\n\d+ queries by flood on cpu \(.+\), answers written to one\.json\n/);
    expect(stdout).toMatch(/per query: [\d.]+ candidates, [\d.]+ traversals, [\d.]+ elements visited/);
    expect(stdout).toContain(' 0 queries without a path');
    succeed('shortest-path', input, '--backend', 'cpu', '--threads', '2', '--out', 'two.json');
    expect(line.read('two.json')).toBe(line.read('one.json'));
    succeed('shortest-path', input, '--culling', 'off', '--out', 'off.json');
    for (const file of ['one.json', 'off.json']) {
      const { distance, bbox_diag } = expected();
      const answers = line.json<PathAnswers>(file);
      expect(answers.point).toHaveLength(3 * distance.length);
      expect(answers.face).toHaveLength(3 * distance.length);
      const off = answers.distance.map((found, i) => Math.abs((found ?? Number.POSITIVE_INFINITY) - distance[i]));
      expect(off).toHaveLength(distance.length);
      expect(Math.max(...off)).toBeLessThanOrEqual(1e-4 * bbox_diag);
    }
  });

  it("contains: finds every query's own pair, ascending and each once", () => {
    const { queries } = JSON.parse(readFileSync(input, 'utf8'));
    const stdout = succeed('contains', input, '--out', 'pairs.json');
    const found = rowsOf(line.json('pairs.json'));
    expect(stdout).toMatch(new RegExp(`^${found.length} pairs\n\\d+ vertices/s`));
    const keys = new Set(found.map(String));
    expect(keys.size).toBe(found.length);
    expect(rowsOf(queries).filter((row) => !keys.has(String(row)))).toEqual([]);
    const sorted = found.toSorted((a, b) => a.map((x, i) => x - b[i]).find((difference) => difference !== 0) ?? 0);
    expect(found).toEqual(sorted);
  });
});

/** Options for a fast drop: bodies begin without contacts, meet the floor within four long steps and one another within six. */
const FAST_DROP = [
  '--frames',
  '3',
  '--size',
  '3000',
  '--set',
  'stepsPerFrame=2',
  '--set',
  'timeStep=0.01',
  '--set',
  'dropSpeed=20',
];
const STAGES = [
  'solve',
  'refit',
  'dcd',
  'path',
  'ccd',
  'projection',
  'air',
  'flips',
  'walks',
  'readback',
  'measuring',
  'render',
];
const FIGURES = ['queries', 'traversals', 'tetsVisited', 'penetrating', 'deepest', 'piercingShare', 'ms'] as const;

describe('run octopi-8', () => {
  const run = (workers: number): Recording => {
    const stdout = succeed(
      'run',
      'octopi-8',
      ...FAST_DROP,
      '--workers',
      String(workers),
      '--record',
      `${workers}.json`,
    );
    expect(stdout).toMatch(
      /^octopi-8: 8 bodies, \d+ vertices, \d+ tetrahedra\non cpu \(.+\) with \d workers?\n3 frames of 2 /,
    );
    return line.json(`${workers}.json`);
  };
  let recording: Recording;

  it('records what made it and a row a frame', () => {
    recording = run(2);
    expect(recording).toMatchObject({ scene: 'octopi-8', backend: 'cpu', workers: 2, bodies: 8 });
    expect(recording.adapter).not.toBe('');
    expect(recording.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(recording.parameters).toMatchObject({ mode: 'hybrid', stepsPerFrame: 2, timeStep: 0.01, dropSpeed: 20 });
    expect(Object.keys(recording.parameters).sort()).toEqual(Object.keys(PARAMETERS).sort());
    expect(recording.frames).toHaveLength(3);
    const [first, , last] = recording.frames;
    expect(Object.keys(first.stages).sort()).toEqual(STAGES.toSorted());
    for (const figure of FIGURES) expect(last[figure]).toBeGreaterThanOrEqual(0);
    expect(first.contactsCcd + first.contactsDcd + first.penetrating).toBe(0);
    expect(last.contactsCcd).toBeGreaterThan(0);
    // What begins free stays so: the fast impact leaves nothing to shortest paths.
    expect([last.free, last.contactsDcd, last.invertedSkipped, last.penetrating, last.inverted]).toEqual([
      1, 0, 0, 0, 0,
    ]);
    expect(last.pushedApart).toBeGreaterThan(0);
    expect(last.kineticEnergy).toBeGreaterThan(0);
    expect(first.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(last.hash).not.toBe(first.hash);
  });

  it.each(some([1, 2, 3], 2))('repeats bit for bit with %d workers', (workers) => {
    expect(run(workers).frames.map(({ hash }) => hash)).toEqual(recording.frames.map(({ hash }) => hash));
  });
});
