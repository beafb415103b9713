import type { Capacities } from '../capacities.ts';
import { refitDispatches } from '../detect/passes.ts';
import type { ModelDataName } from '../model-data.ts';
import { type Dispatch, INDIRECT, type ListPart, type Pass, type StartCounters } from '../pass.ts';
import { COUNTERS, FACES, PATH, PATHS, QUERY, type StateArray } from '../state.ts';
import type { World } from '../world.ts';
import { asksFaceTree, type PathMethod } from './tables.ts';

/** The methods that there are kernels of; the others' queries are answered in the pool. */
export const DEVICE_METHODS = ['flood', 'tree'] as const satisfies readonly PathMethod[];
export type DeviceMethod = (typeof DEVICE_METHODS)[number];

export const isOnDevice = (method: PathMethod): method is DeviceMethod =>
  (DEVICE_METHODS as readonly PathMethod[]).includes(method);

/** Kernels that prepare what paths look up: folds, inverted elements, and for floods the cells' balls. */
export const pathPreparations = (world: World, method: DeviceMethod): Dispatch[] => [
  { kernel: 'foldedEdges', count: world.edgeCount },
  { kernel: 'foldedVertices', count: world.surfaceVertexCount },
  { kernel: 'inverted', count: world.tetCount },
  ...(method === 'flood' ? [{ kernel: 'cellBounds', count: world.patchCount + world.sideCount }] : []),
];

/**
 * Shortest paths of the queries. What floods leave over is asked of the trees, and what they leave over again with larger lists.
 * Needs the preparations, and the boxes of faces.
 * @param counters `queries` where they were written from outside: else the device knows first how many there are
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
  // Only trees cull, so floods need it only for what they leave over.
  const branched: Dispatch = { kernel: 'branchedEdges', count: world.tetCount };
  const large: Dispatch = { kernel: 'shortestPathLarge', ...again };
  const all = counters.queries === undefined ? { count, indirect: INDIRECT.queries } : { count: counters.queries };
  const first = { ...all, argument: PATHS.all };
  if (method === 'tree') return [branched, { kernel: 'shortestPath', ...first }, overflows, large];
  const tree: Dispatch = { kernel: 'shortestPath', ...again, argument: PATHS.overflowed };
  const whereLeft = { ...branched, indirect: INDIRECT.overflows };
  return [{ kernel: 'shortestPathFlood', ...first }, overflows, whereLeft, tree, large];
}

/** The records of all queries, in an array that has so many words a query. */
const recordsOfQueries = (array: StateArray, stride: number): ListPart => ({
  array,
  *runs(_world: World, counters: Uint32Array) {
    yield [0, stride * counters[COUNTERS.queries]];
  },
});
const PATHS_OF_QUERIES = recordsOfQueries('paths', PATH.stride);
const QUERIES_ASKED = recordsOfQueries('queries', QUERY.stride);

/** Arrays in which the CPU's stage caches data of the positions. */
const REMEMBERED = ['pathPasses', 'pathCellPasses', 'pathPatchPasses', 'pathFaces'] as const;
/** The same, in arrays that kernels fill in their own way. */
const LOOKED_UP = ['foldedEdges', 'foldedVertices', 'pathPatches', 'pathSides'] as const;

const lookedUpBy = (method: DeviceMethod): readonly StateArray[] =>
  method === 'flood' ? LOOKED_UP : ['foldedEdges', 'foldedVertices'];

/** Data of models that a method looks up. */
const modelDataFor = (method: PathMethod): readonly ModelDataName[] => (method === 'rest-shape' ? ['restTree'] : []);

/** @param argument one of PATHS */
const inPoolBy = (method: PathMethod, argument: number): Pass => ({
  name: argument === PATHS.all ? `paths (${method})` : `paths left over (${method})`,
  clock: 'path',
  reads: [
    ...(['positions', 'queries', 'counters', 'faceOrder'] as const),
    ...(asksFaceTree(method) ? (['faceBoxes'] as const) : []),
    ...(argument === PATHS.overflowed ? (['paths'] as const) : []),
  ],
  writes: [PATHS_OF_QUERIES],
  // Where the method doesn't ask the boxes, they may be out of date.
  scratch: [...REMEMBERED, ...LOOKED_UP, ...(asksFaceTree(method) ? [] : (['faceBoxes'] as const))],
  stages: [{ stage: 'shortestPath', argument }],
  modelData: modelDataFor(method),
});

/** The pass of these kernels; the CPU's stage does it per query. */
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

/** The boxes that the method asks, where detection hasn't made them. */
export const refitForPaths = (method: PathMethod): Pass => ({
  name: 'refit',
  clock: 'refit',
  reads: ['positions', 'tetOrder', 'faceOrder', 'bodyOrder'],
  writes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  stages: asksFaceTree(method) ? [{ stage: 'refitFaces', argument: FACES.all }] : [],
  kernels: ({ world }) => refitDispatches(world),
});

/** Answers all queries. Needs preparePaths, and the boxes of faces where the method asks them. */
export function answerPaths(method: PathMethod): Pass {
  const answer = inPoolBy(method, PATHS.all);
  if (!isOnDevice(method)) return answer;
  return {
    ...answer,
    // What floods leave over asks the trees.
    reads: ['positions', 'queries', 'faceBoxes', 'faceOrder', ...lookedUpBy(method)],
    kernels: ({ world, capacities, counters }) => pathDispatches(world, method, capacities, counters),
    leftOver: {
      counter: 'pathsUnanswered',
      passes: [inPoolBy(method, PATHS.overflowed)],
      lists: [QUERIES_ASKED, PATHS_OF_QUERIES],
    },
  };
}
