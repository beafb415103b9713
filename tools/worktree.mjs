import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Checks a commit out into a temporary git worktree. It is removed when this process ends, or by `remove`. Data that the repository
 * shares with others (../shared), if any, lie beside it too.
 * @param {string} root the repository
 * @param {string} commit
 * @returns {{ folder: string, remove: () => void }}
 */
export function temporaryWorktree(root, commit) {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const around = mkdtempSync(join(tmpdir(), 'untangle-worktree-'));
  const folder = join(around, 'main');
  const shared = resolve(root, '../shared');
  const remove = () => {
    process.off('exit', remove);
    rmSync(around, { recursive: true, force: true });
    if (existsSync(root)) git('worktree', 'prune'); // else the repository has gone as well, as a test's does
  };
  process.once('exit', remove);
  mkdirSync(folder);
  if (existsSync(shared)) symlinkSync(shared, join(around, 'shared'));
  git('worktree', 'add', '--force', '--detach', folder, commit);
  return { folder, remove };
}
