import { openNodeBackend } from '../../src/cli/backends.ts';
import type { Backend } from '../../src/simulation/backend.ts';
import { BEGIN, PREDICT } from '../../src/simulation/integrators/xpbd/passes.ts';
import { DRIVE } from '../../src/simulation/script/passes.ts';
import type { Timing } from '../measure/interleave.ts';
import { elasticPasses, ITERATIONS, type Material, type SolveCase } from './solve-case.ts';
import { type ByWorkers, type Clocks, timeOneAndTwo } from '../measure/worker-clocks.ts';

/** Times solving a case's material through pools of one worker and of two. */
export function timeSolveWorkers(solveCase: SolveCase, material: Material): Promise<ByWorkers<Timing>> {
  const { world, positions } = solveCase;
  const parameters = { ...solveCase.parameters, material };
  return timeOneAndTwo(
    (workers) => openNodeBackend('cpu', world, positions, parameters, workers),
    (backend) => solveOnce(backend, { ...solveCase, parameters }),
  );
}

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
