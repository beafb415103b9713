import { openBackend } from '../src/cli/backends.ts';
import type { Backend } from '../src/simulation/backend.ts';
import type { SimulationParameters } from '../src/simulation/parameters.ts';
import type { StageClock } from '../src/simulation/stage.ts';
import { COUNTERS } from '../src/simulation/state.ts';
import { step } from '../src/simulation/step.ts';
import type { World } from '../src/simulation/world.ts';

/** Bodies where a step begins. */
export interface SceneState {
  readonly world: World;
  /** [m] and [m/s], 3 numbers a vertex. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly parameters: SimulationParameters;
}

/** Of one step. */
export interface StepTimes {
  /** By the host's clock, from its beginning until its counters are there. */
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock, number>>;
  readonly contacts: number;
  readonly colours: number;
  readonly paths: number;
  readonly ccdCandidates: number;
}

/** What steps run on: a backend, and how many workers' threads a CPU has. */
export interface Runs {
  readonly kind: 'cpu' | 'gpu';
  readonly workers: number;
}

/** Runs whole steps from a state and times them; trees are built for that state and refitted ever after, not built again. */
export class StepRunner {
  private constructor(
    private readonly backend: Backend,
    private readonly parameters: SimulationParameters,
  ) {}

  /** @throws NoBackendError where there is no such adapter or device */
  static async open({ kind, workers }: Runs, state: SceneState): Promise<StepRunner> {
    const { world, positions, velocities, parameters } = state;
    const backend = await openBackend(kind, world, positions, parameters, workers);
    await backend.write('velocities', velocities);
    return new StepRunner(backend, parameters);
  }

  get adapter(): string {
    return this.backend.adapter;
  }

  async step(): Promise<StepTimes> {
    const { backend, parameters } = this;
    const started = performance.now();
    const counters = await step(backend, { parameters, attachments: [] });
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

  /** A copy: the backend goes on with its own. */
  async read(name: 'positions' | 'velocities'): Promise<Float32Array> {
    return ((await this.backend.read(name)) as Float32Array).slice();
  }

  dispose(): Promise<void> {
    return this.backend.dispose();
  }
}

/** Mean of several steps. */
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
