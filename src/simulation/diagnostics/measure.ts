import { type Backend, retryLost } from '../backend.ts';
import { defaultParameters, type SimulationParameters } from '../parameters.ts';
import { partsRegions } from '../contacts/regions/tables.ts';
import { WATCH_INTERVAL } from '../detect/watch.ts';
import { onClock, type Pass } from '../program/pass.ts';
import { type FieldParameters, fillField } from '../path/distance-field/passes.ts';
import { answerPaths, preparePaths, refitForPaths } from '../path/passes.ts';
import type { Program } from '../program/program.ts';
import { COUNTERS } from '../state.ts';
import { NORMALS } from '../view/passes.ts';
import type { Dimension } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { EXACT_METHOD, FRAME_MEASUREMENTS, PIERCING } from './measurements.ts';

/** Runs a program that changes no array that a step starts from. So the program can simply be repeated if a worker dies (retryLost). */
const runRepeatable = (backend: Backend, program: Program): Promise<Uint32Array> =>
  retryLost(() => backend.run(program));

/**
 * Measures the current state: writes the penetration depths of all surface vertices to `depths` [m], by DCD and shortest paths, and
 * kinetic energies to `energies` [J].
 * @param course how far the run is; by default nothing is known, so that overlaps are counted
 * @returns counters of this measurement, indexed by COUNTERS: penetrating, deep, deepest, ...
 */
export const measure = (backend: Backend, parameters = defaultParameters(), course?: Course): Promise<Uint32Array> =>
  runRepeatable(backend, measureProgram(backend.world, parameters, course));

/** How far a run is. It tells whether the tests of watched points (detect/watch.ts) have seen all of them. */
export interface Course {
  /** Number of completed steps. */
  readonly step: number;
  /** The number of steps that were completed when the tests began that have run in every step since. */
  readonly watchedSince: number;
  /** Whether the state is known to be free, without an inverted element. Then the processor leaves out what would find 0 (contacts/guarantee). */
  readonly isFree?: boolean;
}

const passesIn = (dimension: Dimension): readonly Pass[] =>
  onClock(
    'measuring',
    FRAME_MEASUREMENTS[dimension].flatMap(({ passes }) => passes),
  );
const FRAME_PASSES: Readonly<Record<Dimension, readonly Pass[]>> = { 2: passesIn(2), 3: passesIn(3) };

/** Returns the program that measures the current state (measure). */
export function measureProgram(world: World, parameters: SimulationParameters, course?: Course): Program {
  const { step, watchedSince, isFree = false } = course ?? { step: 0, watchedSince: 0 };
  // Where watched points weren't all tested, it isn't known that nothing is deep: then overlaps are counted as with recovery=paths.
  const isWatched = partsRegions(parameters, world) && step - watchedSince >= WATCH_INTERVAL;
  return {
    name: 'measure',
    passes: FRAME_PASSES[world.dimension],
    parameters: { ...parameters, pathMethod: EXACT_METHOD, recovery: isWatched ? 'regions' : 'paths' },
    counters: { step, free: Number(isFree) },
    fetches: ['energies'],
    results: FRAME_MEASUREMENTS[world.dimension].flatMap(({ results }) => results),
  };
}

/**
 * Answers shortest-path queries that don't come from a step, such as those of a file. The caller has written them to the array `queries`;
 * this function writes the paths of the first `count` queries to `paths`. The clock `path` measures the search alone; the clock `refit`
 * measures the preparation of data for the search.
 * @returns counters of these queries
 */
export function answerQueriesInState(
  backend: Backend,
  count: number,
  { culling, pathMethod, ...field }: Pick<SimulationParameters, 'culling' | 'pathMethod'> & Partial<FieldParameters>,
): Promise<Uint32Array> {
  const parameters = { ...defaultParameters(), ...field, culling, pathMethod };
  return runRepeatable(backend, {
    name: 'answers',
    passes: [
      ...onClock('refit', [refitForPaths(pathMethod), ...preparePaths(pathMethod, parameters)]),
      answerPaths(pathMethod),
    ],
    parameters,
    counters: { queries: count },
    results: ['paths'],
  });
}

/**
 * Computes the distances to the boundary that the path method `distance-field` would read at the current positions (`fieldDistances`), with the
 * source and the update of `parameters`.
 * @param measured counters of the last measurement. An update of contact regions looks at the queries that it wrote, which are those of all surface
 *   vertices inside of bodies; a step's queries may be others, of more points or of fewer
 * @returns the distance of each vertex of the world [m]
 */
export async function carryDistances(
  backend: Backend,
  parameters: SimulationParameters,
  measured: Uint32Array,
): Promise<Float32Array> {
  await runRepeatable(backend, {
    name: 'carried distances',
    passes: onClock('measuring', [fillField(parameters)]),
    parameters,
    counters: { queries: measured[COUNTERS.queries] },
    results: ['fieldDistances'],
  });
  return backend.read('fieldDistances');
}

/** Returns the exact number of surface edges that cross a surface triangle of their own or another body (pierce.ts). */
export async function countPiercing(backend: Backend, parameters = defaultParameters()): Promise<number> {
  const counters = await runRepeatable(backend, {
    ...PIERCING,
    parameters,
    counters: {},
  });
  return counters[COUNTERS.piercing];
}

/**
 * Writes the vertex normals for drawing into `normals`. The program has no counters to read back, so on a GPU the promise resolves as soon
 * as the kernels are submitted.
 */
export const shade = async (backend: Backend): Promise<void> => {
  await runRepeatable(backend, {
    name: 'shade',
    passes: [NORMALS],
    parameters: defaultParameters(),
    results: ['normals'],
  });
};
