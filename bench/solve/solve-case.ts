import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { StageEntry } from '../../src/simulation/program/pool.ts';
import { runProgram } from '../../src/simulation/program/run-program.ts';
import type { Context } from '../../src/simulation/program/stage.ts';
import { fillsWorkers } from '../../src/simulation/constraints/elastic/batch.ts';
import { BEGIN, PREDICT } from '../../src/simulation/integrators/xpbd/passes.ts';
import { NEO_HOOKEAN } from '../../src/simulation/constraints/neo-hookean/passes.ts';
import { NEO_HOOKEAN_XPBD } from '../../src/simulation/constraints/neo-hookean-xpbd/passes.ts';
import { SPRINGS } from '../../src/simulation/constraints/springs/passes.ts';
import { DRIVE } from '../../src/simulation/script/passes.ts';
import { stageEntries } from '../../src/simulation/program/program.ts';
import { STAGES } from '../../src/simulation/stages.ts';
import type { MaterialKind } from '../../src/simulation/world/material.ts';
import { vertexEnd, type World } from '../../src/simulation/world/world.ts';
import { generator } from '../measure/generator.ts';
import { createScratch } from '../../src/simulation/scratch.ts';
import { instantiate } from '../../src/workers/instantiate.ts';
import { compileKernels, KernelMemory } from '../../src/workers/simd.ts';

/** The materials that this suite times. (The suite `materials` compares those of tetrahedra.) */
export const SOLVED = ['neo-hookean', 'mass-spring'] as const;
export type Material = (typeof SOLVED)[number];

/** Number of iterations per run, in one step: so many that the rest of the step doesn't matter. */
export const ITERATIONS = 10;

/**
 * Maximum random velocity of a vertex along each axis at the start [m/s]. Prediction then moves each vertex differently, by a few
 * percent of an edge.
 */
const SHAKE = 1;
const SEED = 20231105;

/** octopi-8 at its default size, with a random velocity per vertex, so that every constraint has work to do. */
export interface SolveCase {
  readonly world: World;
  /** Positions of bodies in their rest shapes, 3 per vertex [m]. */
  readonly positions: Float32Array;
  /** Velocities, 3 per vertex [m/s]. */
  readonly velocities: Float32Array;
  readonly parameters: SimulationParameters;
  /** Vertices that are held in place. */
  readonly held?: readonly number[];
}

export function createSolveCase(): SolveCase {
  const size = octopi8.size.default;
  const { placements, colliders } = octopi8.build(size);
  const parameters = startParameters(octopi8, size);
  const { world, positions } = createWorld(placements, colliders, parameters);
  const next = generator(SEED);
  return { world, positions, velocities: positions.map(() => SHAKE * next()), parameters };
}

/** Returns the number of constraints that one iteration solves. */
export const constraintCount = ({ springCount, tetCount }: World, material: Material): number =>
  material === 'mass-spring' ? springCount : tetCount;

/** Returns the passes of the elastic constraints in one iteration. */
export const elasticPasses = (parameters: SimulationParameters, world: World) =>
  [NEO_HOOKEAN, NEO_HOOKEAN_XPBD, SPRINGS].flatMap((constraint) => constraint.solve(parameters, world));

/** Returns, per body, the body's part of every batch: ranges of elements per phase of the coloured stage. */
function bodyParts(world: World, material: Material): { phase: number; begin: number; end: number }[][] {
  const batches = world.batches[material];
  return world.bodies.map((_, body) =>
    batches.flatMap(({ begin, end, firstBody, bodyCount }, b) => {
      const instance = body - firstBody;
      if (instance < 0 || instance >= bodyCount) return [];
      return [{ phase: b + 1, begin: instance * (end - begin), end: (instance + 1) * (end - begin) }];
    }),
  );
}

/** Per material, the stage whose phases are: displacements, the batches of constraints, positions. */
const BY_COLOUR = {
  'neo-hookean': STAGES.neoHookean,
  'neo-hookean-xpbd': STAGES.neoHookeanXpbd,
  'mass-spring': STAGES.springs,
} as const;

const allocate = (bytes: number) => new SharedArrayBuffer(bytes);

/** Runs stages on this thread, like the only worker of a pool, but without the pool. */
export class SolveThread {
  readonly context: Context;
  private readonly wholeBodies: boolean;

  /** @param simd memory and module of SIMD kernels; by default, kernels run in TypeScript */
  constructor(
    private readonly solveCase: SolveCase,
    simd?: KernelMemory,
  ) {
    const { world, positions, parameters } = solveCase;
    const state = initialState(world, positions, parameters, simd?.forState(allocate) ?? allocate);
    for (const v of solveCase.held ?? []) state.inverseMasses[v] = 0;
    const context = { world, state, parameters, argument: 0, scratch: createScratch() };
    const kernels = { ...TYPESCRIPT_KERNELS, ...(simd && instantiate(simd, simd.searches[0]).kernels) };
    this.context = { ...context, ...(simd && { world: simd.adopt(world) }), kernels };
    this.wholeBodies = fillsWorkers(world, 1);
  }

  /** Makes a thread with SIMD kernels. @throws Error with the reason if there are none here */
  static async withSimd(solveCase: SolveCase): Promise<SolveThread> {
    const module = await compileKernels(true);
    const memory = typeof module === 'string' ? module : KernelMemory.open(solveCase.world, module, true);
    if (typeof memory === 'string') throw new Error(`no SIMD kernels: ${memory}`);
    return new SolveThread(solveCase, memory);
  }

  /** Runs whole iterations of one step's solve. The preceding parts of the step are not timed. @returns milliseconds */
  time(material: MaterialKind, iterations = ITERATIONS): number {
    const parameters = this.start(material);
    const entries = Array.from({ length: iterations }, () =>
      stageEntries(elasticPasses(parameters, this.context.world), this.wholeBodies),
    ).flat();
    const started = performance.now();
    this.run(parameters, entries);
    return performance.now() - started;
  }

  /**
   * Runs the same iterations as `time`, but times only the constraints, without the displacements before and the positions after them.
   * Works body by body like `time`, so that a body's displacements are in the cache.
   * @returns milliseconds
   */
  timeConstraints(material: Material, iterations = ITERATIONS): number {
    this.start(material);
    const { world } = this.context;
    const stage = BY_COLOUR[material];
    const parts = bodyParts(world, material);
    const last = world.batches[material].length + 1;
    let sum = 0;
    for (let i = 0; i < iterations; i++)
      for (let body = 0; body < parts.length; body++) {
        const [first, behind] = [world.bodies[body].vertexBase, vertexEnd(world, body)];
        stage.run(this.context, first, behind, 0);
        const started = performance.now();
        for (const { phase, begin, end } of parts[body]) stage.run(this.context, begin, end, phase);
        sum += performance.now() - started;
        stage.run(this.context, first, behind, last);
      }
    return sum;
  }

  /** Positions after the last run, 3 per vertex [m]. */
  get positions(): Float32Array {
    return this.context.state.positions;
  }

  /** Sets the case's start and runs prediction. @returns the case's parameters, with the material */
  start(material: MaterialKind): SimulationParameters {
    const parameters = { ...this.solveCase.parameters, material };
    const { state } = this.context;
    state.positions.set(this.solveCase.positions);
    state.velocities.set(this.solveCase.velocities);
    state.remainders.fill(0);
    this.run(parameters, stageEntries([BEGIN, PREDICT, DRIVE]));
    return parameters;
  }

  private run(parameters: SimulationParameters, entries: readonly StageEntry[]): void {
    runProgram(this.context, { parameters, entries }, STAGES, 0);
  }
}
