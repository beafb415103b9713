import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The package's version, with the commit if git knows it. Recordings and results store it.
 * @returns {string} such as 0.1.0 or 0.1.0+1a2b3c4 or 0.1.0+1a2b3c4-dirty
 */
export function version() {
  /** @type {{ version: string }} */
  const { version: released } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  try {
    const git = ['describe', '--always', '--dirty', '--exclude', '*'];
    const commit = execFileSync('git', git, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return `${released}+${commit.trim()}`;
  } catch {
    return released;
  }
}
