import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { LIST_CONTACTS } from '../../src/simulation/integrators/implicit-euler/passes.ts';
import { BEGIN, PREDICT } from '../../src/simulation/integrators/xpbd/passes.ts';
import type { Pass } from '../../src/simulation/program/pass.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { DRIVE } from '../../src/simulation/script/passes.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import type { StepCase } from './step-cases.ts';
import type { StepStart } from './step-equations.ts';
import { parametersOf, solvePasses, type Way } from './ways.ts';

/** What a way took. */
export interface Solved {
  /** Time by the stages' clock, which starts once all workers have met [ms]. */
  readonly ms: number;
  /** Iterations of conjugate gradients, over all linear solves. */
  readonly linearIterations: number;
}

const START: readonly Pass[] = [BEGIN, PREDICT, DRIVE, LIST_CONTACTS];

/** One case's step in a pool of workers, solved again and again from the same start. */
export class OneStep {
  private readonly programs = new Map<Way, { parameters: SimulationParameters; passes: readonly Pass[] }>();

  private constructor(
    private readonly stepCase: StepCase,
    private readonly backend: Backend,
  ) {}

  static async open(stepCase: StepCase, workers: number): Promise<OneStep> {
    const { world, positions, parameters, held = [] } = stepCase;
    const backend = await openNodeBackend('cpu', world, positions, parameters, workers);
    const inverseMasses = ((await backend.read('inverseMasses')) as Float32Array).slice();
    for (const v of held) inverseMasses[v] = 0;
    await backend.write('inverseMasses', inverseMasses);
    return new OneStep(stepCase, backend);
  }

  /** Starts the step and predicts positions. @returns what the step's equations need */
  async begin(): Promise<StepStart> {
    const { backend, stepCase } = this;
    await backend.write('positions', stepCase.positions);
    await backend.write('velocities', stepCase.velocities);
    await this.run(stepCase.parameters, START);
    const { world, positions, parameters } = stepCase;
    const inverseMasses = (await backend.read('inverseMasses')) as Float32Array;
    return { world, positions, parameters, inverseMasses, free: await this.displacements() };
  }

  /** Solves the step in a way, from its start. */
  async solve(way: Way): Promise<Solved> {
    const { backend, stepCase, programs } = this;
    let program = programs.get(way);
    if (!program) {
      const parameters = parametersOf(way, stepCase.parameters);
      program = { parameters, passes: solvePasses(way, parameters, stepCase.world) };
      programs.set(way, program);
    }
    await backend.write('positions', stepCase.positions);
    await backend.write('velocities', stepCase.velocities);
    await this.run(stepCase.parameters, START);
    await backend.takeTimes();
    const counters = await this.run(program.parameters, program.passes);
    return { ms: (await backend.takeTimes()).solve, linearIterations: counters[COUNTERS.linearIterations] };
  }

  private run(parameters: SimulationParameters, passes: readonly Pass[]): Promise<Uint32Array> {
    return this.backend.run({ name: 'solve', parameters, passes, counters: {}, results: [] });
  }

  /** Returns the present displacements from the step's start [m], with what float32 rounds off positions. */
  async displacements(): Promise<Float64Array> {
    const read = async (name: 'positions' | 'positionsT0' | 'remainders') =>
      (await this.backend.read(name)) as Float32Array;
    const [positions, positionsT0, remainders] = [
      await read('positions'),
      await read('positionsT0'),
      await read('remainders'),
    ];
    return Float64Array.from(positions, (x, i) => x - positionsT0[i] + remainders[i]);
  }

  dispose(): Promise<void> {
    return this.backend.dispose();
  }
}
