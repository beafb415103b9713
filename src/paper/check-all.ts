import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scene, SizeName } from '../scenes/scene.ts';
import { SCENES } from '../scenes/scenes.ts';
import { EXIT } from '../node/errors.ts';
import { type CheckResult, holdsAll } from './check-results.ts';
import { readText, saveText } from '../node/files.ts';
import { checkOutputs } from '../node/outputs.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { scenesTable } from './scenes-table.ts';
import { beforeInterruption } from '../node/interruption.ts';
import { print, tell } from '../node/print.ts';

/** Script of the command line. This file is bundled into it. */
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/** Options of `check all`. */
export interface CheckAllOptions {
  readonly size: SizeName;
  readonly backend: 'cpu' | 'gpu';
  /** Path of a Markdown file whose tables of scenes' results are replaced by this run's; undefined for none. */
  readonly tableFile: string | undefined;
}

/**
 * Runs the checks of all scenes, each in its own process with one worker. As many processes run at once as there are cores, up to
 * MAX_WORKERS. One worker per process suffices, since results don't depend on the number of workers, and a single worker never waits at
 * barriers.
 * @returns the exit code
 */
export async function checkAll({ size, backend, tableFile }: CheckAllOptions): Promise<number> {
  if (tableFile !== undefined) {
    // Called for their errors: if the file can't be read or written, the command fails now, and not after all checks.
    readText(tableFile);
    checkOutputs({ '--table': tableFile });
  }
  const folder = mkdtempSync(join(tmpdir(), 'untangle-check-'));
  const results = new Map<string, CheckResult>();
  const runningChecks = new Set<ChildProcess>();
  const removeHandler = beforeInterruption(() => {
    for (const child of runningChecks) child.kill();
    rmSync(folder, { recursive: true, force: true });
    tell(`${results.size} of ${SCENES.length} checks were done`);
  });
  const waitingScenes = [...SCENES];
  const runWaitingChecks = async () => {
    for (let scene = waitingScenes.shift(); scene; scene = waitingScenes.shift()) {
      const file = fileOf(folder, scene);
      const checkArguments = ['check', scene.name, '--size', size, '--backend', backend, '--workers', '1'];
      await runInOwnProcess([...checkArguments, '--json', file], runningChecks);
      // A check that crashed writes no file.
      if (existsSync(file)) results.set(scene.name, JSON.parse(readFileSync(file, 'utf8')) as CheckResult);
    }
  };
  try {
    await Promise.all(Array.from({ length: defaultWorkers() }, runWaitingChecks));
  } finally {
    removeHandler();
    rmSync(folder, { recursive: true, force: true });
  }
  return report(results, tableFile);
}

/** Prints which checks failed, and replaces the tables. @returns the exit code */
function report(results: ReadonlyMap<string, CheckResult>, tableFile: string | undefined): number {
  const names = SCENES.map(({ name }) => name);
  const completed = names.flatMap((name) => results.get(name) ?? []);
  const failedScenes = names.filter((name) => !results.has(name) || !holdsAll(results.get(name)!));
  const words = failedScenes.map((name) => (results.has(name) ? name : `${name} (crashed)`));
  const seconds = completed.reduce((sum, { coreSeconds }) => sum + coreSeconds, 0);
  const verdict = failedScenes.length === 0 ? 'all hold' : `failed: ${words.join(', ')}`;
  print(`${names.length} scenes, ${seconds.toFixed(0)} core-seconds: ${verdict}\n`);
  if (tableFile !== undefined) saveText(tableFile, scenesTable(readText(tableFile), completed));
  return failedScenes.length === 0 ? EXIT.ok : EXIT.failed;
}

const fileOf = (folder: string, { name }: Scene): string => join(folder, `${name}.json`);

/**
 * Runs a command of this program in a process of its own. The command's output is printed when the command ends, so that the
 * outputs of several processes don't mix.
 * @param running contains the process while it runs, so that a signal's handler can end it
 * @returns the exit code of the process
 */
function runInOwnProcess(words: readonly string[], running: Set<ChildProcess>): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  const collectOutput = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on('data', collectOutput);
  child.stderr.on('data', collectOutput);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      // Leave out the line that says that the JSON file was written: the file is temporary.
      print(text.replace(/^untangle: wrote .*\n/m, ''));
      resolve(code ?? EXIT.failed);
    });
  });
}
