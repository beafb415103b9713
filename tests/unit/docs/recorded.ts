import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Recording } from '../../../src/record/recording.ts';
import { lastMean } from '../../../src/scenes/check.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';

/** Figures that documents give of recorded runs, computed again from the recordings and written as documents write them. */

export const ROOT = resolve(import.meta.dirname, '../../..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A recording of octopi-8, which `npm run accept` makes. */
export const recording = (run: string): Recording =>
  JSON.parse(read(`docs/recordings/octopi-8-${run}.json`)) as Recording;

/** Frames at a run's end of which figures are means: its last second. */
export const LAST = 60;

export const meanOf = (run: string, figure: (row: FrameRow) => number | undefined): number =>
  lastMean(recording(run).frames, LAST, (row) => figure(row) ?? Number.NaN);

export const count = (value: number): string => Math.round(value).toLocaleString('en');
export const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
