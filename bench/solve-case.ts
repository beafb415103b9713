import { BEGIN, PREDICT, solve } from '../src/cpu/programs.ts';
import { octopi8 } from '../src/scenes/octopi-8.ts';
import { startParameters } from '../src/scenes/start-parameters.ts';
import { createWorld } from '../src/simulation/create-world.ts';
import { initialState } from '../src/simulation/initial-state.ts';
import type { MATERIALS, SimulationParameters } from '../src/simulation/parameters.ts';
import type { ProgramEntry } from '../src/simulation/pool.ts';
import { runProgram } from '../src/simulation/run-program.ts';
import type { Context } from '../src/simulation/stage.ts';
import { fillsWorkers } from '../src/simulation/solve/batch.ts';
import { STAGES } from '../src/simulation/stages.ts';
import type { World } from '../src/simulation/world.ts';
import { generator } from './generator.ts';

export type Material = (typeof MATERIALS)[number];

/** Iterations of one run, in one step: enough that what surrounds the loop doesn't tell. */
export const ITERATIONS = 10;

/** Most of a vertex's velocity along each axis at the start [m/s]: prediction moves it by some percent of an edge, each its own way. */
const SHAKE = 1;
const SEED = 20231105;

/** octopi-8 at its default size, every vertex with a velocity of its own, so that each constraint has something to do. */
export interface SolveCase {
  readonly world: World;
  /** [m], 3 a vertex; bodies in their rest shapes. */
  readonly positions: Float32Array;
  /** [m/s], 3 a vertex. */
  readonly velocities: Float32Array;
  readonly parameters: SimulationParameters;
}

export function createSolveCase(): SolveCase {
  const size = octopi8.size.default;
  const { placements, colliders } = octopi8.build(size);
  const parameters = startParameters(octopi8, size);
  const { world, positions } = createWorld(placements, colliders, parameters.contactPoints);
  const next = generator(SEED);
  return { world, positions, velocities: positions.map(() => SHAKE * next()), parameters };
}

/** Constraints that one iteration of a material solves. */
export const constraintCount = ({ springCount, tetCount }: World, material: Material): number =>
  material === 'mass-spring' ? springCount : tetCount;

/** One thread: stages run as on a pool's only worker, without the pool. */
export class SolveThread {
  private readonly context: Context;
  private readonly wholeBodies: boolean;

  constructor(private readonly solveCase: SolveCase) {
    const { world, positions, parameters } = solveCase;
    const state = initialState(world, positions, parameters, (bytes) => new SharedArrayBuffer(bytes));
    this.context = { world, state, parameters, argument: 0, workerCount: 1 };
    this.wholeBodies = fillsWorkers(world, 1);
  }

  /** Iterations of one step's solve; what a step does before it isn't timed. @returns milliseconds */
  time(material: Material, iterations = ITERATIONS): number {
    const parameters = { ...this.solveCase.parameters, material };
    const { state } = this.context;
    state.positions.set(this.solveCase.positions);
    state.velocities.set(this.solveCase.velocities);
    state.remainders.fill(0);
    this.run(parameters, [...BEGIN, ...PREDICT]);
    const entries = Array.from({ length: iterations }, () => solve({ material }, this.wholeBodies)).flat();
    const started = performance.now();
    this.run(parameters, entries);
    return performance.now() - started;
  }

  /** The positions after the last run [m], 3 a vertex. */
  get positions(): Float32Array {
    return this.context.state.positions;
  }

  private run(parameters: SimulationParameters, entries: readonly ProgramEntry[]): void {
    runProgram(this.context, { parameters, entries }, STAGES, 0);
  }
}
