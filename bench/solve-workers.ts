import { openNodeBackend } from '../src/cli/backends.ts';
import type { Backend } from '../src/simulation/backend.ts';
import type { Timing } from './interleave.ts';
import { ITERATIONS, type Material, type SolveCase } from './solve-case.ts';
import { type ByWorkers, type Clocks, timeOneAndTwo } from './worker-clocks.ts';

/** Solves a case's material through pools of one worker and of two. */
export function timeSolveWorkers(solveCase: SolveCase, material: Material): Promise<ByWorkers<Timing>> {
  const { world, positions } = solveCase;
  const parameters = { ...solveCase.parameters, material };
  return timeOneAndTwo(
    (workers) => openNodeBackend('cpu', world, positions, parameters, workers),
    (backend) => solveOnce(backend, { ...solveCase, parameters }),
  );
}

/** ITERATIONS of a step's solve, from the case's start, and nothing else. */
async function solveOnce(backend: Backend, { positions, velocities, parameters }: SolveCase): Promise<Clocks> {
  await backend.write('positions', positions);
  await backend.write('velocities', velocities);
  backend.begin({ parameters, attachments: [] });
  backend.predict();
  await backend.read('counters');
  await backend.takeTimes();
  const started = performance.now();
  for (let i = 0; i < ITERATIONS; i++) backend.solve();
  await backend.read('counters');
  const host = performance.now() - started;
  return { stages: (await backend.takeTimes()).solve, host };
}
