import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recording.ts';
import { BIN, CommandLine } from '../fixtures/command-line.ts';
import { tableOf } from '../fixtures/csv-table.ts';

/** Bug: if a run ended early, its whole recording was lost. Takes long: each end has a process of its own. */

const line = new CommandLine();
// Bundle before any limits apply.
beforeAll(() => expect(line.run(['--version']).code).toBe(0));
afterAll(() => line.remove());

/** A run with far more frames than any test waits for. */
const LONG = ['run', 'boxes-rope', '--size', '20', '--workers', '1', '--frames', '100000', '--set', 'stepsPerFrame=1'];
const SHORT = ['run', 'boxes-rope', '--size', '20', '--workers', '1', '--frames', '2', '--set', 'stepsPerFrame=1'];

/** Path of the file that receives a run's frames until the run ends. */
const partOf = (name: string): string | undefined =>
  readdirSync(line.folder).find((file) => file.startsWith(`${name}.`) && file.endsWith('.part'));

const framesIn = (name: string): number => line.read(name).split('"frame":').length - 1;

/** Starts a command and ends it when it has made enough progress. @returns its exit */
async function endedWhen(
  words: readonly string[],
  signal: NodeJS.Signals,
  isFar: (pid: number, stderr: string) => boolean,
  environment: Readonly<Record<string, string>> = {},
) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [BIN, ...words], { cwd: line.folder, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((done) => {
    child.on('close', (code, by) => done({ code, signal: by }));
  });
  const look = setInterval(() => {
    if (!isFar(child.pid!, stderr)) return;
    clearInterval(look);
    child.kill(signal);
  }, 20);
  return { ...(await ended), stdout, stderr };
}

/** A long run that is ended when its file has some frames. */
const endedBy = (signal: NodeJS.Signals, name: string) =>
  endedWhen([...LONG, '--record', name], signal, () => {
    const part = partOf(name);
    return part !== undefined && framesIn(part) >= 3;
  });

/** Result of `replay` of a file's first frames. */
const replays = (name: string) => line.run(['replay', name, '--frames', '2']);

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s keeps the simulated frames', async (signal) => {
    const name = `${signal}.json`;
    const { code, stdout, stderr } = await endedBy(signal, name);
    expect(code, stderr).toBe(128 + constants.signals[signal]);
    const { frames } = line.json<Recording>(name);
    expect(frames.length).toBeGreaterThanOrEqual(3);
    expect(stderr).toBe(`untangle: ended by ${signal}\nuntangle: wrote ${name}, ${frames.length} frames\n`);
    expect(stdout).toContain(`\n${frames.length} frames of 1 step `);
    expect(partOf(name)).toBeUndefined();
    expect(replays(name)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('all 2 frames have the same bits'),
    });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s lets --save-state have the state after the last frame',
    async (signal) => {
      const name = `state-${signal}.json`;
      const words = [...LONG, '--record', name, '--save-state', `${signal}.state`];
      const { code, stdout, stderr } = await endedWhen(words, signal, () => {
        const part = partOf(name);
        return part !== undefined && framesIn(part) >= 3;
      });
      expect(code, stderr).toBe(128 + constants.signals[signal]);
      const { frames } = line.json<Recording>(name);
      expect(stderr).toMatch(
        /^untangle: ended by SIG.*, after the frame whose state goes into 'SIG.*\.state'; a second signal/,
      );
      expect(stderr).toContain(`wrote ${name}, ${frames.length} frames\nuntangle: wrote ${signal}.state\n`);
      expect(stdout).toContain(`\n${frames.length} frames of 1 step `);
      line.succeed(
        'run',
        ...LONG.slice(1, 2),
        '--from-state',
        `${signal}.state`,
        '--frames',
        '1',
        '--record',
        'on.json',
      );
      expect(line.json<Recording>('on.json').frames[0].frame).toBe(frames.length);
      // Repeats the run from its start, so that the state has to be that of the interrupted run.
      expect(line.succeed('replay', 'on.json')).toContain('the one frame has the same bits');
    },
  );

  it('that cannot be caught (SIGKILL) leaves a replayable file and the older recording', async () => {
    line.write('killed.json', 'older');
    expect(await endedBy('SIGKILL', 'killed.json')).toMatchObject({ signal: 'SIGKILL' });
    expect(line.read('killed.json')).toBe('older');
    expect(replays(partOf('killed.json')!)).toMatchObject({ code: 0 });
  });
});

it('an uncaught error keeps the simulated frames', () => {
  const fault = `
    import { isMainThread } from 'node:worker_threads';
    import { readdirSync, readFileSync } from 'node:fs';
    const isFar = () => readdirSync('.').some((name) => /^fault.*part$/.test(name) && readFileSync(name, 'utf8').split('"frame":').length > 3);
    if (isMainThread) setInterval(() => { if (isFar()) throw new Error('a fault of a library'); }, 20).unref();`;
  line.write('fault.mjs', fault);
  const environment = { NODE_OPTIONS: `--import ${pathToFileURL(line.path('fault.mjs'))}` };
  const { code, stderr } = line.run([...LONG, '--record', 'fault.json'], environment);
  expect(code).toBe(1);
  expect(stderr).toContain('a fault of a library');
  expect(stderr).toMatch(/untangle: wrote fault\.json, \d+ frames\n/);
  expect(replays('fault.json')).toMatchObject({ code: 0 });
});

describe('a signal to a command that runs several simulations', () => {
  it('figure21 draws the finished rounds', async () => {
    const words = ['figure21', '--frames', '2', '--rounds', '100', '--workers', '1', '--record', 'ways'];
    const end = await endedWhen(words, 'SIGINT', (_, stderr) => stderr.includes('round 2 of 100'));
    expect(end.code, end.stderr).toBe(130);
    expect(end.stdout).toMatch(/^There was no shortest-path query\./);
    expect(line.read('figure-21.svg')).toContain('>without culling</text>');
    for (const way of ['on', 'off']) expect(replays(`ways/culling-${way}.json`)).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform !== 'linux')('check all leaves no process and no folder behind', async () => {
    mkdirSync(line.path('temporary'));
    let children: number[] = [];
    const wordsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    // Ignore git, which runs first to find the version, and whose process has its parent's words until it executes git.
    const isCheckOf = (parent: number) => (pid: number) => {
      try {
        return wordsOf(pid).includes('\0check\0') && wordsOf(pid) !== wordsOf(parent);
      } catch {
        return false;
      }
    };
    const childrenOf = (pid: number) =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    const isFar = (pid: number) => {
      children = childrenOf(pid).filter(isCheckOf(pid));
      return children.length > 0;
    };
    const end = await endedWhen(['check', 'all'], 'SIGTERM', isFar, { TMPDIR: line.path('temporary') });
    expect(end.code, end.stderr).toBe(143);
    expect(readdirSync(line.path('temporary'))).toEqual([]);
    const isGone = (pid: number) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
      } catch {
        return true;
      }
    };
    await expect.poll(() => children.every(isGone), { timeout: 20_000 }).toBe(true);
  });
});

describe('an output file at its size limit', () => {
  it('keeps the frames that fitted, and reports their number', () => {
    const { code, stdout, stderr } = line.limited([...LONG, '--record', 'full.json'], 8);
    const { frames } = line.json<Recording>('full.json');
    expect(frames.length).toBeGreaterThan(3);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `untangle: can't write 'full.json': files may not grow any further; it holds the first ${frames.length} frames\n`,
    });
    // The frame that did not fit was simulated, too.
    expect(stdout).toContain(`\n${frames.length + 1} frames of 1 step `);
    expect(replays('full.json')).toMatchObject({ code: 0 });
  });

  it('keeps whole rows of CSV', () => {
    const { code, stderr } = line.limited([...LONG, '--record', 'full.csv'], 8);
    const rows = csvParse(tableOf(line.read('full.csv')));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `untangle: can't write 'full.csv': files may not grow any further; it holds the first ${rows.length} frames\n`,
    });
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.at(-1)?.inputs).toBe('[]');
  });

  it('leaves an older file if not a single frame fits', () => {
    line.write('none.json', 'older');
    const { code, stderr } = line.limited([...LONG, '--record', 'none.json'], 1);
    expect(code).toBe(1);
    // Its head, with all parameters, may be too long already.
    expect(stderr).toMatch(
      /^untangle: can't write 'none.json': files may not grow any further(; not even one frame was written)?\n$/,
    );
    expect(line.read('none.json')).toBe('older');
    expect(partOf('none.json')).toBeUndefined();
  });

  it('is reported for query answers too, which are written completely or not at all', () => {
    const rows = Array.from({ length: 8 * 400 }, () => '0,1,0,1,0,1\n').join('');
    line.write('queries.csv', rows);
    line.write('answers.csv', 'older');
    const { code, stderr } = line.limited(['ccd', 'queries.csv', '--type', 'vf', '--out', 'answers.csv'], 1);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "untangle: can't write 'answers.csv': files may not grow any further\n",
    });
    expect(line.read('answers.csv')).toBe('older');
  });
});

describe('output names are tested before the run', () => {
  beforeAll(() => {
    mkdirSync(line.path('folder'));
    symlinkSync('later.json', line.path('link.json'));
    symlinkSync('nowhere/later.json', line.path('astray.json'));
    symlinkSync('circle.json', line.path('ring.json'));
    symlinkSync('ring.json', line.path('circle.json'));
    symlinkSync('/dev/full', line.path('device.json'));
    writeFileSync(line.path('file'), '');
  });

  it('a name that is too long loses nothing', () => {
    const name = `${'n'.repeat(250)}.json`;
    expect(line.run([...SHORT, '--record', name])).toMatchObject({ code: 0 });
    expect(replays(name)).toMatchObject({ code: 0 });
  });

  it('a dangling link gets its target file', () => {
    expect(line.run([...SHORT, '--record', 'link.json'])).toMatchObject({ code: 0 });
    expect(existsSync(line.path('later.json'))).toBe(true);
    expect(readFileSync(join(line.folder, 'later.json'), 'utf8')).toBe(line.read('link.json'));
    expect(replays('later.json')).toMatchObject({ code: 0 });
  });

  it.each<[string, readonly string[], string]>([
    [
      'one too long',
      [...LONG, '--record', `${'n'.repeat(251)}.json`],
      'the name is too long, over 255 bytes per part or 4095 in all; expected a file',
    ],
    [
      'a folder of the system',
      [...LONG, '--record', '/proc/x.json'],
      "'/proc' takes no files; expected another folder",
    ],
    [
      'a folder in it',
      ['check', 'tangled-noodle', '--record', '/proc/x'],
      "'/proc/x': none can be made there; expected",
    ],
    ['a device', ['check', 'tangled-noodle', '--record', '/dev/full'], "'/dev/full': there is a file of that name"],
    ['a device without room', [...LONG, '--record', 'device.json'], "can't write 'device.json': the disk is full"],
    ['a link astray', [...LONG, '--record', 'astray.json'], "/nowhere', where there is no folder"],
    ['links in a circle', [...LONG, '--record', 'ring.json'], "can't write 'ring.json': its links lead in a circle"],
    [
      'a file as a folder',
      ['figure21', '--record', 'file/x'],
      "can't make the folder 'file/x': a part of its path is a",
    ],
  ])('%s', async (_, words, message) => {
    const { code, stdout, stderr } = await line.answer(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});
