import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { usedDriverVariables } from '../../src/node/vulkan.ts';
import { CommandLine } from '../fixtures/command-line.ts';

// Takes long: each driver is tried by a process of its own.
// Bug: on a machine with Debian 12's lavapipe and no GPU, Dawn tried that driver, rejected it with ten lines on stderr, and only
// then took the packaged one.

const line = new CommandLine();
afterAll(() => line.remove());

const hasGpu = ['dri', 'nvidiactl', 'dxg'].some((name) => existsSync(`/dev/${name}`));
const isOther = process.platform !== 'linux' || process.arch !== 'x64' || hasGpu || usedDriverVariables().length > 0;
const CASE = resolve(import.meta.dirname, '../../examples/one-tetrahedron.json');

it.skipIf(isOther)("without a GPU, the machine's own drivers aren't tried, and nothing is printed", () => {
  // A driver that Dawn always rejects, in addition to the installed ones.
  const manifest = line.path('share/vulkan/icd.d/unfit_icd.json');
  mkdirSync(dirname(manifest), { recursive: true });
  const ICD = { library_path: 'libunfit.so', api_version: '1.3.0' };
  writeFileSync(manifest, JSON.stringify({ file_format_version: '1.0.0', ICD }));
  const { code, stderr } = line.run(['shortest-path', CASE, '--backend', 'gpu', '--out', 'answers.json'], {
    XDG_DATA_HOME: line.path('share'),
  });
  expect(stderr).toMatch(/^untangle: this gpu is emulated in software \(SwiftShader [^\n]*\n$/);
  expect(code).toBe(0);
});
