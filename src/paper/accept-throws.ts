import type { Figure } from '../scenes/check.ts';
import { octopi8, otherThrow } from '../scenes/octopi-8.ts';
import { meanPenetrating } from '../scenes/parts/pile.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { type Arguments, wholeNumber } from '../cli/command.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { runScene } from '../cli/recordings/run-scene.ts';
import { SUMMARY_FRAMES } from '../cli/recordings/summary.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { print } from '../node/print.ts';
import { checkOutputs } from '../node/outputs.ts';
import { makeFolder } from '../node/targets.ts';
import { figureLine, holds, valueText } from './check-results.ts';

/** Speed of the octopi at the start [m/s]. */
const DROP_SPEED = 25;
/** Frames of each run. */
const FRAMES = 300;
/** Maximum number of throws: one night on two cores. */
const MOST_THROWS = 1000;
const MODES = ['hybrid', 'dcd'] as const;
type ThrownMode = (typeof MODES)[number];

/** Result of one run. */
export interface ThrowResult {
  /** Seed of the throw. */
  readonly seed: number;
  readonly mode: ThrownMode;
  /** Share of surface vertices that penetrate, as a mean over the last frames. */
  readonly penetrating: number;
  /** Share of surface edges that pierce a triangle, as a mean over the same frames. */
  readonly piercing: number;
}

/** Returns the means over all throws. Mode hybrid must not leave more vertices inside of bodies than dcd alone. */
export function throwFigures(results: readonly ThrowResult[]): readonly Figure[] {
  const mean = (mode: ThrownMode, figure: 'penetrating' | 'piercing') => {
    const values = results.filter((result) => result.mode === mode).map((result) => result[figure]);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const unit = '%';
  const bound = mean('dcd', 'penetrating');
  return [
    { name: 'hybrid: penetrating surface vertices', value: mean('hybrid', 'penetrating'), unit, relation: '<=', bound },
    { name: 'dcd: penetrating surface vertices', value: bound, unit },
    { name: 'hybrid: piercing surface edges', value: mean('hybrid', 'piercing'), unit },
    { name: 'dcd: piercing surface edges', value: mean('dcd', 'piercing'), unit },
  ];
}

/**
 * Throws octopi-8's octopi at 25 m/s from other starts (seeds 1 to --throws), with hybrid and with dcd alone. Writes the results of all
 * runs to octopi-8-throws.json, and checks the means.
 * @returns the exit code
 */
export async function acceptThrows(args: Arguments, size: number): Promise<number> {
  const throws = wholeNumber('--throws', args.text('throws') ?? '', 1, MOST_THROWS);
  const folder = args.text('out') ?? 'docs/recordings';
  makeFolder(folder);
  const file = `${folder}/octopi-8-throws.json`;
  checkOutputs({ 'the results of all throws': file });
  const runs = Array.from({ length: throws }, (_, i) => MODES.map((mode) => ({ seed: i + 1, mode }))).flat();
  const results: ThrowResult[] = runs.map((run) => ({ ...run, penetrating: Number.NaN, piercing: Number.NaN }));
  // As many runs at once as there are cores, each with one worker, as for the recorded runs.
  let next = 0;
  const runWaitingRuns = async () => {
    while (next < runs.length) {
      const i = next++;
      results[i] = await runThrow(runs[i], size);
    }
  };
  await Promise.all(Array.from({ length: defaultWorkers() }, runWaitingRuns));
  const json = { version: __UNTANGLE_VERSION__, size, dropSpeed: DROP_SPEED, frames: FRAMES, results };
  saveText(file, `${JSON.stringify(json, undefined, 1)}\n`);
  const figures = throwFigures(results);
  print(`octopi-8, means over ${throws} throws at ${DROP_SPEED} m/s\n`);
  for (const figure of figures) print(`${figureLine(figure)}\n`);
  return figures.map(holds).includes(false) ? EXIT.failed : EXIT.ok;
}

async function runThrow({ seed, mode }: Pick<ThrowResult, 'seed' | 'mode'>, size: number): Promise<ThrowResult> {
  const parameters = { ...startParameters(octopi8, size), mode, dropSpeed: DROP_SPEED };
  const run = { scene: otherThrow(seed), size, backend: 'cpu', workers: 1, parameters, frames: FRAMES } as const;
  const { recording, broke } = await runScene(run);
  if (broke) throw broke;
  const { frames } = recording;
  const last = frames.slice(-SUMMARY_FRAMES);
  const penetrating = meanPenetrating('', frames, SUMMARY_FRAMES).value;
  const piercing = last.reduce((sum, row) => sum + (row.piercingShare ?? Number.NaN), 0) / last.length;
  const [shown, shownEdges] = [penetrating, piercing].map((share) => valueText(share, '%'));
  print(`throw ${seed}, ${mode}: penetrating surface vertices ${shown}, piercing surface edges ${shownEdges}\n`);
  return { seed, mode, penetrating, piercing };
}
