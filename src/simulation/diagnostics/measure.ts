import { type Backend, retryLost } from '../backend.ts';
import { defaultParameters, type SimulationParameters } from '../parameters.ts';
import { onClock } from '../pass.ts';
import { answerPaths, preparePaths, refitForPaths } from '../path/passes.ts';
import type { Program } from '../program.ts';
import { COUNTERS } from '../state.ts';
import { NORMALS } from '../view/passes.ts';
import { EXACT, FRAME_MEASUREMENTS, PIERCING } from './measurements.ts';

/** Programs that change nothing of what steps start from. They run again when they are lost. */
const runApart = (backend: Backend, program: Program): Promise<Uint32Array> => retryLost(() => backend.run(program));

/**
 * DCD and shortest paths of all surface vertices at the current positions, into `depths` [m]; the kinetic energy [J], into
 * `energies`.
 * @returns counters of this alone: penetrating, deep, deepest, ...
 */
export const measure = (backend: Backend, parameters = defaultParameters()): Promise<Uint32Array> =>
  runApart(backend, {
    name: 'measure',
    passes: onClock(
      'measuring',
      FRAME_MEASUREMENTS.flatMap(({ passes }) => passes),
    ),
    parameters: { ...parameters, pathMethod: EXACT },
    counters: {},
    results: FRAME_MEASUREMENTS.flatMap(({ results }) => results),
  });

/**
 * Shortest paths of the first `count` records of `queries`, written before, into `paths`: what a step does between detection
 * and contacts. The clock `path` tells the queries' own time: what they look up is made on the clock `refit`.
 * @returns counters of this alone
 */
export function answerWrittenQueries(
  backend: Backend,
  count: number,
  { culling, pathMethod }: Pick<SimulationParameters, 'culling' | 'pathMethod'>,
): Promise<Uint32Array> {
  return runApart(backend, {
    name: 'answers',
    passes: [...onClock('refit', [refitForPaths(pathMethod), ...preparePaths(pathMethod)]), answerPaths(pathMethod)],
    parameters: { ...defaultParameters(), culling, pathMethod },
    counters: { queries: count },
    results: ['paths'],
  });
}

/** Counts the surface edges that properly pierce a surface triangle of another body or of their own; exact. */
export async function countPiercing(backend: Backend, parameters = defaultParameters()): Promise<number> {
  const counters = await runApart(backend, {
    ...PIERCING,
    parameters,
    counters: {},
  });
  return counters[COUNTERS.piercing];
}

/** Writes the vertex normals that drawing needs, into `normals`. Nobody waits for the device. */
export const shade = async (backend: Backend): Promise<void> => {
  await runApart(backend, {
    name: 'shade',
    passes: [NORMALS],
    parameters: defaultParameters(),
    results: ['normals'],
  });
};
