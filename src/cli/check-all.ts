import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scene, SizeName } from '../scenes/scene.ts';
import { SCENES } from '../scenes/scenes.ts';
import type { CheckResult } from './check.ts';
import { EXIT } from './errors.ts';
import { writeText } from './files.ts';
import { defaultWorkers } from './run.ts';
import { scenesTable } from './scenes-table.ts';

/** The bundle that this file became a part of. */
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

export interface CheckAllOptions {
  readonly size: SizeName;
  readonly backend: 'cpu' | 'gpu';
  /** A Markdown file whose table is written anew. */
  readonly table: string | undefined;
}

/**
 * Every scene's check, each in a process of its own with one worker, as many at once as there are cores: that
 * wastes no time at barriers, and results don't depend on the number of workers.
 * @returns the exit code
 */
export async function checkAll({ size, backend, table }: CheckAllOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-check-'));
  const waiting = [...SCENES];
  const codes = new Map<string, number>();
  const runOneByOne = async () => {
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      const words = ['check', scene.name, '--size', size, '--backend', backend, '--workers', '1'];
      codes.set(scene.name, await runSelf([...words, '--json', fileOf(folder, scene)]));
    }
  };
  await Promise.all(Array.from({ length: defaultWorkers() }, runOneByOne));
  const results = SCENES.filter(({ name }) => codes.get(name) === EXIT.ok || codes.get(name) === EXIT.failed).map(
    (scene) => JSON.parse(readFileSync(fileOf(folder, scene), 'utf8')) as CheckResult,
  );
  rmSync(folder, { recursive: true });
  const failed = SCENES.filter(({ name }) => codes.get(name) !== EXIT.ok).map(({ name }) => name);
  const seconds = results.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0);
  const verdict = failed.length === 0 ? 'all hold' : `failed: ${failed.join(', ')}`;
  process.stdout.write(`${SCENES.length} scenes, ${seconds.toFixed(0)} core-seconds: ${verdict}\n`);
  if (table !== undefined) writeText(table, scenesTable(readFileSync(table, 'utf8'), results));
  return failed.length === 0 ? EXIT.ok : EXIT.failed;
}

const fileOf = (folder: string, { name }: Scene): string => join(folder, `${name}.json`);

/** Runs a command of this program. @returns its exit code; what it prints comes as a whole, so that two don't mix */
function runSelf(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const keep = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(text);
      resolve(code ?? EXIT.failed);
    });
  });
}
