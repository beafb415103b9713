import type { Recording } from '../record/recording.ts';
import { type CheckRunner, type Figure, lastMean, type RunOptions, type RunResult } from '../scenes/check.ts';
import type { Scene } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { type FrameRow, droppedPerStep } from '../simulation/statistics.ts';
import type { RowSink } from '../cli/recordings/growing-recording.ts';
import { holds } from './check-results.ts';
import { runScene } from '../cli/recordings/run-scene.ts';

/** Settings of a scene's check, and receivers of the recordings of its runs. */
export interface CheckSetUp {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  /** Opens a sink that receives the frames of one of the check's runs. @param recording returns the recording so far */
  record?(label: string, recording: () => Recording): RowSink | undefined;
  /** Called after each run of the check, with its recording. */
  recorded?(label: string, recording: Recording): void;
}

/**
 * Runs a scene's check.
 * @returns the check's figures, then figures over all its runs: contacts that were left out, and runs that broke unexpectedly. The
 * scene's figures alone would not show these faults.
 * @throws Error if none of the check's own figures has a bound, since such a check would hold whatever happens
 */
export async function runCheck(setUp: CheckSetUp): Promise<readonly Figure[]> {
  const runner = new Runner(setUp);
  const figures = await setUp.scene.check(runner);
  if (!figures.some((figure) => holds(figure) !== undefined))
    throw new Error(
      `the check of ${setUp.scene.name} has ${figures.length} figures without bounds; expected at least one bound`,
    );
  return [
    ...figures,
    { name: 'contacts left out: no room', value: runner.mean(droppedPerStep), relation: '=', bound: 0 },
    {
      name: 'contacts left out: inverted elements',
      value: runner.mean((row) => row.invertedSkipped),
      unit: 'per step',
    },
    { name: 'contacts left out: given up', value: runner.mean((row) => row.contactsGivenUp), unit: 'per step' },
    ...guaranteedFigures(runner),
    { name: 'runs that broke', value: runner.broken, relation: '=', bound: 0 },
  ];
}

/** Returns the figures that the guarantee promises to be 0 in frames that are free. An element that is inverted when a run comes free may take its time to turn back. */
function guaranteedFigures(runner: Runner): Figure[] {
  const free = runner.freeRows;
  if (free.length === 0) return [{ name: 'free frames', value: 0 }];
  const most = (figure: (row: FrameRow) => number) => free.reduce((most, row) => Math.max(most, figure(row)), 0);
  return [
    { name: 'free frames', value: free.length },
    { name: 'free frames: edges that pierce', value: most((row) => row.piercingShare ?? 0), relation: '=', bound: 0 },
    { name: 'free frames: penetrating vertices', value: most((row) => row.penetrating), relation: '=', bound: 0 },
    { name: 'free frames: inverted elements', value: most((row) => row.inverted), relation: '=', bound: 0 },
  ];
}

/** Runs the scene for its check, as often as the check asks, and collects the frames of these runs for figures over all runs. */
class Runner implements CheckRunner {
  readonly size: number;
  /** Number of runs that broke although the check doesn't expect it. */
  broken = 0;
  /** The frames of all runs that are not expected to break. */
  private readonly rows: FrameRow[] = [];

  constructor(private readonly setUp: CheckSetUp) {
    this.size = setUp.size;
  }

  /** The frames of all runs of which each step began free, those of a run once none of its elements was inverted in such a frame. */
  readonly freeRows: FrameRow[] = [];

  /** Returns the mean of a figure over the frames of all runs that are not expected to break. */
  mean(figure: (row: FrameRow) => number): number {
    return lastMean(this.rows, this.rows.length, figure);
  }

  async run(label: string, options: RunOptions = {}): Promise<RunResult> {
    const { scene, size, backend, workers } = this.setUp;
    const parameters = { ...startParameters(scene, size), ...options.parameters };
    const frames = options.frames ?? scene.frames;
    const { build, world, recording, broke } = await runScene({
      ...options,
      scene,
      size,
      backend,
      workers,
      parameters,
      frames,
      record: (soFar) => this.setUp.record?.(label, soFar),
    });
    this.setUp.recorded?.(label, recording);
    if (!options.mayBreak) this.rows.push(...recording.frames);
    const free = recording.frames.filter((row) => row.free === 1);
    const firstUpright = free.findIndex((row) => row.inverted === 0);
    if (firstUpright >= 0) this.freeRows.push(...free.slice(firstUpright));
    if (broke && !options.mayBreak) this.broken++;
    return { build, world, rows: recording.frames, broke: broke !== undefined };
  }
}
