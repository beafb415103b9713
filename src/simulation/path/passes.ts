import type { Capacities } from '../capacities.ts';
import { refitDispatches } from '../detect/passes.ts';
import type { ModelDataName } from '../model-data.ts';
import { type Dispatch, INDIRECT, type ListPart, type Pass, type StartCounters } from '../program/pass.ts';
import { COUNTERS, FACES, PATH, PATHS, QUERY, type StateArray } from '../state.ts';
import type { World } from '../world/world.ts';
import { CARRIED, type FieldParameters, fillField } from './distance-field/passes.ts';
import { searchesFaceTree, type PathMethod } from './tables.ts';

/** Path methods that have kernels. The worker pool answers the queries of all other methods. */
export const DEVICE_METHODS = ['flood', 'tree'] as const satisfies readonly PathMethod[];
export type DeviceMethod = (typeof DEVICE_METHODS)[number];

export const isOnDevice = (method: PathMethod): method is DeviceMethod =>
  (DEVICE_METHODS as readonly PathMethod[]).includes(method);

/** Kernels that compute what path searches look up: folds, inverted elements, and, for floods, the bounding balls of cells. */
export const pathPreparations = (world: World, method: DeviceMethod): Dispatch[] => [
  { kernel: 'foldedEdges', count: world.edgeCount },
  { kernel: 'foldedVertices', count: world.surfaceVertexCount },
  { kernel: 'inverted', count: world.tetCount },
  ...(method === 'flood' ? [{ kernel: 'cellBounds', count: world.patchCount + world.sideCount }] : []),
];

/** Returns the number of threads of a kernel over all queries. @param counters as in pathDispatches */
const overQueries = ({ queries: count }: Capacities, { queries }: StartCounters) =>
  queries === undefined ? { count, indirect: INDIRECT.queries } : { count: queries };

/**
 * Kernels that answer the queries. If a query overflows the flood's lists, the tree search answers it. If it overflows the lists of the
 * tree search, a tree search with larger lists answers it. The pathPreparations must have run, and the boxes of boundary faces must be up
 * to date.
 * @param counters has `queries` if the queries were written from outside. Otherwise only the device knows their number
 */
export function pathDispatches(
  world: World,
  method: DeviceMethod,
  capacities: Capacities,
  counters: StartCounters = {},
): Dispatch[] {
  const count = capacities.queries;
  const again = { count, indirect: INDIRECT.overflows };
  const overflows: Dispatch = { kernel: 'pathOverflows', count: 1 };
  // Only the tree search culls. So after a flood, branched edges are listed only if queries overflowed.
  const branched: Dispatch = { kernel: 'branchedEdges', count: world.tetCount };
  const large: Dispatch = { kernel: 'shortestPathLarge', ...again };
  const first = { ...overQueries(capacities, counters), argument: PATHS.all };
  if (method === 'tree') return [branched, { kernel: 'shortestPath', ...first }, overflows, large];
  const tree: Dispatch = { kernel: 'shortestPath', ...again, argument: PATHS.overflowed };
  const ifOverflowed = { ...branched, indirect: INDIRECT.overflows };
  return [{ kernel: 'shortestPathFlood', ...first }, overflows, ifOverflowed, tree, large];
}

/** Returns the part of an array that has the records of all queries. @param stride words per query */
const recordsOfQueries = (array: StateArray, stride: number): ListPart => ({
  array,
  *usedRanges(_world: World, counters: Uint32Array) {
    yield [0, stride * counters[COUNTERS.queries]];
  },
});
export const PATH_RECORDS = recordsOfQueries('paths', PATH.stride);
export const QUERY_RECORDS = recordsOfQueries('queries', QUERY.stride);

/** Arrays in which the CPU stage caches data computed from positions. */
const CPU_CACHES = ['pathPasses', 'pathCellPasses', 'pathPatchPasses', 'pathFaces'] as const;
/** Caches that both the CPU stage and the kernels write, each in a layout of its own. */
const SHARED_CACHES = ['foldedEdges', 'foldedVertices', 'pathPatches', 'pathSides'] as const;

const cachesOf = (method: DeviceMethod): readonly StateArray[] =>
  method === 'flood' ? SHARED_CACHES : ['foldedEdges', 'foldedVertices'];

/** Model data that a method looks up. */
const modelDataFor = (method: PathMethod): readonly ModelDataName[] => (method === 'rest-shape' ? ['restTree'] : []);

/** Arrays besides queries and paths that the stage `shortestPath` uses. Face boxes and distances that the method does not look up may be out of date. */
export const arraysOfSearch = (
  method: PathMethod,
): { reads: readonly StateArray[]; scratch: readonly StateArray[] } => ({
  reads: [
    ...(['positions', 'counters', 'faceOrder'] as const),
    ...(searchesFaceTree(method) ? (['faceBoxes'] as const) : []),
    ...(method === 'distance-field' ? (['fieldDistances'] as const) : []),
  ],
  scratch: [
    ...CPU_CACHES,
    ...SHARED_CACHES,
    ...(searchesFaceTree(method) ? [] : (['faceBoxes'] as const)),
    ...(method === 'distance-field' ? [] : (['fieldDistances'] as const)),
  ],
});

/**
 * Returns the pass that answers queries in the worker pool.
 * @param argument PATHS.all, or PATHS.overflowed for the queries that overflowed on the GPU
 */
const poolPass = (method: PathMethod, argument: number): Pass => ({
  name: argument === PATHS.all ? `paths (${method})` : `paths left over (${method})`,
  clock: 'path',
  reads: ['queries', ...arraysOfSearch(method).reads, ...(argument === PATHS.overflowed ? (['paths'] as const) : [])],
  writes: [PATH_RECORDS],
  scratch: arraysOfSearch(method).scratch,
  stages: [{ stage: 'shortestPath', argument }],
  modelData: modelDataFor(method),
});

/**
 * Returns the passes that compute what the searches look up: for `distance-field` the distances at the vertices, for other methods on the device
 * pathPreparations. The latter have no CPU stage, since the CPU computes the same data on demand.
 */
export const preparePaths = (method: PathMethod, parameters: FieldParameters = CARRIED): Pass[] =>
  method === 'distance-field'
    ? [fillField(parameters)]
    : isOnDevice(method)
      ? [
          {
            name: `preparation of paths (${method})`,
            clock: 'path',
            reads: ['positions'],
            writes: cachesOf(method),
            stages: [],
            kernels: ({ world }) => pathPreparations(world, method),
          },
        ]
      : [];

/** Returns the pass that refits the boxes that the method searches. For programs without detection, which would refit them. */
export const refitForPaths = (method: PathMethod): Pass => ({
  name: 'refit',
  clock: 'refit',
  reads: ['positions', 'tetOrder', 'faceOrder', 'bodyOrder'],
  writes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  scratch: ['faceLeaves'],
  stages: searchesFaceTree(method) ? [{ stage: 'refitFaces', argument: FACES.all }] : [],
  kernels: ({ world }) => refitDispatches(world),
});

/**
 * Returns the pass that answers all queries. preparePaths must run before, and the boxes of boundary faces must be up to date if the method
 * searches them.
 */
export function answerPaths(method: PathMethod): Pass {
  const answer = poolPass(method, PATHS.all);
  if (method === 'distance-field')
    return {
      ...answer,
      kernels: ({ capacities, counters }) => [{ kernel: 'fieldPaths', ...overQueries(capacities, counters) }],
    };
  if (!isOnDevice(method)) return answer;
  return {
    ...answer,
    // The tree search, which answers queries that overflowed the flood's lists, reads the face boxes.
    reads: ['positions', 'queries', 'faceBoxes', 'faceOrder', ...cachesOf(method)],
    kernels: ({ world, capacities, counters }) => pathDispatches(world, method, capacities, counters),
    leftOver: {
      counter: 'pathsUnanswered',
      passes: [poolPass(method, PATHS.overflowed)],
      lists: [QUERY_RECORDS, PATH_RECORDS],
    },
  };
}
