import { NONE } from '../topology.ts';
import {
  type AirAdjacency,
  createAdjacency,
  buildAdjacency,
  findNeighbours,
  linkElement,
  unlinkElement,
} from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { writeTetQuality, writeTriangleQuality } from './quality.ts';
import { createRing, type Ring } from './ring.ts';
import { createSandwich, type Sandwich } from './sandwich.ts';
import type { Walls } from './walls.ts';

/** How far an optimisation goes. */
export interface AirOptions {
  /** Sweeps over the elements that a call makes at most. All but the first only look at what the one before has made anew. */
  readonly sweeps: number;
  /** The smallest quality must rise by more than this for an operation to be done. */
  readonly leastGain: number;
  /** Only operations that replace an element with a quality below this are tried. */
  readonly below: number;
  /**
   * While an element has a quality below this, nothing is done. Such an element is a collision: until it is resolved, the air has to remember who
   * was where. The paper never waits.
   */
  readonly waitBelow: number;
}

/** Tries everything, as the paper does. Positions in float32 make qualities uncertain by about `leastGain`. */
export const AIR_OPTIONS: AirOptions = { sweeps: 8, leastGain: 1e-6, below: Infinity, waitBelow: -Infinity };

/** Working memory of the optimisation of one air mesh. Made once for a capacity, so that no call allocates. */
export interface AirOptimiser {
  /** Number of elements that there may be. */
  readonly capacity: number;
  readonly walls: Walls;
  readonly adjacency: AirAdjacency;
  /** Signed quality of each element. */
  readonly qualities: Float64Array;
  /** For each element, the sweep that made it; 0 if it is older than this call. */
  readonly stamps: Uint32Array;
  /** Elements below `end` that have been taken out, as a stack. Their words are NONE. */
  readonly free: Uint32Array;
  /** Elements that the operation in progress has put in. */
  readonly added: Uint32Array;
  /** Two qualities that are being compared. */
  readonly pair: Float64Array;
  readonly ring: Ring;
  readonly sandwich: Sandwich;
  readonly outcome: TetOutcome;

  /** Elements and positions of the call in progress. */
  elements: Uint32Array;
  positions: Float32Array | Float64Array;
  options: AirOptions;
  /** Elements 0 .. end exist or are free. */
  end: number;
  freeCount: number;
  addedCount: number;
  sweep: number;
}

/** Outcome of a call of optimiseTets. The object belongs to the optimiser; the next call overwrites it. */
export interface TetOutcome {
  /** Number of elements afterwards. */
  count: number;
  /**
   * Capacity that would have sufficed for the operations that were tried. If it is above the capacity, some operations were left out; the
   * mesh is sound all the same. For the result of a large enough list, repeat the call from the elements before it.
   */
  needed: number;
  edgeRemovals: number;
  faceRemovals: number;
  /** Numbers of edges and faces that were looked at. */
  edgesTried: number;
  facesTried: number;
  sweeps: number;
}

/** @param capacity number of elements that there may be */
export function createAirOptimiser(capacity: number, walls: Walls): AirOptimiser {
  return {
    capacity,
    walls,
    adjacency: createAdjacency(capacity, walls.vertexCount),
    qualities: new Float64Array(capacity),
    stamps: new Uint32Array(capacity),
    free: new Uint32Array(capacity),
    added: new Uint32Array(capacity),
    pair: new Float64Array(2),
    ring: createRing(),
    sandwich: createSandwich(),
    outcome: { count: 0, needed: 0, edgeRemovals: 0, faceRemovals: 0, edgesTried: 0, facesTried: 0, sweeps: 0 },
    elements: new Uint32Array(0),
    positions: new Float32Array(0),
    options: AIR_OPTIONS,
    end: 0,
    freeCount: 0,
    addedCount: 0,
    sweep: 0,
  };
}

/**
 * Begins a call: takes over elements and positions, finds neighbours and qualities.
 * @param count number of elements; the rest of `elements` is room for more
 */
export function beginOptimising(
  optimiser: AirOptimiser,
  elements: Uint32Array,
  count: number,
  positions: Float32Array | Float64Array,
  options: AirOptions,
): void {
  if (count > optimiser.capacity)
    throw new RangeError(`${count} air elements in an optimiser for ${optimiser.capacity}`);
  optimiser.elements = elements;
  optimiser.positions = positions;
  optimiser.options = options;
  optimiser.end = count;
  optimiser.freeCount = 0;
  optimiser.addedCount = 0;
  optimiser.sweep = 0;
  optimiser.stamps.fill(0, 0, count);
  clearOutcome(optimiser.outcome, count);
  buildAdjacency(optimiser.adjacency, elements, count, optimiser.walls);
  for (let element = 0; element < count; element++) writeQuality(optimiser, element);
}

function clearOutcome(outcome: TetOutcome, count: number): void {
  outcome.count = count;
  outcome.needed = count;
  outcome.edgeRemovals = 0;
  outcome.faceRemovals = 0;
  outcome.edgesTried = 0;
  outcome.facesTried = 0;
  outcome.sweeps = 0;
}

function writeQuality({ elements, positions, qualities }: AirOptimiser, element: number): void {
  const at = AIR_STRIDE * element;
  const d = elements[at + 3];
  if (d === NONE) writeTriangleQuality(positions, elements[at], elements[at + 1], elements[at + 2], qualities, element);
  else writeTetQuality(positions, elements[at], elements[at + 1], elements[at + 2], d, qualities, element);
}

/** Notes that an operation needs room for `more` elements than there are now, and returns whether there is room. */
export function reserve({ outcome, end, freeCount, capacity, elements }: AirOptimiser, more: number): boolean {
  const needed = end - freeCount + more;
  if (needed > outcome.needed) outcome.needed = needed;
  return needed <= capacity && AIR_STRIDE * needed <= elements.length;
}

/** Takes an element out. */
export function removeElement(optimiser: AirOptimiser, element: number): void {
  const { elements } = optimiser;
  unlinkElement(optimiser.adjacency, elements, element);
  elements.fill(NONE, AIR_STRIDE * element, AIR_STRIDE * (element + 1));
  optimiser.free[optimiser.freeCount++] = element;
}

/** Puts an element in, where one was taken out last, or else at the end. `finishAdding` must follow. */
export function addElement(optimiser: AirOptimiser, a: number, b: number, c: number, d: number): void {
  const { elements, adjacency } = optimiser;
  const element = optimiser.freeCount > 0 ? optimiser.free[--optimiser.freeCount] : optimiser.end++;
  const at = AIR_STRIDE * element;
  elements[at] = a;
  elements[at + 1] = b;
  elements[at + 2] = c;
  elements[at + 3] = d;
  adjacency.neighbours.fill(NONE, at, at + AIR_STRIDE);
  linkElement(adjacency, elements, element);
  writeQuality(optimiser, element);
  optimiser.stamps[element] = optimiser.sweep;
  optimiser.added[optimiser.addedCount++] = element;
}

/** Finds the neighbours of the elements that have been put in. */
export function finishAdding(optimiser: AirOptimiser): void {
  const { adjacency, elements, walls, added } = optimiser;
  for (let i = 0; i < optimiser.addedCount; i++) findNeighbours(adjacency, elements, added[i], walls);
  optimiser.addedCount = 0;
}

/** Ends a call: moves the last elements into the places of those taken out. Neighbours no longer hold. Returns the number of elements. */
export function compactElements(optimiser: AirOptimiser): number {
  const { elements } = optimiser;
  let end = optimiser.end;
  for (let place = 0; place < end; place++) {
    if (elements[AIR_STRIDE * place] !== NONE) continue;
    while (end > place && elements[AIR_STRIDE * (end - 1)] === NONE) end--;
    if (end <= place) break;
    end--;
    elements.copyWithin(AIR_STRIDE * place, AIR_STRIDE * end, AIR_STRIDE * (end + 1));
    elements.fill(NONE, AIR_STRIDE * end, AIR_STRIDE * (end + 1));
  }
  optimiser.end = end;
  optimiser.freeCount = 0;
  return end;
}

/**
 * Whether operations are tried from an element: it was made in this sweep or in the one before, or this is the first sweep; and its
 * quality is low enough.
 */
export const isDue = ({ stamps, sweep, qualities, options }: AirOptimiser, element: number): boolean =>
  stamps[element] + 1 >= sweep && qualities[element] < options.below;

/** Has an element tried in the next sweep, too: an edge or face that stood in the way may be gone then. */
export function tryAgain({ stamps, sweep }: AirOptimiser, element: number): void {
  stamps[element] = sweep;
}

/** Tests whether the elements of a call that has just begun must stay as they are (AirOptions.waitBelow). */
export function isWaiting({ qualities, options, end }: AirOptimiser): boolean {
  for (let element = 0; element < end; element++) if (qualities[element] < options.waitBelow) return true;
  return false;
}
