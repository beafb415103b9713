import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBase } from '../../tools/base-build.mjs';

let repository: string;

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'untangle-base-test-'));
  const write = (path: string, content: object) => writeFileSync(join(repository, path), JSON.stringify(content));
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: repository, stdio: ['ignore', 'ignore', 'pipe'] });
  mkdirSync(join(repository, 'tool'));
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  write('package.json', { name: 'base', version: '1.0.0', devDependencies: { tool: 'file:tool' } });
  run('npm', 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund');
  run('git', 'init', '--quiet');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@test', 'commit', '--quiet', '--message', 'base');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(repository, { recursive: true });
});

// `npm run bench -- before-after --base COMMIT` failed if it had just built its own bundle: Vite's build sets NODE_ENV to 'production',
// and `npm ci` then left out the base's development dependencies, with which the base builds its command line.
it('a base has its development dependencies even if NODE_ENV is production', () => {
  vi.stubEnv('NODE_ENV', 'production');
  const folder = openBase(repository, 'HEAD');
  try {
    expect(existsSync(join(folder, 'node_modules/tool/package.json'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
