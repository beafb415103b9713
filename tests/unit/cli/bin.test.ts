import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'a folder with blanks '));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  private: boolean;
  bin: Record<string, string>;
};

describe('the command', () => {
  it("is the package's own, which nobody can publish by accident", () => {
    expect(manifest.private).toBe(true);
    expect(Object.keys(manifest.bin)).toEqual(['untangle']);
    const path = join(ROOT, manifest.bin.untangle);
    expect(statSync(path).mode & 0o111).toBe(0o111);
    expect(readFileSync(path, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('runs by npx in the clone, and asks no registry for it', () => {
    // An empty cache, and a registry that doesn't answer.
    const offline = {
      npm_config_cache: folder,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
    };
    const { status, stdout, stderr } = spawnSync('npx', ['untangle', '--version'], {
      cwd: ROOT,
      env: { ...process.env, ...offline },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^0\.1\.0\S*\n$/);
  });

  it('runs from any folder', () => {
    const words = ['scenes'];
    const { status, stdout } = spawnSync(join(ROOT, 'bin/untangle.mjs'), words, { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^octopi-8 /);
  });
});
