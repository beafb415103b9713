import { spawn, spawnSync } from 'node:child_process';

const isWindows = process.platform === 'win32';
/** Time that processes have to end by themselves, before they are killed [ms]. */
const GRACE = 5000;

/**
 * Starts a program in a group of processes of its own, so that its children end with it. An interrupt of this process, which such a group
 * doesn't get from the terminal, ends both.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {{ child: import('node:child_process').ChildProcess, end: () => void }} `end` ends the group: first by a request, on which a test
 * run closes its browsers, which have groups of their own; a while later by force
 */
export function startGroup(program, words, options) {
  const child = spawn(program, words, { ...options, detached: !isWindows });
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has just ended.
    }
  };
  const end = () => {
    if (isWindows) {
      spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
      return;
    }
    signal('SIGTERM');
    const force = setTimeout(() => signal('SIGKILL'), GRACE);
    child.once('close', () => clearTimeout(force));
  };
  const interrupt = () => {
    child.once('close', () => process.exit(130));
    end();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  child.once('close', () => process.off('SIGINT', interrupt).off('SIGTERM', interrupt));
  return { child, end };
}
