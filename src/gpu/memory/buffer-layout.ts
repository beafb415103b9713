import { VECTORS } from '../../simulation/integrators/implicit-euler/words.ts';
import { orderCount, radixSums } from '../../simulation/detect/rebuild-passes.ts';
import { initialCapacities } from '../../simulation/capacities.ts';
import {
  COUNTER_COUNT,
  type KeptArray,
  keptArrays,
  stateLayout,
  type StateArray,
  startOf,
} from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { BINDINGS } from '../kernels/bindings.ts';
import {
  BRANCHED_CAPACITY,
  INDIRECT,
  INDIRECT_STRIDE,
  INVERTED_CAPACITY,
  REACHED_CAPACITY,
  PATH_SLOTS,
  snakeCase,
} from '../kernels/constants.ts';
import { materialWords } from './material-table.ts';

/** Arrays that share a buffer, one after another, by the buffer's name. Sharing keeps kernels within 8 storage buffers. */
export const PACKED: Readonly<Record<string, readonly StateArray[]>> = {
  boxes: ['tetBoxes', 'faceBoxes', 'bodyBoxes'],
  orders: ['tetOrder', 'faceOrder', 'bodyOrder', 'edgeOrder'],
  swept_boxes: ['sweptFaceBoxes', 'sweptEdgeBoxes', 'sweptBodyBoxes'],
  hits: ['vertexHits', 'edgeHits'],
  inside: ['inside', 'deepUntil', 'deepFound', 'deepPairs'],
  guard: ['freedom', 'guard', 'tangles', 'looks', 'cuts', 'wasCut', 'heldWith', 'returns', 'pushCounts', 'pushSums'],
  surfaces: ['surfaceOf', 'surfaces'],
  path_data: ['foldedEdges', 'foldedVertices'],
  path_balls: ['pathPatches', 'pathSides'],
  element_hessians: ['elementHessians', 'springHessians'],
  element_forces: ['elementForces', 'springForces'],
  vertex_blocks: ['vertexBlocks', 'preconditioner'],
  linear_vectors: Object.keys(VECTORS) as (keyof typeof VECTORS)[],
  linear_sums: ['linearSolve', 'linearSums'],
  contact_lists: ['contactRanges', 'contactEntries'],
};

/** Words of a pair of `sort_pairs`. */
const PAIR_WORDS = 2;

const KERNEL_BUFFERS: ReadonlySet<string> = new Set(BINDINGS.groups.flatMap(Object.keys));

/** Buffers that only worlds with CCD on the device have. In others, the pool alone has their arrays. */
const CCD_BUFFERS = ['swept_boxes', 'hits', 'guard', 'lost_moves', 'lost_momentum', 'surfaces', 'push_pairs'];

/** Returns the name of a state array's buffer; undefined if no kernel of the world can use the array, so that only the pool has it. */
function bufferOf({ ccdOnDevice }: World, name: StateArray): string | undefined {
  const buffer = Object.keys(PACKED).find((shared) => PACKED[shared].includes(name)) ?? snakeCase(name);
  return KERNEL_BUFFERS.has(buffer) && (ccdOnDevice || !CCD_BUFFERS.includes(buffer)) ? buffer : undefined;
}

/** Returns the word at which an array of features begins in the buffer that it shares with other arrays of features. */
export function wordInBuffer({ arrayLengths }: World, name: StateArray, buffer: string): number {
  const names = PACKED[buffer];
  return names.slice(0, names.indexOf(name)).reduce((sum, before) => sum + arrayLengths[before], 0);
}

/** Returns the buffers whose arrays belong to features that the world doesn't have, so that all of them are empty. */
export function absentBuffers(world: World): ReadonlySet<string> {
  const { arrayLengths, ccdOnDevice, rebuildsOnDevice } = world;
  const arrays = Object.keys(arrayLengths) as StateArray[];
  const buffers = (isPresent: boolean) =>
    arrays.filter((name) => arrayLengths[name] > 0 === isPresent).flatMap((name) => bufferOf(world, name) ?? []);
  // A buffer that also has an array of every world is always there.
  const shared = Object.keys(PACKED).filter((name) => PACKED[name].some((array) => !(array in arrayLengths)));
  const present = new Set([...buffers(true), ...shared]);
  const absent = buffers(false).filter((buffer) => !present.has(buffer));
  return new Set([...absent, ...(ccdOnDevice ? [] : CCD_BUFFERS), ...(rebuildsOnDevice ? [] : ['sort_pairs'])]);
}

/**
 * Returns the greatest number of workgroups of a prefix sum: over the contact points (shaders/detect/scan-*.wgsl), or over the elements that
 * CCD tests (shaders/contacts/ccd/hit-*.wgsl).
 */
export function scanBlocks(
  { points, surfaceVertexCount, edgeCount, ccdOnDevice }: World,
  workgroupSize: number,
): number {
  const elements = ccdOnDevice ? surfaceVertexCount + edgeCount : 0;
  return Math.max(1, Math.ceil(Math.max(points.count, elements) / workgroupSize));
}

/** A list in `path_data`. Its word `first` holds the number of elements, which follow; `capacity` is their maximum number. */
interface List {
  readonly first: number;
  readonly capacity: number;
}

/** Layout of the part of `path_data` after the state's arrays, in words. */
export interface PathData {
  /** Per body: the list of its inverted elements, with a bounding sphere of 4 words per element. */
  readonly inverted: readonly List[];
  /** Per body: the list of its branched edges (edges around which elements wind more than once), with 2 vertices per edge. */
  readonly branched: readonly List[];
  /** First word of the lists of elements that traversals reached (shortest-path-large.wgsl): REACHED_CAPACITY words per thread. */
  readonly reached: number;
  /** Number of words of the whole buffer. */
  readonly size: number;
}

/** Lays out the lists that follow the arrays foldedEdges and foldedVertices in `path_data`. */
export function pathDataLayout({ bodies, models, edgeCount, surfaceVertexCount }: World): PathData {
  let first = edgeCount + surfaceVertexCount;
  const listsOf = (maxCapacity: number, words: number): List[] =>
    bodies.map(({ model }) => {
      const list = { first, capacity: Math.min(maxCapacity, models[model].topology.tetCount) };
      first += 1 + words * list.capacity;
      return list;
    });
  const inverted = listsOf(INVERTED_CAPACITY, 4);
  const branched = listsOf(BRANCHED_CAPACITY, 2);
  return { inverted, branched, reached: first, size: first + PATH_SLOTS * REACHED_CAPACITY };
}

/** Place of an array: the name of its buffer, and the offset and length in words. */
export interface Place {
  readonly buffer: string;
  readonly offset: number;
  readonly length: number;
}

export interface BufferLayout {
  /** Number of words of each buffer, by the buffer's name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Place of each array of the state that kernels can use. float64 arrays are stored as float32. */
  readonly places: ReadonlyMap<StateArray, Place>;
  /** Place of the checkpoint copy of each array that a step starts from. */
  readonly checkpoints: ReadonlyMap<KeptArray, Place>;
}

/** Computes the layout of a world's buffers. */
export function bufferLayout(world: World, workgroupSize: number, capacities = initialCapacities(world)): BufferLayout {
  const layout = stateLayout(world, capacities);
  const sizes = new Map<string, number>();
  const places = new Map<StateArray, Place>();
  for (const name of Object.keys(layout) as StateArray[]) {
    const buffer = bufferOf(world, name);
    if (buffer === undefined) continue;
    const offset = sizes.get(buffer) ?? 0;
    const { length } = layout[name];
    places.set(name, { buffer, offset, length });
    sizes.set(buffer, offset + length);
  }
  sizes.set('indirect', INDIRECT_STRIDE * Object.keys(INDIRECT).length);
  const { rebuildsOnDevice } = world;
  sizes.set('block_sums', Math.max(scanBlocks(world, workgroupSize), rebuildsOnDevice ? radixSums(world) : 0));
  if (rebuildsOnDevice) sizes.set('sort_pairs', PAIR_WORDS * 2 * orderCount(world));
  sizes.set('path_data', pathDataLayout(world).size);
  sizes.set('counters', COUNTER_COUNT);
  sizes.set('inverse_masses', world.vertexCount + materialWords(world));
  const checkpoints = new Map<KeptArray, Place>();
  for (const name of keptArrays(world)) {
    const place = places.get(name);
    if (!place) continue;
    const start = startOf(name);
    const startPlace = start && places.get(start);
    const separate = { buffer: `${place.buffer}_checkpoint`, offset: 0, length: place.length };
    checkpoints.set(name, startPlace ?? separate);
    if (!startPlace) sizes.set(separate.buffer, separate.length);
  }
  return { sizes, places, checkpoints };
}
