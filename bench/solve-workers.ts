import { openBackend } from '../src/cli/backends.ts';
import type { Backend } from '../src/simulation/backend.ts';
import { interleave, type Timing } from './interleave.ts';
import { ITERATIONS, type Material, type SolveCase } from './solve-case.ts';

/** Least duration of a contestant's part of a round [ms]. */
const ROUND = 150;

/** Solves a case's material through pools of one worker and of two, by the clock that a step's solve has. */
export async function timeSolveWorkers(
  solveCase: SolveCase,
  material: Material,
): Promise<{ one: Timing; two: Timing }> {
  const { world, positions } = solveCase;
  const parameters = { ...solveCase.parameters, material };
  const backends = [
    await openBackend('cpu', world, positions, parameters, 1),
    await openBackend('cpu', world, positions, parameters, 2),
  ];
  try {
    const [one, two] = await interleave(
      backends.map((backend, i) => ({
        name: i === 0 ? '1 worker' : '2 workers',
        runElsewhere: () => solveOnce(backend, { ...solveCase, parameters }),
      })),
      ROUND,
    );
    return { one, two };
  } finally {
    for (const backend of backends) await backend.dispose();
  }
}

/** ITERATIONS of a step's solve, from the case's start. @returns milliseconds of them alone */
async function solveOnce(backend: Backend, { positions, velocities, parameters }: SolveCase): Promise<number> {
  await backend.write('positions', positions);
  await backend.write('velocities', velocities);
  backend.begin({ parameters, attachments: [] });
  backend.predict();
  await backend.read('counters');
  await backend.takeTimes();
  for (let i = 0; i < ITERATIONS; i++) backend.solve();
  await backend.read('counters');
  return (await backend.takeTimes()).solve;
}
