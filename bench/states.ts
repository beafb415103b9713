import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownRow } from '../src/record/markdown-table.ts';
import { median } from '../src/math/statistics.ts';
import type { FrameRow } from '../src/simulation/statistics.ts';
import { SIZE_NAMES } from '../src/scenes/scene.ts';
import { sceneByName } from '../src/scenes/scenes.ts';
import { startParameters } from '../src/scenes/start-parameters.ts';
import { type Builds, LEAST, runRecorded } from './before-after.ts';
import { digits, tableLines } from './report/report.ts';
import { ratio } from './report/statistics.ts';

/** A moment of a scene from which consecutive steps are timed. */
export interface TimedState {
  readonly name: string;
  readonly scene: string;
  /** Size as for `untangle run --size`. */
  readonly size: string;
  /** Parameters that differ from the scene's own, as for `untangle run --set`. */
  readonly set?: string;
  /** Number of frames before the timed ones. */
  readonly framesBefore: number;
}

/** 48,000 tetrahedra in eight octopi, and a throw at 10 m/s. The pile is wildest 130 steps after such a throw, and rests after 500. */
const OCTOPI = { scene: 'octopi-8', size: '6000' } as const;
const THROWN = 'dropSpeed=10';

/**
 * States from before the first contact to a pile at rest. Those of scenes other than octopi-8 are at size small: the noodle and the balls
 * in the bowl have fallen, the knots are nearly tight, the balls have just met and have most contacts, and the rods are coiled up.
 */
export const STATES: readonly TimedState[] = [
  { ...OCTOPI, name: 'octopi-8, falling', framesBefore: 2 },
  { ...OCTOPI, name: 'octopi-8, wild contact', set: THROWN, framesBefore: 26 },
  { ...OCTOPI, name: 'octopi-8, at rest', set: THROWN, framesBefore: 100 },
  { name: 'long-noodle', scene: 'long-noodle', size: 'small', framesBefore: 46 },
  { name: 'nested-knots', scene: 'nested-knots', size: 'small', framesBefore: 108 },
  { name: 'balls-bowl', scene: 'balls-bowl', size: 'small', framesBefore: 46 },
  { name: 'colliding-balls', scene: 'colliding-balls', size: 'small', framesBefore: 8 },
  { name: 'twisted-rods', scene: 'twisted-rods', size: 'small', framesBefore: 150 },
];

/** Returns all states of these scenes. */
export const statesOf = (scenes: readonly string[]): readonly TimedState[] =>
  STATES.filter(({ scene }) => scenes.includes(scene));

/** Minimum number of consecutive steps that are timed. */
const STEPS = 60;
/** Number of rounds. The result is the median of the rounds' ratios. */
const ROUNDS = 3;

/** Figures of which both builds are compared: the material's constraints, refits of the BVHs, CCD, and whole steps. */
const FIGURES = ['material', 'refit', 'ccd', 'step'] as const;
type Figure = (typeof FIGURES)[number];
const WORDS: Readonly<Record<Figure, string>> = { material: 'material', refit: 'refit', ccd: 'CCD', step: 'step' };

/** Times below this [ms] are not compared, because browsers' clocks are hardly finer. */
const SHORTEST = 0.05;

/** Time per step [ms] of the material, of refits, of CCD and of all stages together, and the hash of the last state. */
export interface StateTimes extends Readonly<Record<Figure, number>> {
  readonly hash: string;
}

/** A way to run a state's scene with either build. */
export interface Way {
  /** Numbers of workers with which each state is timed. */
  readonly workers: readonly number[];
  /** Whether both builds may run at the same time. */
  together(workers: number): boolean;
  /**
   * Runs one build from the scene's start until the state's steps are done.
   * @param build index of the build: 0 for the older one, 1 for the new one
   * @returns the recording's rows, `framesOf(state)` of them
   * @throws Error if the run fails
   */
  run(build: number, state: TimedState, workers: number): Promise<readonly FrameRow[]>;
}

/** Computes the times per step from a recording's rows. @param framesBefore number of frames that are not timed */
export function timesOf(rows: readonly FrameRow[], framesBefore: number): StateTimes {
  const timed = rows.slice(framesBefore);
  const steps = rows[rows.length - 1].step - rows[framesBefore - 1].step;
  let [material, refit, ccd, all] = [0, 0, 0, 0];
  for (const { stages } of timed) {
    material += stages.solve;
    refit += stages.refit;
    ccd += stages.ccd;
    all += stages.solve + stages.refit + stages.dcd + stages.path + stages.ccd + stages.projection;
  }
  const { hash } = rows[rows.length - 1];
  if (hash === undefined) throw new Error('the recording has no hash of the last state; expected one per frame');
  return { material: material / steps, refit: refit / steps, ccd: ccd / steps, step: all / steps, hash };
}

/** The comparison of both builds in one state. */
export interface ComparedState {
  /** Ratio of times before/new; undefined if both times are too short to compare. */
  readonly ratios: Readonly<Record<Figure, number | undefined>>;
  /** 'holds' if the last states have the same bits and no figure is slower; else what is wrong. */
  readonly verdict: 'holds' | 'SLOWER' | 'OTHER BITS';
}

/** Compares the rounds of both builds. */
export function compareTimes(base: readonly StateTimes[], now: readonly StateTimes[]): ComparedState {
  const ratioOf = (figure: Figure) => {
    const [before, after] = [base, now].map((rounds) => rounds.map((each) => each[figure]));
    return Math.max(median(before), median(after)) < SHORTEST ? undefined : ratio(after, before);
  };
  const ratios = {
    material: ratioOf('material'),
    refit: ratioOf('refit'),
    ccd: ratioOf('ccd'),
    step: ratioOf('step'),
  };
  const isSame = now.every(({ hash }, round) => hash === base[round].hash);
  const isFast = FIGURES.every((figure) => (ratios[figure] ?? 1) >= LEAST.median);
  return { ratios, verdict: !isSame ? 'OTHER BITS' : isFast ? 'holds' : 'SLOWER' };
}

const HEAD = [
  'state',
  'workers',
  ...FIGURES.flatMap((figure) => [`${WORDS[figure]} before, ms per step`, 'new', 'before/new']),
  '',
];

/**
 * Times the material, refits, CCD and whole steps of both builds over consecutive steps from each state, by the stages' clock. Both
 * builds reach a state by simulating from the scene's start.
 * @param say prints the table as it grows
 * @returns whether the new build gives the same bits and is fast enough in every state
 * @throws Error if a run fails
 */
export async function compareStates(
  way: Way,
  states: readonly TimedState[],
  say: (text: string) => void,
): Promise<boolean> {
  const ratios: Record<Figure, number[]> = { material: [], refit: [], ccd: [], step: [] };
  let holding = true;
  say(tableLines(HEAD, []));
  for (const state of states)
    for (const workers of way.workers) {
      const { base, now } = await timeState(way, state, workers);
      const compared = compareTimes(base, now);
      const cells = FIGURES.flatMap((figure) => {
        const ms = [base, now].map((rounds) => digits(median(rounds.map((each) => each[figure]))));
        return [...ms, inWords(compared.ratios[figure])];
      });
      say(`${markdownRow([state.name, workers, ...cells, compared.verdict])}\n`);
      for (const figure of FIGURES) {
        const value = compared.ratios[figure];
        if (value !== undefined) ratios[figure].push(value);
      }
      holding &&= compared.verdict === 'holds';
    }
  const means = FIGURES.map((figure) => `${WORDS[figure]} ${inWords(geometricMean(ratios[figure]))}`);
  say(`geometric means: ${means.join(', ')}\n`);
  return holding;
}

/** Formats a ratio; `-` if there is none. */
const inWords = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '-' : value.toFixed(2);

/** Returns the geometric mean; NaN of no values. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Compares the states of both builds through their command lines (compareStates), with one worker and with two. */
export async function compareCommandLines({ folders, scenes }: Builds, say: (text: string) => void): Promise<boolean> {
  const records = mkdtempSync(join(tmpdir(), 'untangle-states-'));
  const way: Way = {
    workers: [1, 2],
    // With one worker both run at the same time, so that other load affects both alike. Two workers need both cores.
    together: (workers) => workers === 1,
    async run(build, state, workers) {
      const { scene, size, set } = state;
      const words = [scene, '--size', size, '--workers', String(workers), ...(set ? ['--set', set] : [])];
      const all = [...words, '--frames', String(framesOf(state))];
      return (await runRecorded(folders[build], all, join(records, `${build}.json`))).rows;
    },
  };
  try {
    return await compareStates(way, statesOf(scenes), say);
  } finally {
    rmSync(records, { recursive: true });
  }
}

/** Number of frames from the scene's start until the state's steps are done. */
export const framesOf = (state: TimedState): number => state.framesBefore + Math.ceil(STEPS / stepsPerFrame(state));

function stepsPerFrame({ scene: name, size }: TimedState): number {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`unknown scene '${name}'`);
  const sizeName = SIZE_NAMES.find((each) => each === size);
  return startParameters(scene, sizeName ? scene.size[sizeName] : Number(size)).stepsPerFrame;
}

/** Takes all rounds of a state. @returns one result per round of each build */
async function timeState(way: Way, state: TimedState, workers: number) {
  const time = async (build: number) => timesOf(await way.run(build, state, workers), state.framesBefore);
  const base: StateTimes[] = [];
  const now: StateTimes[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2;
    const results: StateTimes[] = [];
    if (way.together(workers))
      await Promise.all(
        [first, 1 - first].map(async (build) => {
          results[build] = await time(build);
        }),
      );
    else for (const build of [first, 1 - first]) results[build] = await time(build);
    base.push(results[0]);
    now.push(results[1]);
  }
  return { base, now };
}
