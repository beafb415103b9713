import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { StageClock } from '../../src/simulation/stage.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { World } from '../../src/simulation/world.ts';

/** Where vertices are and how they move: [m] and [m/s], 3 numbers a vertex. */
export interface Moving {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
}

/** Bodies where a step begins. */
export interface SceneState extends Moving {
  readonly world: World;
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
    const backend = await openNodeBackend(kind, world, positions, parameters, workers);
    const runner = new StepRunner(backend, parameters);
    await runner.goTo({ positions, velocities });
    return runner;
  }

  /** The next step begins there; waits until a device has it all, so that no clock sees it. */
  async goTo({ positions, velocities }: Moving): Promise<void> {
    await this.backend.write('positions', positions);
    await this.backend.write('velocities', velocities);
    await this.backend.read('velocities');
  }

  /** Where the next step begins; a copy, since the backend goes on with its own. */
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
