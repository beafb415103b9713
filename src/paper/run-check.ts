import type { Recording } from '../record/recording.ts';
import { type CheckRunner, type Figure, lastMean, type RunOptions, type RunResult } from '../scenes/check.ts';
import type { Scene } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { type FrameRow, withoutRoom } from '../simulation/statistics.ts';
import type { RowSink } from '../cli/recordings/growing-recording.ts';
import { runScene } from '../cli/recordings/run-scene.ts';

export interface CheckSetUp {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  /** Opens what gets the frames of a run of the check as they come. */
  record?(label: string, recording: () => Recording): RowSink | undefined;
  /** Called after each run of the check. */
  recorded?(label: string, recording: Recording): void;
}

/**
 * Runs a scene's check.
 * @returns what it measured, and last, over all its runs, what contacts left out, and how many broke that mustn't: figures of
 * what came before would say nothing of that
 */
export async function runCheck(setUp: CheckSetUp): Promise<readonly Figure[]> {
  const runner = new Runner(setUp);
  const figures = await setUp.scene.check(runner);
  return [
    ...figures,
    { name: 'contacts left out: no room', value: runner.mean(withoutRoom), relation: '=', bound: 0 },
    {
      name: 'contacts left out: inverted elements',
      value: runner.mean((row) => row.invertedSkipped),
      unit: 'per step',
    },
    { name: 'contacts left out: given up', value: runner.mean((row) => row.contactsGivenUp), unit: 'per step' },
    { name: 'runs that broke', value: runner.broken, relation: '=', bound: 0 },
  ];
}

class Runner implements CheckRunner {
  readonly size: number;
  /** Runs that broke though they mustn't. */
  broken = 0;
  private readonly rows: FrameRow[] = [];

  constructor(private readonly setUp: CheckSetUp) {
    this.size = setUp.size;
  }

  /** Mean over the frames of the runs that mustn't break. */
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
    if (broke && !options.mayBreak) this.broken++;
    return { build, world, rows: recording.frames, broke: broke !== undefined };
  }
}
