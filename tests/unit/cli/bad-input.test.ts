import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../fixtures/command-line.ts';

/** One tetrahedron with one query. */
const CASE = {
  dim: 3,
  objects: [
    { rest: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], pos: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], elem: [0, 1, 2, 3] },
  ],
  queries: { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.2, 0.2, 0.2] },
};
/** A vertex-face query without a collision: all 8 rows are the origin. */
const CCD_ROWS = Array.from({ length: 8 }, () => '0,1,0,1,0,1,0\n').join('');

const line = new CommandLine();
let before: string[];
beforeAll(() => {
  line.write('in.json', CASE);
  line.write('broken.json', '{"dim": 3, "objects": [');
  line.write('outside.json', { ...CASE, queries: { ...CASE.queries, p: [2, 2, 2] } });
  line.write('nan.json', JSON.stringify(CASE).replace('0.2', 'NaN'));
  line.write('queries.csv', CCD_ROWS);
  line.write('short.csv', '0,1,0,1,0,1,0\n');
  line.write('empty.csv', '\n');
  line.write('nonsense.csv', CCD_ROWS.replace('0,1', 'x,1'));
  line.write('out.json', { scene: 7, frames: [] });
  symlinkSync(line.path('out.json'), line.path('link.json'));
  mkdirSync(line.path('folder'));
  before = line.files();
});
afterAll(() => line.remove());

const PATH = ['shortest-path', 'in.json'];
const CCD = ['ccd', 'queries.csv', '--type', 'vf'];
const RUN = ['run', 'octopi-8', '--frames', '1', '--size', '3000'];

describe('bad input ends with exit code 2, one line, and no file', () => {
  it.each<[string, readonly string[], string | RegExp]>([
    [
      'an unknown command',
      ['fly'],
      "unknown command 'fly'; allowed are run, replay, scenes, passes, check, table1, figure21, air-meshes, air-rivals, distance-fields, self-collide, bench-recovery, chart, shortest-path, contains, ccd, info, convert, resolve, accept, --help and --version",
    ],
    ['a slip in a command', ['runn'], /^unknown command 'runn'; .*; did you mean 'run'\?$/],
    ['a slip in a scene', ['run', 'Octopi-8'], /^unknown scene 'Octopi-8'; .*; did you mean 'octopi-8'\?$/],
    ['an unknown option', ['scenes', '--all'], "unknown option '--all'; allowed here: none"],
    ['a word too many', ['scenes', 'all'], "found 'all' besides the options; expected: untangle scenes"],
    ['no scene', ['run'], 'no SCENE is given; expected: untangle run [options] <SCENE>'],
    ['an unknown scene', ['run', 'octopi-9'], "unknown scene 'octopi-9'; allowed are octopi-8"],
    ['a scene of the page', ['run', 'paths-2d'], "'paths-2d' is a scene of the page only; allowed are octopi-8"],
    ['an unknown backend', [...RUN, '--backend', 'tpu'], "--backend is 'tpu'; allowed are cpu, gpu"],
    ['no frames', ['run', 'octopi-8', '--frames', '0'], "--frames is '0'; expected a whole number from 1 to"],
    [
      'fewer frames than none',
      ['run', 'octopi-8', '--frames', '-3'],
      "--frames is '-3'; expected a whole number from 1 to",
    ],
    [
      'a size out of range',
      ['run', 'octopi-8', '--size', '10'],
      "--size is '10'; expected a whole number from 900 to 200000, or small, medium, paper",
    ],
    [
      'an unknown name of a size',
      ['run', 'octopi-8', '--size', 'larg'],
      "--size is 'larg'; expected a whole number from 900 to 200000, or small, medium, paper",
    ],
    ['no workers', [...RUN, '--workers', '0'], "--workers is '0'; expected a whole number from 1 to 64"],
    [
      'an unknown parameter',
      [...RUN, '--set', 'colour=1'],
      "unknown parameter 'colour'; known are mode, contacts, contactPoints",
    ],
    [
      'a parameter twice',
      [...RUN, '--set', 'gravity=-1', '--set', 'gravity=-2'],
      '--set gravity is given more than once (-1, -2); expected once',
    ],
    [
      'a flag of another kind',
      [...RUN, '--set', 'culling=1'],
      "parameter culling is '1'; allowed are on, off, true, false",
    ],
    [
      'a parameter as an option',
      [...RUN, '--gravity=1'],
      /^unknown option '--gravity=1'; .* \(parameters go through --set name=value\)$/,
    ],
    ['an option without a value', [...RUN, '--record'], '--record has no value; expected --record <out.json|out.csv>'],
    ['a parameter without a value', [...RUN, '--set', 'gravity'], "--set is 'gravity'; expected name=value"],
    [
      'a value out of range',
      [...RUN, '--set', 'gravity=99'],
      "parameter gravity is '99'; expected a number from -30 to 30 m/s^2",
    ],
    [
      'a value that is no number',
      [...RUN, '--set', 'timeStep=NaN'],
      "parameter timeStep is 'NaN'; expected a number from 0.00001 to 0.02 s",
    ],
    [
      'a broken whole number',
      [...RUN, '--set', 'iterations=2.5'],
      "parameter iterations is '2.5'; expected a whole number from 1 to 100",
    ],
    [
      'an unknown choice',
      [...RUN, '--set', 'mode=magic'],
      "parameter mode is 'magic'; allowed are off, ccd, dcd, hybrid",
    ],
    [
      'a record in no folder',
      [...RUN, '--record', 'none/out.json'],
      "can't write 'none/out.json': there is no folder 'none'",
    ],
    [
      'a record on a folder',
      [...RUN, '--record', 'folder'],
      "can't write 'folder': it names a folder; expected a file",
    ],
    [
      'a record of no known format',
      [...RUN, '--record', 'out.txt'],
      "--record is 'out.txt'; expected a name that ends in .json or .csv",
    ],
    [
      'a record below a file',
      [...RUN, '--record', 'in.json/out.json'],
      "can't write 'in.json/out.json': a part of its path is a file",
    ],
    ['no result', PATH, '--out is missing; expected --out <result.json>'],
    ['two results', [...PATH, '--out', 'a', '--out', 'b'], '--out is given more than once (a, b); expected once'],
    ['a result on a folder', [...PATH, '--out', 'folder/'], "can't write 'folder/': it names a folder"],
    ['no such file', ['shortest-path', 'none.json', '--out', 'out'], "can't read 'none.json': there is no such file"],
    ['a folder to read', ['contains', 'folder', '--out', 'out'], "can't read 'folder': it is a folder, not a file"],
    [
      'no JSON',
      ['contains', 'broken.json', '--out', 'out'],
      "'broken.json' is not JSON; expected an object with dim, objects (",
    ],
    [
      'NaN',
      ['shortest-path', 'nan.json', '--out', 'out'],
      "'nan.json' is not JSON; expected an object with dim, objects, queries (",
    ],
    [
      'a point outside',
      ['shortest-path', 'outside.json', '--out', 'out'],
      "'outside.json': queries.p[0..2] isn't in its element",
    ],
    [
      'neither on nor off',
      [...PATH, '--culling', 'maybe', '--out', 'out'],
      "--culling is 'maybe'; allowed are on, off",
    ],
    [
      'threads out of range',
      [...PATH, '--threads', '1000', '--out', 'out'],
      "--threads is '1000'; expected a whole number from 1 to 64",
    ],
    ['no type', ['ccd', 'queries.csv', '--out', 'out'], '--type is missing; expected --type <vf|ee>'],
    ['an unknown type', ['ccd', 'queries.csv', '--type', 'fv', '--out', 'out'], "--type is 'fv'; allowed are vf, ee"],
    [
      'too few rows',
      ['ccd', 'short.csv', '--type', 'vf', '--out', 'out'],
      "'short.csv': found 1 rows, expected a multiple of 8",
    ],
    [
      'no rows',
      ['ccd', 'empty.csv', '--type', 'vf', '--out', 'out'],
      "'empty.csv' holds no rows; expected 8 rows per query",
    ],
    [
      'a cell of text',
      ['ccd', 'nonsense.csv', '--type', 'vf', '--out', 'out'],
      "'nonsense.csv': row 1: found 'x', expected an integer",
    ],
    [
      'a folder on a file',
      ['accept', '--size', '3000', '--out', 'in.json'],
      "can't make the folder 'in.json': there is a file",
    ],
    [
      'seeds in descending order',
      ['accept', 'flattened-ball', '--seeds', '5-3'],
      "--seeds is '3'; expected a whole number from 5 to 999999",
    ],
    [
      'three seeds',
      ['accept', 'flattened-ball', '--seeds', '1-2-3'],
      "--seeds is '1-2-3'; expected a number, or two with a dash: first and last",
    ],
    [
      'seeds of another claim',
      ['accept', 'paths', '--seeds', '1-2'],
      '--seeds is an option of accept flattened-ball; found it with accept paths',
    ],
    [
      'a picture over its recording',
      ['chart', 'in.json', 'out.json', '--out', './out.json'],
      "--out is './out.json', the same file as the input 'out.json'; expected another file",
    ],
    [
      'a picture over a recording by another name',
      ['chart', 'out.json', '--out', 'link.json'],
      "--out is 'link.json', the same file as the input 'out.json'; expected another file",
    ],
    ['answers over queries', [...CCD, '--out', 'queries.csv'], "--out is 'queries.csv', the same file as the input"],
    [
      'paths over their case',
      [...PATH, '--out', 'in.json'],
      "--out is 'in.json', the same file as the input 'in.json'",
    ],
    [
      'pairs over their case',
      ['contains', 'in.json', '--out', 'folder/../in.json'],
      "--out is 'folder/../in.json', the same file as the input 'in.json'",
    ],
    [
      'table and figures in one file',
      ['table1', '--scene', 'tangled-noodle', '--out', 'x', '--json', 'folder/../x'],
      "--json is 'folder/../x', the same file as --out 'x'; expected another file",
    ],
    [
      'a picture over one of its recordings',
      ['figure21', '--record', 'folder', '--out', 'folder/culling-on.json'],
      "--out is 'folder/culling-on.json', the same file as the recording with culling",
    ],
    [
      'a picture and a report',
      ['self-collide', '--picture', 'x.svg', '--out', 'x.md'],
      '--picture writes a picture and no report; expected no --out beside it',
    ],
    [
      'figures of a check in no folder',
      ['check', 'tangled-noodle', '--json', 'none/out.json'],
      "can't write 'none/out.json': there is no folder 'none'",
    ],
    [
      "a table that isn't there",
      ['check', 'all', '--table', 'none.md'],
      "can't read 'none.md': there is no such file or folder",
    ],
    ['a chart of no recording', ['chart', 'in.json'], "'in.json' holds no recording; expected a recording, as"],
    [
      'a chart in no folder',
      ['chart', 'out.json', '--out', 'none/deep/c.svg'],
      "can't write 'none/deep/c.svg': there is no folder 'none/deep'",
    ],
    ['a chart of what no recorder wrote', ['chart', 'out.json'], "scene of 'out.json' is 7; expected a text"],
    ['a result in no folder', [...CCD, '--out', 'none/out.csv'], "can't write 'none/out.csv'"],
  ])('%s', async (_, words, message) => {
    const { code, stdout, stderr } = await line.answer(words);
    expect(stderr).toMatch(/^untangle: /);
    const said = stderr.slice('untangle: '.length).trimEnd();
    if (typeof message === 'string') expect(said.slice(0, message.length)).toBe(message);
    else expect(said).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect({ code, stdout, files: line.files() }).toEqual({ code: 2, stdout: '', files: before });
  });
});
