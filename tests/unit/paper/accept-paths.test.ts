import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../fixtures/command-line.ts';
import { generatedPathCase } from '../../fixtures/generated-path-case.ts';

const line = new CommandLine();
afterAll(() => line.remove());

const accept = (...words: string[]) => line.run(['accept', 'paths', '--backend', 'cpu', ...words]);

describe('accept paths', () => {
  const { file, distances } = generatedPathCase();
  const { pos } = file.objects[0];
  const expected = { bbox_diag: Math.max(...pos) - Math.min(...pos), distance: [] as number[] };
  beforeAll(() => {
    expected.distance = distances();
    mkdirSync(line.path('cases'));
    line.write('cases/bars.in.json', file);
    line.write('cases/bars.expected.json', expected);
  });

  it('holds where every answer is right, at every scale, by every method, with culling and without', () => {
    const { code, stdout, stderr } = accept('--cases', 'cases');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    const summary = lines.pop();
    const rows = lines.filter((row) => !row.startsWith('told  '));
    expect(lines.filter((row) => /^told {3}bars x 1, cpu paper, culling (on|off): /.test(row))).toHaveLength(2);
    expect(summary).toBe(`${rows.length} hold, 0 missed`);
    const n = file.queries.obj.length;
    for (const row of rows) expect(row).toContain(`: ${n} of ${n} right, 0 missing, largest error `);
    for (const scale of ['1/1024', '1', '1024'])
      for (const method of ['flood', 'tree'])
        for (const culling of ['on', 'off']) {
          const way = `holds  bars x ${scale}, cpu ${method}, culling ${culling}: `;
          expect(rows.filter((row) => row.startsWith(way))).toHaveLength(1);
        }
    expect(stdout).toMatch(/culling left \d+ candidates unjudged/);
  });

  it('fails where one answer of all is wrong', () => {
    const distance = expected.distance.with(7, expected.distance[7] + 2e-4 * expected.bbox_diag);
    mkdirSync(line.path('wrong'));
    line.write('wrong/bars.in.json', file);
    line.write('wrong/bars.expected.json', { ...expected, distance });
    const { code, stdout } = accept('--cases', 'wrong');
    expect(code).toBe(1);
    const n = file.queries.obj.length;
    expect(stdout).toMatch(
      new RegExp(
        `^MISSED bars x 1, cpu .+, culling on: ${n - 1} of ${n} right, 0 missing, largest error 2.0e-4 of`,
        'm',
      ),
    );
    expect(stdout).toMatch(/\n0 hold, \d+ missed\n$/);
  });

  it.each<[string, string[], string]>([
    [
      'no folder',
      ['--cases', 'none'],
      "found no folder 'none'; expected a folder with two files per case, NAME.in.json and NAME.expected.json; --cases selects the folder",
    ],
    ['no case', ['--cases', 'empty'], "found no case in 'empty'; expected a folder with two files per case"],
    ['a file', ['--cases', 'empty.json'], "'empty.json' is a file; expected a folder with two files per case"],
    [
      'a case without its answers',
      ['--cases', 'alone'],
      "found 'bars.in.json' alone in 'alone'; expected a folder with two files per case",
    ],
    ['answers of another case', ['--cases', 'other'], "'bars.expected.json': distance has 0 numbers; expected"],
    ['a broken case', ['--cases', 'broken'], "'bars.in.json': objects[0].pos[0] is null; expected a finite number"],
    [
      'an option of another claim',
      ['--size', '3000'],
      '--size is an option of accept octopi-8; found it with accept paths',
    ],
  ])('refuses %s', async (_, words, message) => {
    for (const folder of ['empty', 'alone', 'other', 'broken']) mkdirSync(line.path(folder), { recursive: true });
    line.write('empty.json', {});
    line.write('alone/bars.in.json', file);
    line.write('other/bars.in.json', file);
    line.write('other/bars.expected.json', { bbox_diag: 1, distance: [] });
    const [first, ...others] = file.objects;
    line.write('broken/bars.in.json', {
      ...file,
      objects: [{ ...first, pos: first.pos.with(0, Number.NaN) }, ...others],
    });
    line.write('broken/bars.expected.json', expected);
    const { code, stdout, stderr } = await line.answer(['accept', 'paths', '--backend', 'cpu', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`untangle: ${message}`);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('refuses a claim that it does not know', () => {
    const { code, stderr } = line.run(['accept', 'everything']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "untangle: NAME is 'everything'; allowed are octopi-8, flattened-ball, guarantee, paths\n",
    });
  });
});
