import { afterAll, describe, expect, it } from 'vitest';
import { readRecordedRun } from '../../../src/cli/recordings/recorded-run.ts';
import { EXIT, explain, UsageError } from '../../../src/node/errors.ts';
import { readText } from '../../../src/node/files.ts';
import { asLine } from '../../../src/node/print.ts';
import { COMMANDS } from '../../../src/paper/commands.ts';
import { readAnyPathCase } from '../../../src/queries/path-case.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import { CommandLine } from '../../fixtures/command-line.ts';

const line = new CommandLine();
afterAll(() => line.remove());

/** What Notepad and others put at the start of a text. */
const MARK = '\uFEFF';
const TET = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const QUERIES = { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.2, 0.2, 0.2] };

describe('a byte order mark at the start', () => {
  it('of a scene, and of the scene that a recording names', async () => {
    const scene = { untangle: 1, meshes: { a: { shape: 'box', tetrahedra: 500 } }, bodies: [{ mesh: 'a' }] };
    line.write('a.scene.json', MARK + JSON.stringify(scene));
    expect(await line.answer(['passes', 'a.scene.json'])).toMatchObject({ code: EXIT.ok, stderr: '' });
  });

  it('of a recording', async () => {
    const origin = {
      scene: 'octopi-8',
      size: 900,
      bodies: 8,
      vertices: 2472,
      tetrahedra: 6976,
      backend: 'cpu',
      workers: 1,
    };
    const made = { adapter: 'a', host: 'b', version: '0', parameters: defaultParameters(), inputs: [] };
    const frames = [{ frame: 0, step: 5, hash: '0123456789abcdef' }];
    line.write('a.json', MARK + JSON.stringify({ ...origin, ...made, frames }));
    expect((await readRecordedRun(line.path('a.json'))).frames).toEqual(frames);
  });

  it('of queries, in JSON and CSV', async () => {
    const queries = { dim: 3, objects: [{ rest: TET, pos: TET, elem: [0, 1, 2, 3] }], queries: QUERIES };
    line.write('in.json', MARK + JSON.stringify(queries));
    expect(readAnyPathCase(line.path('in.json'), true).queries.count).toBe(1);
    line.write('in.csv', MARK + Array.from({ length: 8 }, () => '0,1,0,1,0,1,0\n').join(''));
    expect(await line.answer(['ccd', 'in.csv', '--type', 'ee', '--out', 'o.csv'])).toMatchObject({
      stdout: expect.stringContaining('1 queries'),
    });
  });

  it('is left out once, and only there', () => {
    line.write('a.txt', `${MARK}${MARK}a${MARK}`);
    expect(readText(line.path('a.txt'))).toBe(`${MARK}a${MARK}`);
  });
});

describe('messages', () => {
  const long = 'x'.repeat(5000);

  it.each([
    [['info', `${long}.obj`]],
    [['info', long]],
    [['convert', `${long}.obj`, 'a.stl']],
    [['run', `${long}.json`]],
    [['run', long]],
    [['run', 'octopi-8', '--from-state', long]],
    [['run', 'octopi-8', '--record', `${long}.csv`]],
    [['run', 'octopi-8', '--export', `${long}.pc2`]],
    [['replay', `${long}.json`]],
    [['chart', `${long}.csv`]],
    [['contains', long, '--out', 'a']],
    [[long]],
    [['run', `--${long}`]],
    [['scenes', ...Array(50).fill(long)]],
  ])('are short where a name is long: %#', async (words) => {
    const { code, stdout, stderr } = await line.answer(words);
    expect(code).not.toBe(EXIT.ok);
    expect(stdout.length + stderr.length).toBeLessThan(1500);
  });

  it('lose their middle if they are longer than a screen, and have one line', () => {
    expect(asLine(`a\n${'b'.repeat(3000)}`)).toBe(`a ${'b'.repeat(3000)}`);
    const { text } = explain(new UsageError(`found ${'y'.repeat(1e6)}; expected less`));
    expect(text.length).toBeLessThan(4100);
    expect(text).toMatch(/^untangle: found y+…y+; expected less\n$/);
  });

  it('of the help tell summaries to their ends', async () => {
    const { stdout } = await line.answer(['--help']);
    const words = stdout.replace(/\s+/g, ' ');
    const list = words.slice(0, words.indexOf('Usage: untangle run'));
    for (const { name, summary } of COMMANDS) expect(list).toContain(`${name} ${summary}`);
  });
});
