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

/** Minimum number of consecutive steps that are timed. */
const STEPS = 60;
/** Number of rounds. The result is the median of the rounds' ratios. */
const ROUNDS = 3;
const WORKERS = [1, 2] as const;

/** Time per step [ms] of all stages together and of CCD, and the hash of the last state. */
export interface StateTimes {
  readonly step: number;
  readonly ccd: number;
  readonly hash: string;
}

/** Computes the times per step from a recording's rows. @param framesBefore number of frames that are not timed */
export function timesOf(rows: readonly FrameRow[], framesBefore: number): StateTimes {
  const timed = rows.slice(framesBefore);
  const steps = rows[rows.length - 1].step - rows[framesBefore - 1].step;
  let [all, ccd] = [0, 0];
  for (const { stages } of timed) {
    all += stages.solve + stages.refit + stages.dcd + stages.path + stages.ccd + stages.projection;
    ccd += stages.ccd;
  }
  const { hash } = rows[rows.length - 1];
  if (hash === undefined) throw new Error('the recording has no hash of the last state; expected one per frame');
  return { step: all / steps, ccd: ccd / steps, hash };
}

const HEAD = [
  'state',
  'workers',
  'CCD before, ms per step',
  'new',
  'before/new',
  'step before, ms',
  'new',
  'before/new',
  '',
];

/**
 * Times CCD and whole steps of both builds over consecutive steps from each state, with one worker and with two, by the stages' clock. Both
 * builds reach a state by simulating from the scene's start. With one worker both run at the same time, so that other load affects both
 * alike; two workers need both cores, so the builds run in turn.
 * @param say prints the table as it grows
 * @returns whether the new build gives the same bits and is fast enough in every state
 * @throws Error if a run fails
 */
export async function compareStates({ folders, scenes }: Builds, say: (text: string) => void): Promise<boolean> {
  const records = mkdtempSync(join(tmpdir(), 'untangle-states-'));
  const ratios = { ccd: [] as number[], step: [] as number[] };
  let holding = true;
  try {
    say(tableLines(HEAD, []));
    for (const state of STATES.filter(({ scene }) => scenes.includes(scene)))
      for (const workers of WORKERS) {
        const { base, now } = await timeState(folders, state, workers, records);
        const times = (of: readonly StateTimes[], time: 'ccd' | 'step') => of.map((each) => each[time]);
        const ccd = ratio(times(now, 'ccd'), times(base, 'ccd'));
        const step = ratio(times(now, 'step'), times(base, 'step'));
        const same = now.every(({ hash }, round) => hash === base[round].hash);
        const holds = same && ccd >= LEAST.median && step >= LEAST.median;
        const ms = (time: 'ccd' | 'step') => [base, now].map((each) => digits(median(times(each, time))));
        const verdict = holds ? 'holds' : same ? 'SLOWER' : 'OTHER BITS';
        say(
          `${markdownRow([state.name, workers, ...ms('ccd'), ccd.toFixed(2), ...ms('step'), step.toFixed(2), verdict])}\n`,
        );
        ratios.ccd.push(ccd);
        ratios.step.push(step);
        holding &&= holds;
      }
  } finally {
    rmSync(records, { recursive: true });
  }
  say(`geometric means: CCD ${geometricMean(ratios.ccd).toFixed(2)}, steps ${geometricMean(ratios.step).toFixed(2)}\n`);
  return holding;
}

export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

function stepsPerFrame({ scene: name, size }: TimedState): number {
  const scene = sceneByName(name);
  if (!scene) throw new Error(`unknown scene '${name}'`);
  const sizeName = SIZE_NAMES.find((each) => each === size);
  return startParameters(scene, sizeName ? scene.size[sizeName] : Number(size)).stepsPerFrame;
}

/** Takes all rounds of a state. @returns one result per round of each build */
async function timeState(folders: readonly string[], state: TimedState, workers: number, records: string) {
  const time = async (b: number): Promise<StateTimes> => {
    const { scene, size, set, framesBefore } = state;
    const words = [scene, '--size', size, '--workers', String(workers), ...(set ? ['--set', set] : [])];
    const frames = framesBefore + Math.ceil(STEPS / stepsPerFrame(state));
    const { rows } = await runRecorded(folders[b], [...words, '--frames', String(frames)], join(records, `${b}.json`));
    return timesOf(rows, framesBefore);
  };
  const base: StateTimes[] = [];
  const now: StateTimes[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2;
    const results: StateTimes[] = [];
    if (workers === 1)
      await Promise.all(
        [first, 1 - first].map(async (b) => {
          results[b] = await time(b);
        }),
      );
    else for (const b of [first, 1 - first]) results[b] = await time(b);
    base.push(results[0]);
    now.push(results[1]);
  }
  return { base, now };
}
