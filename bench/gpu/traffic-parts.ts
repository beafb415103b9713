import { leafCount, type TreeLayout } from '../../src/bvh/tree.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import type { KernelWork } from '../../src/gpu/profile.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { World } from '../../src/simulation/world/world.ts';

// Shared by the models of the kernels' traffic (gpu-traffic.ts).

/** Work of some steps, as far as traffic depends on it. */
export interface StepsDone {
  readonly world: World;
  readonly kernels: ReadonlyMap<KernelName, KernelWork>;
  /** COUNTERS summed over the steps. */
  readonly counters: ArrayLike<number>;
  /** Number of sweeps over all contacts in these steps. */
  readonly sweeps: number;
  readonly steps: number;
  /** Mode of the steps; in hybrid, detections search only the points that the step's start has found inside. */
  readonly mode?: SimulationParameters['mode'];
}

/** Traffic of all dispatches of a kernel. */
export interface Traffic {
  /** Bytes of all loads and stores, whether memory or a cache serves them. */
  readonly bytes: number;
  readonly operations: number;
  /** Bytes that memory has to transfer if caches keep all reused data; undefined if equal to `bytes`. */
  readonly least?: number;
}

export type Trees = readonly TreeLayout[];
export type Count = (done: StepsDone, work: KernelWork) => Traffic;

export const WORD = 4;
export const VECTOR = 3 * WORD;
export const BOX = 8 * WORD;

/** Traffic of a kernel that does the same work for each element. */
export const each =
  (bytes: number, operations: number): Count =>
  (_, { elements }) => ({ bytes: bytes * elements, operations: operations * elements });

/** The same work for every vertex, once per dispatch, for kernels whose threads take several vertices. */
export const eachVertex =
  (bytes: number, operations: number): Count =>
  ({ world: { vertexCount } }, { dispatches }) => ({
    bytes: dispatches * vertexCount * bytes,
    operations: dispatches * vertexCount * operations,
  });

/** Bytes of boxes on the way from a tree's root to one leaf: both children per level. */
export const wayDown = (levels: number): number => BOX * (2 * levels + 1);

export const deepest = (trees: Trees): number => Math.max(0, ...trees.map(({ levels }) => levels));
export const leaves = (trees: Trees): number => trees.reduce((sum, tree) => sum + leafCount(tree), 0);

/** Bytes of an element in a leaf: its place in the order, its vertex ids and their positions. */
export const leafElement = (corners: number): number => WORD + corners * WORD + corners * VECTOR;

/** Traffic of boxes of inner nodes, each once per refit: two boxes read, one written. @param refits number of them */
export function innerBoxes(trees: Trees, refits: number): Traffic {
  const nodes = refits * (leaves(trees) - trees.length);
  return { bytes: nodes * 3 * BOX, operations: nodes * 6 };
}

/**
 * Traffic of a tree over bodies: per body its number and the box of its own tree's root, per leaf a box written, then the inner boxes.
 * @param refits number of refits
 */
export function bodyBoxes({ bodies, bodyTree }: World, refits: number): Traffic {
  const { bytes, operations } = innerBoxes([bodyTree], refits);
  return {
    bytes: bytes + refits * (bodies.length * (WORD + BOX) + leafCount(bodyTree) * BOX),
    operations: operations + refits * bodies.length * 6,
  };
}

/** Traffic of a kernel that adds up the sums of a list's blocks: each is read, and written again. @param elements of the list */
export const blockSums =
  (elements: (world: World) => number): Count =>
  ({ world }, { dispatches }) => ({
    bytes: dispatches * Math.ceil(elements(world) / WORKGROUP_SIZE) * 2 * WORD,
    operations: 0,
  });

/** Refit of leaf boxes from their elements, six operations per corner. @param vertices whose positions memory transfers once */
export const refitLeaves = (
  trees: Trees,
  count: number,
  corners: number,
  vertices: number,
  dispatches: number,
): Traffic => ({
  bytes: dispatches * (count * leafElement(corners) + leaves(trees) * BOX),
  operations: dispatches * count * corners * 6,
  least: dispatches * (count * (1 + corners) * WORD + leaves(trees) * BOX + vertices * VECTOR),
});
