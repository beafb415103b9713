import type { Capacities } from '../capacities.ts';
import { refitDispatches } from '../detect/passes.ts';
import type { ModelDataName } from '../model-data.ts';
import { type Dispatch, INDIRECT, type ListPart, type Pass, type StartCounters } from '../pass.ts';
import { COUNTERS, FACES, PATH, PATHS, QUERY, type StateArray } from '../state.ts';
import type { World } from '../world.ts';
import { asksFaceTree, type PathMethod } from './tables.ts';

/** Path methods that have kernels; queries of the other methods are answered in the worker pool. */
export const DEVICE_METHODS = ['flood', 'tree'] as const satisfies readonly PathMethod[];
export type DeviceMethod = (typeof DEVICE_METHODS)[number];

export const isOnDevice = (method: PathMethod): method is DeviceMethod =>
  (DEVICE_METHODS as readonly PathMethod[]).includes(method);

/** Kernels that prepare lookups for path searches: folds, inverted elements, and for floods the bounding balls of cells. */
export const pathPreparations = (world: World, method: DeviceMethod): Dispatch[] => [
  { kernel: 'foldedEdges', count: world.edgeCount },
  { kernel: 'foldedVertices', count: world.surfaceVertexCount },
  { kernel: 'inverted', count: world.tetCount },
  ...(method === 'flood' ? [{ kernel: 'cellBounds', count: world.patchCount + world.sideCount }] : []),
];

/**
 * Kernels that answer the queries. Queries that the flood leaves over go to the tree search, and those that the tree search leaves
 * over go to the tree search with larger lists. Needs pathPreparations and up-to-date boxes of boundary faces.
 * @param counters has `queries` if the queries were written from outside; otherwise only the device knows how many there are
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
  // Only the tree search culls, so the flood needs branched edges only for the queries that it leaves over.
  const branched: Dispatch = { kernel: 'branchedEdges', count: world.tetCount };
  const large: Dispatch = { kernel: 'shortestPathLarge', ...again };
  const all = counters.queries === undefined ? { count, indirect: INDIRECT.queries } : { count: counters.queries };
  const first = { ...all, argument: PATHS.all };
  if (method === 'tree') return [branched, { kernel: 'shortestPath', ...first }, overflows, large];
  const tree: Dispatch = { kernel: 'shortestPath', ...again, argument: PATHS.overflowed };
  const whereLeft = { ...branched, indirect: INDIRECT.overflows };
  return [{ kernel: 'shortestPathFlood', ...first }, overflows, whereLeft, tree, large];
}

/** The records of all queries in an array. @param stride words per query */
const recordsOfQueries = (array: StateArray, stride: number): ListPart => ({
  array,
  *runs(_world: World, counters: Uint32Array) {
    yield [0, stride * counters[COUNTERS.queries]];
  },
});
const PATHS_OF_QUERIES = recordsOfQueries('paths', PATH.stride);
const QUERIES_ASKED = recordsOfQueries('queries', QUERY.stride);

/** Arrays in which the CPU stage caches data derived from positions. */
const REMEMBERED = ['pathPasses', 'pathCellPasses', 'pathPatchPasses', 'pathFaces'] as const;
/** Caches that both the CPU stage and kernels fill, each in its own layout. */
const LOOKED_UP = ['foldedEdges', 'foldedVertices', 'pathPatches', 'pathSides'] as const;

const lookedUpBy = (method: DeviceMethod): readonly StateArray[] =>
  method === 'flood' ? LOOKED_UP : ['foldedEdges', 'foldedVertices'];

/** Model data that a method looks up. */
const modelDataFor = (method: PathMethod): readonly ModelDataName[] => (method === 'rest-shape' ? ['restTree'] : []);

/** The pass that answers queries in the worker pool. @param argument PATHS.all, or PATHS.overflowed for queries that the GPU left over */
const inPoolBy = (method: PathMethod, argument: number): Pass => ({
  name: argument === PATHS.all ? `paths (${method})` : `paths left over (${method})`,
  clock: 'path',
  reads: [
    ...(['positions', 'queries', 'counters', 'faceOrder'] as const),
    ...(asksFaceTree(method) ? (['faceBoxes'] as const) : []),
    ...(argument === PATHS.overflowed ? (['paths'] as const) : []),
  ],
  writes: [PATHS_OF_QUERIES],
  // If the method does not search the boxes, they may be out of date.
  scratch: [...REMEMBERED, ...LOOKED_UP, ...(asksFaceTree(method) ? [] : (['faceBoxes'] as const))],
  stages: [{ stage: 'shortestPath', argument }],
  modelData: modelDataFor(method),
});

/** The pass that runs pathPreparations. It has no CPU stage: the CPU prepares the same data per query, on demand. */
export const preparePaths = (method: PathMethod): Pass[] =>
  isOnDevice(method)
    ? [
        {
          name: `preparation of paths (${method})`,
          clock: 'path',
          reads: ['positions'],
          writes: lookedUpBy(method),
          stages: [],
          kernels: ({ world }) => pathPreparations(world, method),
        },
      ]
    : [];

/** The pass that refits the boxes that the method searches, for programs in which detection has not refitted them. */
export const refitForPaths = (method: PathMethod): Pass => ({
  name: 'refit',
  clock: 'refit',
  reads: ['positions', 'tetOrder', 'faceOrder', 'bodyOrder'],
  writes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  stages: asksFaceTree(method) ? [{ stage: 'refitFaces', argument: FACES.all }] : [],
  kernels: ({ world }) => refitDispatches(world),
});

/** The pass that answers all queries. Needs preparePaths, and up-to-date boxes of boundary faces if the method searches them. */
export function answerPaths(method: PathMethod): Pass {
  const answer = inPoolBy(method, PATHS.all);
  if (!isOnDevice(method)) return answer;
  return {
    ...answer,
    // Queries that the flood leaves over go to the tree search, which reads the face boxes.
    reads: ['positions', 'queries', 'faceBoxes', 'faceOrder', ...lookedUpBy(method)],
    kernels: ({ world, capacities, counters }) => pathDispatches(world, method, capacities, counters),
    leftOver: {
      counter: 'pathsUnanswered',
      passes: [inPoolBy(method, PATHS.overflowed)],
      lists: [QUERIES_ASKED, PATHS_OF_QUERIES],
    },
  };
}
