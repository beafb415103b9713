import type { Recording } from '../record/recording.ts';
import type { Scene } from '../scenes/scene.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { ScriptEvaluator } from '../simulation/script/scripted.ts';
import { COUNTERS, PATH, type Words } from '../simulation/state.ts';
import { type FrameRow, FrameTally } from '../simulation/statistics.ts';
import type { Simulator } from '../simulation/simulator.ts';
import { stepPasses, stepProgram } from '../simulation/step.ts';
import { openSimulation, recordingOf, type SetUp } from '../cli/recordings/run-scene.ts';
import { ProgressBar } from '../node/progress-bar.ts';

/** Settings of a run: a scene's set-up, and the number of frames. */
export interface PairedRun extends Omit<SetUp, 'parameters'> {
  readonly scene: Scene;
  readonly frames: number;
}

/**
 * Two recordings of the same steps: in one, shortest paths were searched without infeasible-region culling, in the other with it. Rows with
 * equal frame numbers are about equal states.
 */
export interface PairedRecordings {
  readonly without: Recording;
  readonly withCulling: Recording;
  /** Number of queries, and of those whose answer culling changed. */
  readonly compared: number;
  readonly changed: number;
}

/**
 * Settings of the runs: the paper's search and recovery, and one detection per step. With contacts in the loop the second detection of a step would find
 * other points, if culling had changed an answer of the first.
 */
const SETTINGS = { pathMethod: 'paper', contacts: 'end-of-step', recovery: 'paths' } as const;

/**
 * Runs a scene by the path method `paper`, each step three times from the same state. The first try isn't timed: in it, code is compiled,
 * lists grow and memory is first touched. The second culls, the third doesn't. The third try's state is kept, since the search without culling
 * is the exact one.
 * @param soFar receives the recordings before the first frame; their rows are added as frames end
 */
export async function runPaired(run: PairedRun, soFar: (recordings: () => PairedRecordings) => void): Promise<void> {
  const parameters = { ...startParameters(run.scene, run.size), ...SETTINGS, culling: true };
  const { world, simulator } = await openSimulation({ ...run, parameters });
  const { backend } = simulator;
  const culledRows: FrameRow[] = [];
  const plainRows: FrameRow[] = [];
  const comparison = new StepComparison(simulator);
  const header = { ...run, world, simulator };
  soFar(() => ({
    without: { ...recordingOf(header, plainRows), parameters: { ...parameters, culling: false } },
    withCulling: { ...recordingOf(header, culledRows), parameters },
    compared: comparison.compared,
    changed: comparison.changed,
  }));
  const bar = new ProgressBar(process.stderr, run.frames);
  try {
    for (let i = 0; i < run.frames; i++) {
      const [culled, plain] = [new FrameTally(), new FrameTally()];
      const row = await simulator.frame({ hash: true, eachStep: () => comparison.repeat(culled, plain) });
      const { measuring } = row.stages;
      for (const [rows, tally] of [
        [culledRows, culled],
        [plainRows, plain],
      ] as const)
        rows.push({ ...row, ...tally.counters(), stages: { ...tally.times, measuring, render: 0 } });
      bar.show(i + 1);
    }
  } finally {
    bar.clear();
    await backend.dispose();
  }
}

/** Repeats steps with and without culling, and compares the paths. */
class StepComparison {
  compared = 0;
  changed = 0;
  private readonly scripted: ScriptEvaluator;
  /** Time at the start of the step that is repeated next [s]. */
  private startTime: number;

  constructor(private readonly simulator: Simulator) {
    this.scripted = new ScriptEvaluator(simulator.backend.world);
    this.startTime = simulator.time;
  }

  /**
   * Repeats the step that has just been done, with culling and then without. Call it after each step.
   * @param culled, plain receive counters and times of the two repetitions
   */
  async repeat(culled: FrameTally, plain: FrameTally): Promise<void> {
    const before = await this.once(true, culled);
    const after = await this.once(false, plain);
    for (let i = 0; i < Math.min(before.length, after.length); i += PATH.stride) {
      this.compared++;
      if (before[i + PATH.face] !== after[i + PATH.face] || before[i + PATH.depth] !== after[i + PATH.depth])
        this.changed++;
    }
    this.startTime = this.simulator.time;
  }

  /** Repeats the step from its start. @returns the paths */
  private async once(culling: boolean, tally: FrameTally): Promise<Uint32Array> {
    const { simulator, startTime } = this;
    const { backend } = simulator;
    const parameters = { ...simulator.parameters, culling };
    const inputs = { parameters, grabs: [], scripted: this.scripted.step(startTime, parameters.timeStep) };
    await backend.restore();
    await backend.takeTimes();
    const counters = await backend.run(stepProgram(inputs, backend.world, stepPasses(parameters, backend.world)));
    tally.add({ counters, waited: false });
    tally.addTimes(await backend.takeTimes());
    return this.paths(counters);
  }

  /** Copies the paths of the step's queries. */
  private async paths(counters: Uint32Array): Promise<Uint32Array> {
    const { u32 } = (await this.simulator.backend.read('paths')) as Words;
    return u32.slice(0, PATH.stride * counters[COUNTERS.queries]);
  }
}
