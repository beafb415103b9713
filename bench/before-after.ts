import { markdownRow } from '../src/record/markdown-table.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../src/math/statistics.ts';
import type { Recording } from '../src/record/recording.ts';
import { COMMAND_LINE, openBase, scenesOf } from '../tools/base-build.mjs';
import { type Interval, medianInterval, ratios } from './report/statistics.ts';
import { digits, tableLines } from './report/report.ts';

export interface Comparison {
  /** The older build: a commit, or a folder with a checkout whose packages are installed. */
  readonly base: string;
  /** Scene names; empty means all scenes that the base has. */
  readonly scenes: readonly string[];
  /** Number of frames whose steps are timed. */
  readonly frames: number;
  /** Whether material, refits, CCD and steps are timed from chosen states (states.ts) instead of whole steps from each scene's start. */
  readonly states: boolean;
  /** Browsers in which the states are timed, in the built page (page-states.ts); empty for the command line. */
  readonly browsers: readonly BrowserName[];
}

/** Names of the browsers that tests/browsers can drive. */
export const BROWSERS = ['chromium', 'firefox', 'webkit'] as const;
export type BrowserName = (typeof BROWSERS)[number];

/** Default number of frames. In these frames, every scene except the twisted beams has contacts. */
export const FRAMES = 46;
/** Frames of the short run. Its time is subtracted from the long run's, which removes starting, loading and most of the compiling. */
const FEW = 2;
/** Number of rounds at first (`least`), number of rounds added while the interval is too wide (`more`), and maximum (`most`). */
export const ROUNDS = { least: 9, more: 4, most: 41 } as const;
/** Rounds are added until the confidence interval is narrower than this. */
export const WIDTH = 0.06;
/** Minimum of the ratio of times base/new: for its median, and for the lower end of its confidence interval. */
export const LEAST = { median: 0.97, low: 0.94 } as const;

/** Processor time per step [ms] of each build, one value per round. */
export interface Steps {
  readonly base: readonly number[];
  readonly now: readonly number[];
}

export interface Judged extends Interval {
  /** Median of base/new; above 1, the new build is faster. */
  readonly ratio: number;
  readonly holds: boolean;
}

/** Computes the ratio of two builds' times over rounds of both, and judges whether the new build is fast enough. */
export function judge({ base, now }: Steps): Judged {
  const each = ratios(now, base);
  const ratio = median(each);
  const { low, high } = medianInterval(each);
  return { ratio, low, high, holds: ratio >= LEAST.median && low >= LEAST.low };
}

/** Returns the number of rounds to add after `done` rounds that gave this interval. */
export function roundsToGo(done: number, { low, high }: Interval): number {
  if (done < ROUNDS.least) return ROUNDS.least - done;
  return high - low < WIDTH ? 0 : Math.min(ROUNDS.more, ROUNDS.most - done);
}

/** Two checkouts, the older one first, and the scenes that both have. */
export interface Builds {
  readonly folders: readonly string[];
  readonly scenes: readonly string[];
}

/** Opens both checkouts. @throws Error if the base can't be opened or lacks a scene */
export function openBuilds({ base, scenes }: Comparison): Builds {
  const root = process.cwd();
  const folders = [openBase(root, base), root];
  // scenesOf also bundles both command lines.
  const [known] = folders.map(scenesOf);
  const unknown = scenes.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown scene '${unknown}'; the base has ${known.join(', ')}`);
  return { folders, scenes: scenes.length > 0 ? scenes : known };
}

const HEAD = ['scene', 'base, ms per step', 'new', 'base/new', '95 % interval', 'rounds', ''];

/**
 * Times both builds through their command lines, scene by scene at size small, with one worker each.
 * @param frames number of frames whose steps are timed
 * @param say prints the table as it grows
 * @returns whether the new build is fast enough in every scene
 * @throws Error if a run fails
 */
export async function beforeAfter(
  { folders, scenes }: Builds,
  frames: number,
  say: (text: string) => void,
): Promise<boolean> {
  const records = mkdtempSync(join(tmpdir(), 'untangle-before-after-'));
  let holding = true;
  try {
    say(tableLines(HEAD, []));
    for (const scene of scenes) {
      const steps = await timeScene(folders, scene, frames, records);
      const { ratio, low, high, holds } = judge(steps);
      const times = [steps.base, steps.now].map((ms) => digits(median(ms)));
      const interval = `${low.toFixed(3)} to ${high.toFixed(3)}`;
      const cells = [scene, ...times, ratio.toFixed(3), interval, steps.now.length, holds ? 'holds' : 'SLOWER'];
      say(`${markdownRow(cells)}\n`);
      holding &&= holds;
    }
  } finally {
    rmSync(records, { recursive: true });
  }
  return holding;
}

/**
 * Takes as many rounds of a scene as needed. Both builds run at the same time in separate processes, so that other load on the
 * machine affects both alike. On a busy machine, processor times of the same build differed by up to a third in runs one after
 * the other, and by 2 % in runs at the same time.
 */
async function timeScene(folders: readonly string[], scene: string, frames: number, records: string): Promise<Steps> {
  const both = async (count: number, first: number): Promise<Run[]> => {
    const runs: Promise<Run>[] = [];
    for (const b of [first, 1 - first]) runs[b] = run(folders[b], scene, count, join(records, `${b}.json`));
    return Promise.all(runs);
  };
  const steps = { base: [] as number[], now: [] as number[] };
  let done = 0;
  for (let left: number = ROUNDS.least; left > 0; left = roundsToGo(done, judge(steps)))
    for (const end = done + left; done < end; done++) {
      // The build that starts first alternates between rounds.
      const few = await both(FEW, done % 2);
      const many = await both(FEW + frames, done % 2);
      const [base, now] = many.map((each, b) => stepMs(few[b], each));
      steps.base.push(base);
      steps.now.push(now);
    }
  return steps;
}

/** Returns the processor time per step [ms], from a short and a long run. Costs that don't depend on the number of steps cancel out. */
const stepMs = (few: Run, many: Run): number => (many.processorMs - few.processorMs) / (many.steps - few.steps);

/** Module that makes a process print the processor time of all its threads at its end [microseconds]. */
const CLOCK =
  'data:text/javascript,import { isMainThread } from "node:worker_threads";' +
  'if (isMainThread) process.on("exit", () => { const { user, system } = process.cpuUsage();' +
  'console.error("processor " + (user + system)); });';

interface Run {
  readonly processorMs: number;
  readonly steps: number;
}

/** Runs a scene with one build. @throws Error if the run fails */
async function run(build: string, scene: string, frames: number, record: string): Promise<Run> {
  const words = [scene, '--size', 'small', '--frames', String(frames), '--workers', '1'];
  const { processorMs, rows } = await runRecorded(build, words, record);
  return { processorMs, steps: rows[rows.length - 1].step };
}

/**
 * Runs a scene with one build's command line, without counting overlaps.
 * @param words arguments of `untangle run`    @param record file for the recording
 * @returns the processor time of the whole process, and the recording's rows
 * @throws Error if the run fails
 */
export async function runRecorded(
  build: string,
  words: readonly string[],
  record: string,
): Promise<{ processorMs: number; rows: Recording['frames'] }> {
  const script = join(build, COMMAND_LINE);
  const command = ['--import', CLOCK, script, 'run', ...words, '--overlaps', 'off', '--record', record];
  const { stderr } = await promisify(execFile)(process.execPath, command);
  const microseconds = /^processor (\d+)$/m.exec(stderr)?.[1];
  if (microseconds === undefined) throw new Error(`${script} told no processor time: ${stderr}`);
  const recording: Pick<Recording, 'frames'> = JSON.parse(readFileSync(record, 'utf8'));
  return { processorMs: Number(microseconds) / 1000, rows: recording.frames };
}
