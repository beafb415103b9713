import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { BEGIN, PREDICT } from '../../src/simulation/integrators/xpbd/passes.ts';
import { DRIVE } from '../../src/simulation/script/passes.ts';
import type { World } from '../../src/simulation/world/world.ts';
import type { Timing } from '../measure/interleave.ts';
import { elasticPasses, ITERATIONS, type Material, type SolveCase } from './solve-case.ts';
import { type ByWorkers, type Clocks, timeEachOnOneAndTwo } from '../measure/worker-clocks.ts';

/** Whole iterations, and the same iterations of bodies without constraints, timed in the same rounds. */
export interface SolveWorkerTimings {
  readonly whole: ByWorkers<Timing>;
  readonly bare: ByWorkers<Timing>;
}

/** Times solving a case's material through pools of one worker and of two. */
export async function timeSolveWorkers(solveCase: SolveCase, material: Material): Promise<SolveWorkerTimings> {
  const { world, positions } = solveCase;
  const parameters = { ...solveCase.parameters, material };
  const [whole, bare] = await timeEachOnOneAndTwo(
    [world, withoutConstraints(world)].map(
      (each) => (workers: number) => openNodeBackend('cpu', each, positions, parameters, workers),
    ),
    (backend) => solveOnce(backend, { ...solveCase, parameters }),
  );
  return { whole, bare };
}

const NO_BATCHES = { 'neo-hookean': [], 'neo-hookean-xpbd': [], 'mass-spring': [], cloth: [] };
const NO_COLOURS = Uint32Array.of(0);

/** Returns a world whose iterations solve nothing: they only compute displacements before, and positions after. */
export const withoutConstraints = (world: World): World => ({
  ...world,
  batches: NO_BATCHES,
  ownBatches: NO_BATCHES,
  models: world.models.map((model) => ({
    ...model,
    elasticTets: { ...model.elasticTets, colourOffsets: NO_COLOURS },
    springs: { ...model.springs, colourOffsets: NO_COLOURS },
  })),
});

/** Runs ITERATIONS of a step's solve from the case's start, and times nothing else. */
async function solveOnce(backend: Backend, { positions, velocities, parameters }: SolveCase): Promise<Clocks> {
  await backend.write('positions', positions);
  await backend.write('velocities', velocities);
  const program = { name: 'solve', parameters, counters: {}, results: [] };
  await backend.run({ ...program, passes: [BEGIN, PREDICT, DRIVE] });
  await backend.takeTimes();
  const started = performance.now();
  await backend.run({ ...program, passes: Array(ITERATIONS).fill(elasticPasses(parameters, backend.world)).flat() });
  const host = performance.now() - started;
  return { stages: (await backend.takeTimes()).solve, host };
}
