import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Recording } from '../src/record/recording.ts';
import type { BrowserName, Comparison } from './before-after.ts';
import { compareStates, framesOf, STATES, statesOf, type TimedState, type Way } from './states.ts';

/** States that are timed in a browser if no scenes are named. All others would take an hour there. */
export const PAGE_STATES: readonly string[] = ['octopi-8, falling', 'octopi-8, wild contact', 'nested-knots'];

/** Folder of each checkout's page, relative to the checkout. No other command builds into it. */
const PAGE = 'dist/before-after';
/** Runs in a separate process, because Playwright, Puppeteer and vite must be loaded as published, not from the benchmark's bundle. */
const RECORD = 'bin/record-page.mjs';
/** Exit code of RECORD if the browser is missing. */
const MISSING = 4;

const start = promisify(execFile);

/** Thrown if a browser can't run here. The message says what is missing. */
export class NoBrowserError extends Error {}

/** Starts each browser once. @returns their names with versions @throws NoBrowserError if one is missing */
export async function browserVersions(browsers: readonly BrowserName[]): Promise<ReadonlyMap<BrowserName, string>> {
  const versions = new Map<BrowserName, string>();
  for (const browser of browsers) versions.set(browser, await record(browser, []));
  return versions;
}

/** Runs RECORD. @returns the browser's name and version @throws NoBrowserError if the browser is missing, Error if the run fails */
async function record(browser: BrowserName, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await start(process.execPath, [RECORD, '--browser', browser, ...words]);
    return stdout.trim();
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    throw code === MISSING ? new NoBrowserError(stderr?.trim()) : error;
  }
}

/**
 * Compares the states of both builds' pages (compareStates) in each browser, on the CPU backend, with one worker. The builds run in turn,
 * because the browser's own processes need the second core.
 * @param folders the two checkouts, the older one first    @param scenes scenes whose states are timed; empty means PAGE_STATES
 * @param versions the browsers, with their versions
 * @returns whether the new build gives the same bits and is fast enough in every browser and state
 * @throws Error if a build or a run fails
 */
export async function comparePages(
  folders: readonly string[],
  scenes: Comparison['scenes'],
  versions: ReadonlyMap<BrowserName, string>,
  say: (text: string) => void,
): Promise<boolean> {
  for (const folder of folders) await buildPage(folder);
  const states = scenes.length > 0 ? statesOf(scenes) : STATES.filter(({ name }) => PAGE_STATES.includes(name));
  const records = mkdtempSync(join(tmpdir(), 'untangle-page-states-'));
  let holding = true;
  try {
    for (const [browser, version] of versions) {
      say(`\n${version}, the built page:\n\n`);
      const processors = new Set<string>();
      const way = pageWay(browser, folders, records, (recording) => processors.add(recording.adapter));
      const isFast = await compareStates(way, states, say);
      // The name says if a page has to do without SIMD.
      say(`processor: ${[...processors].join('; ')}\n`);
      holding &&= isFast;
    }
  } finally {
    rmSync(records, { recursive: true });
  }
  return holding;
}

/** Builds a checkout's page into PAGE, with the checkout's own vite. */
async function buildPage(folder: string): Promise<void> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  await start(process.execPath, [vite, 'build', '--outDir', PAGE, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: folder,
  });
}

/** @param records folder for recordings    @param ran called with the new build's recordings */
const pageWay = (
  browser: BrowserName,
  folders: readonly string[],
  records: string,
  ran: (recording: Recording) => void,
): Way => ({
  workers: [1],
  together: () => false,
  async run(build, state) {
    const file = join(records, `${build}.json`);
    const frames = framesOf(state);
    const words = ['--page', join(folders[build], PAGE), '--link', linkTo(state)];
    await record(browser, [...words, '--frames', String(frames), '--out', file]);
    const recording: Recording = JSON.parse(readFileSync(file, 'utf8'));
    if (build === 1) ran(recording);
    return recording.frames.slice(0, frames);
  },
});

/** Returns the page's link to a state's scene, paused, on the CPU backend with one worker. */
export function linkTo({ scene, size, set }: TimedState): string {
  const link = `?scene=${scene}&size=${size}&backend=cpu&workers=1&paused`;
  return set ? `${link}&${set}` : link;
}
