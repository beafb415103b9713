import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median } from '../src/cli/answer-paths.ts';
import type { Recording } from '../src/record/recording.ts';
import { COMMAND_LINE, openBase, scenesOf } from '../tools/base-build.mjs';
import { type Interval, medianInterval } from './median-interval.ts';
import { perIteration, ratios } from './rates.ts';
import { digits, tableLines } from './report.ts';

export interface Comparison {
  /** A commit, or a folder with a checkout whose packages are installed. */
  readonly base: string;
  /** All that the base has, if none is named. */
  readonly scenes: readonly string[];
  /** Frames whose steps are timed. */
  readonly frames: number;
}

/** By this frame every scene but the twisted beams has had contacts. */
export const FRAMES = 46;
/** Frames of the shorter run, which is subtracted: starting, loading, most of compiling. */
const FEW = 2;
/** Rounds at first, those added while the interval is too wide, and the most. */
export const ROUNDS = { least: 9, more: 4, most: 41 } as const;
/** The interval is narrower than this in the end, unless the rounds ran out. */
export const WIDTH = 0.06;
/** Least ratios base/new of the median and of the interval's lower end. */
export const LEAST = { median: 0.97, low: 0.94 } as const;

/** Processor time of a step in milliseconds, a figure a round. */
export interface Steps {
  readonly base: readonly number[];
  readonly now: readonly number[];
}

export interface Judged extends Interval {
  /** Above 1: the new build is the faster. */
  readonly ratio: number;
  readonly holds: boolean;
}

/** The ratio of two builds over rounds that both took, and whether the new one is as fast as it has to be. */
export function judge({ base, now }: Steps): Judged {
  const each = ratios(now, base);
  const ratio = median(each);
  const { low, high } = medianInterval(each);
  return { ratio, low, high, holds: ratio >= LEAST.median && low >= LEAST.low };
}

/** Rounds to take yet, after so many whose interval is this one. */
export function roundsToGo(done: number, { low, high }: Interval): number {
  if (done < ROUNDS.least) return ROUNDS.least - done;
  return high - low < WIDTH ? 0 : Math.min(ROUNDS.more, ROUNDS.most - done);
}

/** Two checkouts, the older one first, and the scenes that both run. */
export interface Builds {
  readonly folders: readonly string[];
  readonly scenes: readonly string[];
}

/** @throws Error where the base can't be had, or lacks a scene */
export function openBuilds({ base, scenes }: Comparison): Builds {
  const root = process.cwd();
  const folders = [openBase(root, base), root];
  // Bundles both command lines, too.
  const [known] = folders.map(scenesOf);
  const unknown = scenes.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown scene '${unknown}'; the base has ${known.join(', ')}`);
  return { folders, scenes: scenes.length > 0 ? scenes : known };
}

const HEAD = ['scene', 'base, ms a step', 'new', 'base/new', '95 % interval', 'rounds', ''];

/**
 * Times both builds in turn through their command lines, scene by scene at size small, on one worker.
 * @param frames whose steps are timed    @param say prints the table, as it grows
 * @returns whether the new build is fast enough in every scene
 * @throws Error where a run fails
 */
export function beforeAfter({ folders, scenes }: Builds, frames: number, say: (text: string) => void): boolean {
  const record = join(mkdtempSync(join(tmpdir(), 'untangle-before-after-')), 'run.json');
  let holding = true;
  try {
    say(tableLines(HEAD, []));
    for (const scene of scenes) {
      const steps = timeScene(folders, scene, frames, record);
      const { ratio, low, high, holds } = judge(steps);
      const times = [steps.base, steps.now].map((ms) => digits(median(ms)));
      const interval = `${low.toFixed(3)} to ${high.toFixed(3)}`;
      const cells = [scene, ...times, ratio.toFixed(3), interval, steps.now.length, holds ? 'holds' : 'SLOWER'];
      say(`| ${cells.join(' | ')} |\n`);
      holding &&= holds;
    }
  } finally {
    rmSync(dirname(record), { recursive: true });
  }
  return holding;
}

/** Rounds of a scene, as many as it takes; who begins changes from round to round. */
function timeScene(folders: readonly string[], scene: string, frames: number, record: string): Steps {
  const few = folders.map((): number[] => []);
  const many = folders.map((): number[] => []);
  // Reads from the disk what later runs find in memory, and says how many steps lie between the two.
  const [first, last] = [FEW, FEW + frames].map((count) => run(folders[1], scene, count, record).step);
  const steps = (): Steps => {
    const [base, now] = folders.map((_, b) => perIteration(few[b], many[b], last - first));
    return { base, now };
  };
  let done = 0;
  for (let left: number = ROUNDS.least; left > 0; left = roundsToGo(done, judge(steps())))
    for (const end = done + left; done < end; done++)
      for (const [times, count] of [
        [few, FEW],
        [many, FEW + frames],
      ] as const)
        for (const b of done % 2 === 0 ? [0, 1] : [1, 0])
          times[b].push(run(folders[b], scene, count, record).processorMs);
  return steps();
}

/** Makes a process tell its processor time, of all its threads, when it ends [microseconds]. */
const CLOCK =
  'data:text/javascript,import { isMainThread } from "node:worker_threads";' +
  'if (isMainThread) process.on("exit", () => { const { user, system } = process.cpuUsage();' +
  'console.error("processor " + (user + system)); });';

interface Run {
  readonly processorMs: number;
  /** Steps that it took. */
  readonly step: number;
}

/** @throws Error where it fails */
function run(build: string, scene: string, frames: number, record: string): Run {
  const words = ['run', scene, '--size', 'small', '--frames', String(frames), '--workers', '1'];
  words.push('--overlaps', 'off', '--record', record);
  const command = ['--import', CLOCK, join(build, COMMAND_LINE), ...words];
  const { status, stderr, error } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  const microseconds = /^processor (\d+)$/m.exec(stderr ?? '')?.[1];
  if (status !== 0 || microseconds === undefined)
    throw new Error(`${join(build, COMMAND_LINE)} ${words.join(' ')}: ${error?.message ?? stderr}`);
  const recording: Pick<Recording, 'frames'> = JSON.parse(readFileSync(record, 'utf8'));
  return { processorMs: Number(microseconds) / 1000, step: recording.frames[recording.frames.length - 1].step };
}
