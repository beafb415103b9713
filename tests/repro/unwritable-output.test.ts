import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, CommandLine } from '../fixtures/command-line.ts';

/** Bug: a failure to print ended with exit code 0. */

const line = new CommandLine();
// Bundle before any limits apply.
beforeAll(() => expect(line.run(['--version']).code).toBe(0));
afterAll(() => line.remove());

const SHORT = ['run', 'boxes-rope', '--size', '20', '--workers', '1', '--frames', '2', '--set', 'stepsPerFrame=1'];
const replay = (name: string) => line.run(['replay', name]);

describe('a full standard output', () => {
  /** Runs the command in a shell, followed by `after`. */
  const shell = (command: string, after: string, before = ':') =>
    spawnSync(
      'bash',
      ['-c', `set -o pipefail; ${before}; "$0" "$@" ${after}`, process.execPath, BIN, ...command.split(' ')],
      {
        cwd: line.folder,
        encoding: 'utf8',
      },
    );

  it.each(['--version', '--help', 'scenes'])('%s > /dev/full ends with exit code 1 and a message', (command) => {
    const { status, stderr } = shell(command, '> /dev/full');
    expect(status).toBe(1);
    expect(stderr).toBe("untangle: can't write to standard output: the disk is full; expected to write all of it\n");
  });

  it('a file with room for a part of the output, too', () => {
    const { code, stderr } = line.limited(['--help'], 1);
    expect(code, stderr).toBe(0); // a pipe has no such limit
    const { status } = shell('--help', '> part.txt', 'ulimit -f 1');
    expect(status).toBe(1);
    expect(line.read('part.txt')).toHaveLength(1024);
  });

  it('loses no file', () => {
    const { status } = shell(`${SHORT.join(' ')} --record unprinted.json`, '> /dev/full');
    expect(status).toBe(1);
    expect(replay('unprinted.json')).toMatchObject({ code: 0 });
  });

  it('a file as standard output is appended to, not replaced', () => {
    line.write('queries.csv', '0,1,0,1,0,1\n'.repeat(8));
    line.write('log.txt', 'before\n');
    const { status } = shell('ccd queries.csv --type vf --out /dev/stdout', '>> log.txt');
    expect(status).toBe(0);
    expect(line.read('log.txt')).toMatch(/^before\n1,0\n1 queries, 1 collisions, \d+ queries\/s\n$/);
  });

  it('a reader that closes the pipe causes no error', () => {
    const { status, stdout, stderr } = shell('--help', '| head -1');
    expect({ status, stderr, lines: stdout.split('\n').length }).toEqual({ status: 0, stderr: '', lines: 2 });
  });

  it('a full standard error ends no run', () => {
    const { status } = shell(`${SHORT.join(' ')} --record untold.json`, '2> /dev/full');
    expect(status).toBe(0);
    expect(replay('untold.json')).toMatchObject({ code: 0 });
  });
});
