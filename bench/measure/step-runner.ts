import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { StageClock } from '../../src/simulation/program/stage.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world/world.ts';

/** Positions [m] and velocities [m/s], 3 numbers per vertex. */
export interface Moving {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
}

/** A scene's state at the beginning of a step. */
export interface SceneState extends Moving {
  readonly world: World;
  readonly parameters: SimulationParameters;
}

/** Times of one step. */
export interface StepTimes {
  /** Wall-clock time from the step's beginning until its counters have arrived. */
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock, number>>;
  readonly contacts: number;
  readonly colours: number;
  readonly paths: number;
  readonly ccdCandidates: number;
}

/** A backend that runs steps. On the CPU backend, `workers` is the number of workers. */
export interface Runs {
  readonly kind: 'cpu' | 'gpu';
  readonly workers: number;
}

/** Runs whole steps from a state and times them. Trees are built for the first state and only refitted afterwards. */
export class StepRunner {
  private constructor(
    private readonly backend: Backend,
    private readonly parameters: SimulationParameters,
  ) {}

  /** @throws NoBackendError if there is no suitable adapter or device */
  static async open({ kind, workers }: Runs, state: SceneState): Promise<StepRunner> {
    const { world, positions, velocities, parameters } = state;
    const backend = await openNodeBackend(kind, world, positions, parameters, workers);
    const runner = new StepRunner(backend, parameters);
    await runner.goTo({ positions, velocities });
    return runner;
  }

  /** Sets the state from which the next step begins. Waits for the upload, so that it is not timed. */
  async goTo({ positions, velocities }: Moving): Promise<void> {
    await this.backend.write('positions', positions);
    await this.backend.write('velocities', velocities);
    await this.backend.read('velocities');
  }

  /** Returns a copy of the state from which the next step begins. A copy, because the backend changes its own arrays. */
  async now(): Promise<Moving> {
    const positions = ((await this.backend.read('positions')) as Float32Array).slice();
    const velocities = ((await this.backend.read('velocities')) as Float32Array).slice();
    return { positions, velocities };
  }

  get adapter(): string {
    return this.backend.adapter;
  }

  async step(): Promise<StepTimes> {
    const { backend, parameters } = this;
    const started = performance.now();
    const counters = await step(backend, { parameters, grabs: [] });
    const ms = performance.now() - started;
    return {
      ms,
      stages: await backend.takeTimes(),
      contacts: counters[COUNTERS.contactsCcd] + counters[COUNTERS.contactsDcd],
      colours: counters[COUNTERS.colours],
      paths: counters[COUNTERS.queriesAsked],
      ccdCandidates: counters[COUNTERS.ccdCandidates],
    };
  }

  async steps(count: number): Promise<StepTimes[]> {
    const all: StepTimes[] = [];
    for (let i = 0; i < count; i++) all.push(await this.step());
    return all;
  }

  dispose(): Promise<void> {
    return this.backend.dispose();
  }
}

/** Returns the mean times of several steps. */
export function meanStep(steps: readonly StepTimes[]): StepTimes {
  const mean = (value: (step: StepTimes) => number) => steps.reduce((sum, of) => sum + value(of), 0) / steps.length;
  const clocks = Object.keys(steps[0].stages) as StageClock[];
  return {
    ms: mean(({ ms }) => ms),
    stages: Object.fromEntries(clocks.map((clock) => [clock, mean(({ stages }) => stages[clock])])) as Record<
      StageClock,
      number
    >,
    contacts: mean(({ contacts }) => contacts),
    colours: mean(({ colours }) => colours),
    paths: mean(({ paths }) => paths),
    ccdCandidates: mean(({ ccdCandidates }) => ccdCandidates),
  };
}
