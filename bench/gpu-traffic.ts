import { LEAF_SIZE } from '../src/bvh/tree.ts';
import type { KernelWork } from '../src/gpu/profile.ts';
import type { KernelName } from '../src/gpu/kernels.ts';
import { COUNTERS } from '../src/simulation/state.ts';
import type { World } from '../src/simulation/world.ts';

/**
 * What kernels move and compute, counted in their WGSL: each load and store of an element once, 4 bytes a word; each +, -, *, /,
 * sqrt, min and max as one operation. Uniforms and the header of the packed topology aren't counted: they stay in caches.
 */

/** What some steps did, as far as traffic depends on it. */
export interface StepsDone {
  readonly world: World;
  readonly kernels: ReadonlyMap<KernelName, KernelWork>;
  /** COUNTERS, added up over the steps. */
  readonly counters: ArrayLike<number>;
  /** Projections of all contacts in these steps. */
  readonly sweeps: number;
  readonly steps: number;
}

/** Of all dispatches of a kernel. */
export interface Traffic {
  /** Bytes that loads and stores ask for: from memory, or from a cache where a dispatch before left them. */
  readonly bytes: number;
  readonly operations: number;
  /** Bytes that memory has to move where caches keep all that is used again; where that is less. */
  readonly least?: number;
}

type Count = (done: StepsDone, work: KernelWork) => Traffic;

const WORD = 4;
const VECTOR = 3 * WORD;
const BOX = 8 * WORD;

/** A kernel that does the same for each element. */
const each =
  (bytes: number, operations: number): Count =>
  (_, { elements }) => ({ bytes: bytes * elements, operations: operations * elements });

/**
 * Neo-Hookean, a tetrahedron: 4 vertices' ids, 6 words of rest metric, the volume; 9 multipliers, read and written; of 4 vertices
 * displacements, read and written, x0 and inverse mass.
 */
const TET_COLUMNS = (4 + 6 + 1 + 2 * 9) * WORD;
const TET_VERTEX = 2 * VECTOR + VECTOR + WORD;
const TET_BYTES = TET_COLUMNS + 4 * TET_VERTEX;
/**
 * Edges and their changes 27, norm 62, cofactors and both determinants 58, change of E^T E 99, stress 118, pressure 11, what is
 * missing 82, largest stretch and weights 21, b 66, its inverse 42, three products 135, bulk share 38, impulses and what they move 57.
 */
const TET_OPERATIONS = 816;

/** Boxes of the way down a tree to one leaf, both children a level, and the leaf's elements. */
const wayDown = (levels: number): number => BOX * (2 * levels + 1);
const LEAF_TETS = LEAF_SIZE * (WORD + 4 * WORD + 4 * VECTOR);

const deepest = (trees: World['tetTrees']): number => Math.max(0, ...trees.map(({ levels }) => levels));

/** A point's least: its vertex, its way down its own body's tree, for it lies in the boxes of its own elements, and one leaf. */
const containment: Count = ({ world }, { elements }) => {
  const levels = deepest(world.tetTrees);
  const bytes = 4 * WORD + VECTOR + wayDown(world.bodyTree.levels) + wayDown(levels) + LEAF_TETS;
  // Six comparisons a box, four determinants an element.
  return { bytes: elements * bytes, operations: elements * (6 * (2 * levels + 1) + LEAF_SIZE * 68) };
};

/** Query and path; then what was counted: balls tested, candidate faces, tetrahedra that rays passed. */
const paths: Count = ({ counters }) => {
  const { queriesAsked, boundsTested, candidates, tetsVisited } = COUNTERS;
  const bytes =
    counters[queriesAsked] * 16 * WORD +
    counters[boundsTested] * 4 * WORD +
    counters[candidates] * (WORD + 3 * WORD + 3 * VECTOR) + // id, corners, where they are
    counters[tetsVisited] * (8 * WORD + VECTOR); // corners and neighbours, the one new corner
  const operations = counters[boundsTested] * 11 + counters[candidates] * 60 + counters[tetsVisited] * 62;
  return { bytes, operations };
};

const contactsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]) / steps;

/** A record: count, normal, offset, lambda and friction read and written; of 4 vertices ids and weights, and what is there of each. */
const CONTACT_VERTEX = 2 * WORD + 4 * VECTOR + VECTOR + WORD;
const CONTACT_BYTES = (1 + 3 + 1 + 2 + 6) * WORD + 4 * CONTACT_VERTEX + 4 * VECTOR + WORD;
const CONTACT_OPERATIONS = 190;

/** Threads are a quarter more than contacts (src/gpu/dispatches.ts). */
const SPARE_THREADS = 1.25;

/** Colours with a dispatch of their own, then the rest: shares of all projections by the threads that the first got. */
const projections = (isRest: boolean): Count => {
  return (done) => {
    const all = contactsOf(done) * done.sweeps;
    const large = Math.min(all, (done.kernels.get('contacts')?.elements ?? 0) / SPARE_THREADS);
    const projected = isRest ? all - large : large;
    return { bytes: projected * CONTACT_BYTES, operations: projected * CONTACT_OPERATIONS };
  };
};

/** A round looks at each contact's colour; those that have none yet read or write their four vertices' bids, once each at least. */
const round: Count = (done, { dispatches }) => ({
  bytes: contactsOf(done) * (dispatches * WORD + 9 * WORD),
  operations: 0,
});

/** Kernels on a step's path, by what they move. */
export const TRAFFIC: Readonly<Partial<Record<KernelName, Count>>> = {
  // A vertex: x and v read and kept, collider impulses cleared: 64 bytes; a multiplier and a contact: 4 and 8.
  begin: ({ world }, { dispatches }) => ({
    bytes: dispatches * (world.vertexCount * (4 * VECTOR + 4 * WORD) + world.tetCount * 9 * WORD),
    operations: 0,
  }),
  // A vertex: remainder, velocity and position read and written, remainder kept, two sums cleared, inverse mass.
  predict: each(9 * VECTOR + WORD, 23),
  // A coordinate: x, x0, remainder and sum read, the last two written.
  displace: each(6 * WORD, 3),
  place: each(6 * WORD, 5),
  neoHookean: ({ world }, { elements }) => ({
    bytes: elements * TET_BYTES,
    operations: elements * TET_OPERATIONS,
    least: elements * (TET_COLUMNS + (TET_VERTEX * world.vertexCount) / world.tetCount),
  }),
  // A spring: ids, length, multiplier read and written; of 2 vertices displacements read and written, x0, inverse mass.
  springs: each((2 + 1 + 2) * WORD + 2 * TET_VERTEX, 46),
  // A coordinate: x, x0, both remainders, v read and written.
  velocities: each(6 * WORD, 7),
  // A vertex: x, x0, inverse mass, two sums.
  moments: each(4 * VECTOR + WORD, 62),
  // A vertex, where its body has lost any: x, v read and written.
  spin: each(3 * VECTOR, 18),
  // A leaf of some elements (order, ids, corners) and its box; counted by the elements that leaves hold.
  refitTets: ({ world }, { dispatches }) => ({
    bytes: dispatches * world.tetCount * (WORD + 4 * WORD + 4 * VECTOR + BOX / LEAF_SIZE),
    operations: dispatches * world.tetCount * 24,
    least: dispatches * (world.tetCount * (5 * WORD + BOX / LEAF_SIZE) + world.vertexCount * VECTOR),
  }),
  refitFaces: ({ world }, { dispatches }) => ({
    bytes: dispatches * world.faceCount * (WORD + 3 * WORD + 3 * VECTOR + BOX / LEAF_SIZE),
    operations: dispatches * world.faceCount * 18,
    least: dispatches * (world.faceCount * (4 * WORD + BOX / LEAF_SIZE) + world.surfaceVertexCount * VECTOR),
  }),
  // A node: two boxes read, one written.
  refitLevel: each(3 * BOX, 6),
  containment,
  scanBlocks: each(2 * WORD, 7),
  queries: each(3 * WORD, 1),
  foldedEdges: each(2 * WORD + 6 * (9 * WORD + VECTOR), 250), // some six elements around an edge
  foldedVertices: each(6 * (8 * WORD + VECTOR) + 12 * (5 * WORD + 3 * VECTOR), 900), // six faces, some twelve elements
  inverted: each(4 * WORD + 4 * VECTOR, 40),
  shortestPathFlood: paths,
  // A query and its path; a contact.
  pathContacts: ({ counters }) => ({
    bytes: counters[COUNTERS.queriesAsked] * (16 * WORD + CONTACT_BYTES / 2),
    operations: counters[COUNTERS.queriesAsked] * 120,
  }),
  colourClear: each(WORD, 0),
  colourList: (done, { dispatches }) => ({ bytes: contactsOf(done) * dispatches * 2 * WORD, operations: 0 }),
  colourClaim: round,
  colourWin: round,
  colourOrder: (done, { dispatches }) => ({ bytes: contactsOf(done) * dispatches * 3 * WORD, operations: 0 }),
  contacts: projections(false),
  contactsRest: projections(true),
  // A vertex: x read, x0, inverse mass, impulse read and written; some 20 operations a collider.
  colliders: each(2 * VECTOR + WORD + 8 * WORD, 60),
  energy: ({ world }, { dispatches }) => ({
    bytes: dispatches * world.vertexCount * (2 * VECTOR + WORD),
    operations: dispatches * world.vertexCount * 8,
  }),
  // A surface vertex: some six faces around it.
  normals: each(VECTOR + 2 * WORD + 6 * (4 * WORD + 3 * VECTOR), 96),
};
