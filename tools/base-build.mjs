import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryWorktree } from './worktree.mjs';

/** The command line script of a checkout. It bundles itself at its first call. */
export const COMMAND_LINE = 'bin/untangle.mjs';

/**
 * Opens the checkout that a new build is compared with: an existing folder with installed packages, or a commit, which gets a
 * temporary git worktree until this process ends.
 * @param {string} root the repository
 * @param {string} base a folder or a commit
 * @returns {string} the checkout's folder
 * @throws {Error} if base is neither, or its packages can't be installed
 */
export function openBase(root, base) {
  if (existsSync(join(base, COMMAND_LINE))) return resolve(base);
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  let commit = '';
  try {
    commit = git('rev-parse', '--verify', '--quiet', `${base}^{commit}`);
  } catch {
    throw new Error(`found '${base}' as the base; expected a commit, or a folder with ${COMMAND_LINE}`);
  }
  // Without a handler, a signal would end the process without the 'exit' event that removes the worktree.
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]))
    process.once(signal, () => process.exit(code));
  const { folder } = temporaryWorktree(root, commit);
  // The build's packages are development dependencies, which npm leaves out if NODE_ENV is 'production'.
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}

/**
 * Names of the scenes of a checkout. The call also bundles its command line.
 * @param {string} folder
 * @returns {string[]}
 */
export const scenesOf = (folder) =>
  sceneNames(execFileSync(process.execPath, [join(folder, COMMAND_LINE), 'scenes'], { encoding: 'utf8' }));

/**
 * Reads scene names from the output of `untangle scenes`: a scene's paragraph begins with its name, all other lines are indented.
 * @param {string} text
 * @returns {string[]}
 */
export const sceneNames = (text) => [...text.matchAll(/^([a-z][\w-]*) {2}/gm)].map(([, name]) => name);
