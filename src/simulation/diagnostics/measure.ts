import { type Backend, retryLost } from '../backend.ts';
import { defaultParameters, type SimulationParameters } from '../parameters.ts';
import { onClock } from '../pass.ts';
import { answerPaths, preparePaths, refitForPaths } from '../path/passes.ts';
import type { Program } from '../program.ts';
import { COUNTERS } from '../state.ts';
import { NORMALS } from '../view/passes.ts';
import { EXACT, FRAME_MEASUREMENTS, PIERCING } from './measurements.ts';

/** Runs a program that doesn't change the arrays that a step starts from. If a worker dies, the program is repeated (retryLost). */
const runApart = (backend: Backend, program: Program): Promise<Uint32Array> => retryLost(() => backend.run(program));

/**
 * Measures the current positions: penetration depths of all surface vertices into `depths` [m], by DCD and shortest paths, and kinetic
 * energies into `energies` [J].
 * @returns counters of this measurement: penetrating, deep, deepest, ...
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
 * Writes the shortest paths of the first `count` records of `queries` to `paths`; the caller has written the queries. The clock `path`
 * measures the search alone; the preparation of data for it is measured by the clock `refit`.
 * @returns counters of these queries
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

/** Counts exactly the surface edges that properly intersect a surface triangle of another body or of their own (pierce.ts). */
export async function countPiercing(backend: Backend, parameters = defaultParameters()): Promise<number> {
  const counters = await runApart(backend, {
    ...PIERCING,
    parameters,
    counters: {},
  });
  return counters[COUNTERS.piercing];
}

/** Writes the vertex normals for drawing into `normals`, without waiting for the device. */
export const shade = async (backend: Backend): Promise<void> => {
  await runApart(backend, {
    name: 'shade',
    passes: [NORMALS],
    parameters: defaultParameters(),
    results: ['normals'],
  });
};
