// Takes long: runs the command line in processes of its own, and whole trials.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN, CommandLine } from '../../../fixtures/command-line.ts';

const line = new CommandLine();
afterAll(() => line.remove());

const CHECKER = resolve(import.meta.dirname, '../../../../examples/check-recovery.mjs');
const check = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECKER, ...words], {
    cwd: line.folder,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
};

/** Two starts of 2 and 12 tetrahedra, by two methods. */
const STARTS = ['--start', '1-tet-shifted', '--start', '6 tets dy 0'];
const SMALL = ['bench-recovery', ...STARTS, '--method', 'air', '--method', 'regions'];
const lines = (name: string) => line.read(name).trimEnd().split('\n');

describe('bench-recovery', () => {
  it('runs what is chosen, and a second call goes on where the first one ended', async () => {
    const first = [...SMALL.slice(0, 3), '--method', 'regions', '--results', 'r.jsonl'];
    const begun = await line.answer(first);
    expect(begun).toMatchObject({ code: 0, stderr: 'untangle: 1 of 1: regions, 1 tet, shifted: apart after 0.20 s\n' });
    const [done] = lines('r.jsonl');
    // A call that was killed has left half a line.
    writeFileSync(line.path('r.jsonl'), `${done}\n${done.slice(0, 50)}`);

    const all = [...SMALL, '--results', 'r.jsonl', '--out', 't.md', '--ends', 'ends'];
    const { code, stdout, stderr } = await line.answer(all);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'untangle: 1 of 4: regions, 6 tets dy 0: apart after 0.20 s\n' +
        "untangle: 3 of 4: air, 6 tets dy 0: doesn't apply\n" +
        "untangle: 4 of 4: air, 1 tet, shifted: doesn't apply\n" +
        'untangle: wrote t.md\n',
    });
    expect(stdout).toBe(line.read('t.md'));
    expect(stdout).toMatch(/^\| `regions` \| 2 of 2 \(100 %\) \| 0 \| 0 \| 0 \| 0 \| 0\.20 \(0\.20\) /m);
    expect(stdout).toContain(
      "\n`air` doesn't apply to 2 starts. Why, in *6 tets dy 0*: its mesh would begin inverted: air fills what bodies leave free, and these share 100 % of the smallest one.",
    );
    expect(stdout).toContain("\n| 1 tet, shifted | 34 % | apart after 0.20 s | doesn't apply |\n");
    const results = lines('r.jsonl');
    expect(results).toHaveLength(4);
    expect(results[0]).toBe(done);

    const again = await line.answer(all);
    expect(again).toEqual({ code: 0, stdout, stderr: 'untangle: wrote t.md\n' });
    expect(lines('r.jsonl')).toEqual(results);
    // Another limit is another trial, and takes the place of the earlier one in the tables, which have all of the file.
    const limited = await line.answer([...first, '--limit', '10']);
    expect(limited.stderr).toMatch('1 of 1: regions');
    expect(limited.stdout).toContain('4 trials of 2 starts');
    expect(limited.stdout).toContain('at most 10 and 20 s of processor time each');
    expect(lines('r.jsonl')).toHaveLength(5);
  });

  it('writes starts for other programs, whose ends the checker judges as this command does', async () => {
    const { code, stderr } = await line.answer(['bench-recovery', ...STARTS, '--export-states', 'states']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'untangle: wrote 2 starts into states\n' });
    expect(check('states')).toEqual({
      code: 1,
      stdout:
        'tangled  6-tets-dy-0                                  100.0000 % shared, volumes 1.000 1.000\n' +
        'tangled  1-tet-shifted                                34.3000 % shared, volumes 1.000 1.000\n' +
        '0 of 2 starts have come apart\n',
      stderr: '',
    });
    const { starts } = line.json<{ starts: { shared: { between: number } }[] }>('states/index.json');
    expect(starts[0].shared.between).toBeCloseTo(0.032, 7);
    expect(starts[1].shared.between).toBeCloseTo(0.28 ** 3 / 6, 8);

    expect((await line.answer([...SMALL, '--ends', 'ends'])).code).toBe(0);
    expect(check('states', 'ends/regions')).toMatchObject({ code: 0, stderr: '' });
    expect(check('states', 'ends/air').stdout).toMatch(/^tangled .*\ntangled .*\n0 of 2 starts/);
    // Other programs write VTK.
    rmSync(line.path('ends/air/1-tet-shifted.xyz'));
    copyFileSync(line.path('states/1-tet-shifted.start.vtk'), line.path('ends/air/1-tet-shifted.vtk'));
    expect(check('states', 'ends/air').stdout).toMatch(/^tangled .*\ntangled {2}1-tet-shifted .* 34\.3000 % shared/);
    expect(check('states', 'nowhere').stdout).toMatch(/^missing .*\nmissing .*\n0 of 2 starts/);
    writeFileSync(line.path('ends/regions/1-tet-shifted.xyz'), '0 0 0\n1 2 x\n');
    expect(check('states', 'ends/regions')).toMatchObject({
      code: 2,
      stderr:
        'check-recovery: ends/regions/1-tet-shifted.xyz has other things than 8 rows of 3 numbers; expected the POINTS of the start\n',
    });
    expect(check()).toMatchObject({ code: 2, stderr: 'check-recovery: expected: check-recovery.mjs STATES [ENDS]\n' });
  });

  it('leaves whole results when it is ended', async () => {
    const words = ['bench-recovery', '--suite', 'quick', '--method', 'regions', '--results', 'ended.jsonl'];
    const child = spawn(process.execPath, [BIN, ...words], { cwd: line.folder });
    const told = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => {
      told.stdout += data;
    });
    child.stderr.on('data', (data) => {
      if (told.stderr === '') child.kill('SIGTERM');
      told.stderr += data;
    });
    const code = await new Promise((done) => {
      child.on('close', done);
    });
    expect(code).toBe(143);
    expect(told.stderr).toMatch(/1 of 8: regions, box 45 %: apart .*ended by SIGTERM\n$/s);
    expect(told.stdout).toMatch(/^\| box 45 % \| 44 % \| apart after/m);
    for (const text of lines('ended.jsonl')) expect(JSON.parse(text)).toMatchObject({ method: 'regions' });
    expect(line.read('ended.jsonl').endsWith('\n')).toBe(true);
  });

  it('draws three starts at five moments', async () => {
    expect(await line.answer(['bench-recovery', '--picture', 'tangled.svg'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'untangle: wrote tangled.svg\n',
    });
    const texts = [...line.read('tangled.svg').matchAll(/>([\d.]+) s: ([\d.]+) % shared</g)];
    expect(texts.map(([, moment]) => Number(moment))).toEqual([0, 1, 2].flatMap(() => [0, 0.05, 0.1, 0.2, 0.6]));
    expect([0, 5, 10].map((row) => texts[row][2])).toEqual(['44', '5.2', '914']);
    expect([4, 9, 14].map((row) => Number(texts[row][2]) < 0.1)).toEqual([true, true, true]);
  });

  it('says that a folder cannot be made', async () => {
    line.write('file', 'x');
    const { code, stderr } = await line.answer(['bench-recovery', ...STARTS, '--export-states', 'file/states']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "untangle: can't write 'file/states': a part of its path is a file, not a folder\n",
    });
  });

  it.each<[string, string[], RegExp]>([
    [
      'an unknown method',
      ['--method', 'magic'],
      /--method is 'magic'; allowed are regions, paths, .*, implicit-euler$/,
    ],
    [
      'an unknown start',
      ['--start', 'box-46'],
      /--start is 'box-46'; allowed are box-5, .*\.\.\.|--start is 'box-46'; allowed are box-5, /,
    ],
    ['an unknown suite', ['--suite', 'half'], /--suite is 'half'; allowed are quick, full$/],
    [
      'a suite and a start',
      ['--suite', 'quick', '--start', 'box-45'],
      /--suite quick and --start box-45 are given; expected one of them$/,
    ],
    ['too long a limit', ['--limit', '21'], /--limit is '21'; expected a whole number from 1 to 20$/],
    [
      'states and a method',
      ['--export-states', 'x', '--method', 'air'],
      /runs nothing; expected no --method beside it$/,
    ],
    [
      'a picture and a method',
      ['--picture', 'x', '--method', 'air'],
      /--picture writes a picture and no report; expected no --method beside it$/,
    ],
    [
      'one file for both',
      ['--out', 'one', '--results', 'one'],
      /--results is 'one', the same file as --out 'one'; expected another file$/,
    ],
  ])('refuses %s in a sentence', async (_, words, message) => {
    const { code, stdout, stderr } = await line.answer(['bench-recovery', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(line.path('x'))).toBe(false);
  });
});
