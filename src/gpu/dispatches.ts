import type { Batch, World } from '../simulation/world.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { type Capacities, contactCapacity } from '../simulation/capacities.ts';
import { CONTAINMENT, inertiaCount, PATHS, stateLayout, SUM_CHUNK } from '../simulation/state.ts';
import { INDIRECT, WORKGROUP_SIZE } from './constants.ts';
import type { DispatchArguments } from './dispatch-table.ts';
import type { KernelName } from './kernels.ts';
import type { DeviceMethod } from './device-methods.ts';

/** One dispatch of a kernel. */
export interface Dispatch extends DispatchArguments {
  readonly kernel: KernelName;
  /** Slot of INDIRECT that holds the number of workgroups. */
  readonly indirect?: number;
}

/** Puts every node's box right after vertices moved. */
export function refitDispatches(world: World): Dispatch[] {
  const bodies = world.bodies.length;
  const deepest = (trees: World['tetTrees']) => Math.max(0, ...trees.map((tree) => tree.levels));
  const tets = deepest(world.tetTrees);
  const faces = deepest(world.faceTrees);
  const inner = Array.from({ length: Math.max(tets, faces) }, (_, i) => i).reverse();
  return [
    { kernel: 'refitTets', count: bodies * 2 ** tets, argument: tets },
    { kernel: 'refitFaces', count: bodies * 2 ** faces, argument: faces },
    ...inner.map((level): Dispatch => ({ kernel: 'refitLevel', count: 2 * bodies * 2 ** level, argument: level })),
    { kernel: 'refitBodies', count: 1 },
  ];
}

/** Finds the tetrahedra around points, and those that edges pass. @param argument one of CONTAINMENT */
export function containmentDispatches({ points }: World, argument: number): Dispatch[] {
  if (argument === CONTAINMENT.measured) return [{ kernel: 'containment', count: points.firstInner, argument }];
  return [
    { kernel: 'containment', count: points.firstEdge, argument },
    { kernel: 'edgeContainment', count: points.count - points.firstEdge, argument },
  ];
}

/** Makes queries of the pairs of the first `count` points, in their order: a scan of the counts in three parts. */
export function queryDispatches(count: number): Dispatch[] {
  return [
    { kernel: 'scanBlocks', count },
    { kernel: 'scanSums', count: 1, argument: Math.ceil(count / WORKGROUP_SIZE) },
    { kernel: 'queries', count },
  ];
}

/** A batch's constraints, as the kernels of the material take them. @param models word of each model's record */
export const batchDispatch = (kernel: KernelName, batch: Batch, models: readonly number[]): Dispatch => ({
  kernel,
  count: (batch.end - batch.begin) * batch.bodyCount,
  model: models[batch.model],
  batchBegin: batch.begin,
  batchSize: batch.end - batch.begin,
  firstBody: batch.firstBody,
  bodyCount: batch.bodyCount,
});

/** What paths look up: folds, inverted elements, and for floods the cells' balls. */
export const pathPreparations = (world: World, method: DeviceMethod): Dispatch[] => [
  { kernel: 'foldedEdges', count: world.edgeCount },
  { kernel: 'foldedVertices', count: world.surfaceVertexCount },
  { kernel: 'inverted', count: world.tetCount },
  ...(method === 'flood' ? [{ kernel: 'cellBounds' as const, count: world.patchCount + world.sideCount }] : []),
];

/**
 * Shortest paths of the queries. What floods leave over is asked of the trees, and what they leave over again with larger lists.
 * Needs the preparations, and the boxes of faces.
 */
export function pathDispatches(world: World, method: DeviceMethod, capacities: Capacities): Dispatch[] {
  const count = capacities.queries;
  const again = { count, indirect: INDIRECT.overflows };
  const overflows: Dispatch = { kernel: 'pathOverflows', count: 1 };
  // Only trees cull, so floods need it only for what they leave over.
  const branched: Dispatch = { kernel: 'branchedEdges', count: world.tetCount };
  const large: Dispatch = { kernel: 'shortestPathLarge', ...again };
  const first = { count, indirect: INDIRECT.queries, argument: PATHS.all };
  if (method === 'tree') return [branched, { kernel: 'shortestPath', ...first }, overflows, large];
  const tree: Dispatch = { kernel: 'shortestPath', ...again, argument: PATHS.overflowed };
  const whereLeft = { ...branched, indirect: INDIRECT.overflows };
  return [{ kernel: 'shortestPathFlood', ...first }, overflows, whereLeft, tree, large];
}

/** Contacts of each colour as the host last knew them. Whatever they are, results are the same; good guesses spread the work well. */
export type ColourSizes = ArrayLike<number>;

/** Contacts up to which all rounds of their colouring, and colours up to which all projections run in one workgroup. */
const FEW = 256;
const SMALL_COLOUR = 128;
/**
 * Room for contacts from which on few contacts, or none that are known of, mayn't be taken for few the next time: if they were 10^5,
 * one workgroup would be at them until a watchdog ends the device. So many rounds of so many threads bring them down first.
 */
const LARGE_WORLD = 2 ** 14;
const LEAST_ROUNDS = 16;
const LEAST_THREADS = 2 ** 12;
/** Rounds and colours that get dispatches of their own, at most: a submission has room for some thousand different ones. */
const MOST_ROUNDS = 512;
/** Rounds that a colouring may take more than the last one before its rest is left to one workgroup. */
const SPARE_ROUNDS = 8;
/** Threads for a guessed number: a quarter more than there were, in whole workgroups, so that there are few different dispatches. */
const threadsFor = (guess: number): number => WORKGROUP_SIZE * Math.max(1, Math.ceil((1.25 * guess) / WORKGROUP_SIZE));

/**
 * Colours the contacts of both kinds; a round gives one colour.
 * @param slots queries of DCD and contacts of CCD as the host last knew them: what rounds look through
 */
export function colourDispatches(world: World, sizes: ColourSizes, slots: number, capacities: Capacities): Dispatch[] {
  const { colours } = capacities;
  const isLarge = contactCapacity(world, capacities) > LARGE_WORLD;
  const last = Array.from(sizes).findLastIndex((size) => size > 0);
  const all = Array.from(sizes).reduce((sum, size) => sum + size, 0);
  const guessed = all <= FEW ? 0 : last + 1 + SPARE_ROUNDS;
  const rounds = Math.min(colours, MOST_ROUNDS, Math.max(isLarge ? LEAST_ROUNDS : 0, guessed));
  const count = threadsFor(Math.max(isLarge ? LEAST_THREADS : 0, slots));
  return [
    { kernel: 'colourClear', count: Math.max(world.vertexCount, colours + 1) },
    { kernel: 'colourList', count },
    ...Array.from({ length: rounds }, (_, argument): Dispatch[] => [
      { kernel: 'colourClaim', count },
      { kernel: 'colourWin', count, argument },
    ]).flat(),
    { kernel: 'colourRest', count: 1, argument: rounds },
    { kernel: 'colourOffsets', count: 1 },
    { kernel: 'colourOrder', count },
  ];
}

/** One sweep over the contacts: large colours by a dispatch each, from the first small one on all in one workgroup. */
export function contactDispatches(sizes: ColourSizes): Dispatch[] {
  const large = Math.min(MOST_ROUNDS, Array.from(sizes).findLastIndex((size) => size > SMALL_COLOUR) + 1);
  const dispatches = Array.from(
    { length: large },
    (_, colour): Dispatch => ({ kernel: 'contacts', count: threadsFor(sizes[colour]), colour }),
  );
  return [...dispatches, { kernel: 'contactsRest', count: 1, colour: large }];
}

/** Kinetic energy and a look for broken numbers. */
export const energyDispatches = (world: World): Dispatch[] => [
  { kernel: 'energy', count: Math.ceil(world.vertexCount / SUM_CHUNK) },
];

/** Keeps x0 and v0, clears multipliers and colours: element i clears entry i of each array that has one. */
export function beginDispatches(world: World, capacities: Capacities): Dispatch[] {
  const { multipliers, colourOffsets } = stateLayout(world, capacities);
  const count = Math.max(world.vertexCount, multipliers.length, colourOffsets.length);
  return [{ kernel: 'begin', count }];
}

/** x += dt v; then driven vertices go to their places. */
export const predictDispatches = (world: World, drivenCount: number): Dispatch[] => [
  { kernel: 'predict', count: world.vertexCount },
  ...(drivenCount > 0 ? [{ kernel: 'drive' as const, count: drivenCount }] : []),
];

/** One XPBD iteration: the material colour by colour, then the attachments, where there are any. */
export function solveDispatches(
  world: World,
  models: readonly number[],
  material: SimulationParameters['material'],
  attachmentCount: number,
): Dispatch[] {
  const [kernel, batches]: [KernelName, readonly Batch[]] =
    material === 'neo-hookean' ? ['neoHookean', world.tetBatches] : ['springs', world.springBatches];
  const count = 3 * world.vertexCount;
  return [
    { kernel: 'displace', count },
    ...batches.map((batch) => batchDispatch(kernel, batch, models)),
    { kernel: 'place', count },
    { kernel: 'attachments', count: Math.min(1, attachmentCount) },
  ];
}

/** Gives bodies their lost angular momentum back: a workgroup a chunk of vertices, one a body, a thread a vertex. */
export const momentDispatches = (world: World): Dispatch[] => [
  { kernel: 'moments', count: WORKGROUP_SIZE * inertiaCount(world) },
  { kernel: 'findSpins', count: WORKGROUP_SIZE * world.bodies.length },
  { kernel: 'spin', count: world.vertexCount },
];

export const velocityDispatches = (world: World): Dispatch[] => [
  { kernel: 'velocities', count: 3 * world.vertexCount },
  ...momentDispatches(world),
];

/** Penetration depths of the surface vertices, from the paths of their queries. */
export const depthDispatches = (world: World): Dispatch[] => [{ kernel: 'depths', count: world.surfaceVertexCount }];
