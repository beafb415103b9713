import { leafCount, type TreeLayout } from '../../src/bvh/tree.ts';
import type { KernelWork } from '../../src/gpu/profile.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { COUNTERS, INERTIA, inertiaCount, PATH, QUERY, stateLayout } from '../../src/simulation/state.ts';
import { isBowl, type World } from '../../src/simulation/world.ts';

/**
 * What kernels move and compute, counted in their WGSL: each load and store of an element once, 4 bytes a word; each +, -, *, /,
 * sqrt, min and max of floats as one operation. Uniforms and the header of the packed topology aren't counted: they stay in caches.
 * (A test counts the bytes of kernels without branches and loops again, in the shaders' text.)
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

type Trees = readonly TreeLayout[];
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
 * displacements, read and written, x0 and inverse mass; the moment of one of them, read and written.
 */
const TET_COLUMNS = (4 + 6 + 1 + 2 * 9) * WORD;
const CONSTRAINT_VERTEX = 2 * VECTOR + VECTOR + WORD;
const MOMENT = 2 * VECTOR;
const TET_BYTES = TET_COLUMNS + 4 * CONSTRAINT_VERTEX + MOMENT;
/**
 * Edges and their changes 27, norm 62, cofactors and both determinants 58, change of E^T E 99, stress 118, pressure and its factors
 * 12, what is missing 82, largest stretch, shear and bulk 22, weights and b 66, its inverse 42, three products 135, bulk share 38,
 * impulses and what they move 57, their moment 36.
 */
const TET_OPERATIONS = 854;

/** Vertices that are some tetrahedron's first, of all bodies: the least whose moments an iteration touches. */
function firstCorners({ models, bodies }: World): number {
  const counts = models.map(({ elasticTets: { vertices }, topology }) => {
    const isFirst = new Uint8Array(topology.vertexCount);
    for (let t = 0; t < vertices.length; t += 4) isFirst[vertices[t]] = 1;
    return isFirst.reduce((sum, one) => sum + one, 0);
  });
  return bodies.reduce((sum, { model }) => sum + counts[model], 0);
}

/** Boxes of the way down a tree to one leaf, both children a level. */
const wayDown = (levels: number): number => BOX * (2 * levels + 1);

const deepest = (trees: Trees): number => Math.max(0, ...trees.map(({ levels }) => levels));
const leaves = (trees: Trees): number => trees.reduce((sum, tree) => sum + leafCount(tree), 0);

/** An element of a leaf: its place in the order, its corners and where they are. */
const leafElement = (corners: number): number => WORD + corners * WORD + corners * VECTOR;

/** A point's least: its vertex, its way down its own body's tree, for it lies in the boxes of its own elements, and one leaf. */
const containment: Count = ({ world }, { elements }) => {
  const levels = deepest(world.tetTrees);
  const inLeaf = world.tetCount / leaves(world.tetTrees);
  const bytes = 4 * WORD + VECTOR + wayDown(world.bodyTree.levels) + wayDown(levels) + inLeaf * leafElement(4);
  // Six comparisons a box, four determinants an element.
  return { bytes: elements * bytes, operations: elements * (6 * (2 * levels + 1) + inLeaf * 68) };
};

/** Boxes of leaves about their elements, six operations a corner. @param vertices whose positions memory moves once */
const refitLeaves = (trees: Trees, count: number, corners: number, vertices: number, dispatches: number): Traffic => ({
  bytes: dispatches * (count * leafElement(corners) + leaves(trees) * BOX),
  operations: dispatches * count * corners * 6,
  least: dispatches * (count * (1 + corners) * WORD + leaves(trees) * BOX + vertices * VECTOR),
});

/** Query and path; then what was counted: balls tested, candidate faces, tetrahedra that rays passed. */
const paths: Count = ({ counters }) => {
  const { queriesAsked, boundsTested, candidates, tetsVisited } = COUNTERS;
  const bytes =
    counters[queriesAsked] * (QUERY.stride + PATH.stride) * WORD +
    counters[boundsTested] * 4 * WORD +
    counters[candidates] * (WORD + 3 * WORD + 3 * VECTOR) + // id, corners, where they are
    counters[tetsVisited] * (8 * WORD + VECTOR); // corners and neighbours, the one new corner
  const operations = counters[boundsTested] * 11 + counters[candidates] * 60 + counters[tetsVisited] * 62;
  return { bytes, operations };
};

const contactsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]) / steps;

/** What kernels look through for contacts: queries, whether their paths made one or not, and those of CCD. */
const slotsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.queries] + counters[COUNTERS.contactsCcd]) / steps;

/** Every colouring lists them once. */
const colouringsOf = ({ kernels }: StepsDone): number => kernels.get('colourList')?.dispatches ?? 0;

/** Vertices of a contact that a surface vertex has with a face, as all contacts are by default. */
const CONTACT_CORNERS = 4;
/** Of each: id, weight, position and remainder read and written, x0, inverse mass. */
const CONTACT_VERTEX = 2 * WORD + 4 * VECTOR + VECTOR + WORD;
/** A record: count, normal, offset, lambda and friction read and written; its vertices, two of their moments; its place in the order. */
const CONTACT_BYTES = (1 + 3 + 1 + 2 + 6) * WORD + CONTACT_CORNERS * CONTACT_VERTEX + 2 * MOMENT + WORD;
/**
 * Of one that presses, others end after the distance: mobility 12, distance 42, lambda 3, impulse 4, slip 36, friction 33, and twice
 * moving four vertices 100 and their moments 18.
 */
const CONTACT_OPERATIONS = 366;

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

/** A round looks at each slot's colour; contacts that have none yet read count and ids and read or write their bids, once each at least. */
const round: Count = (done, { dispatches }) => ({
  bytes: slotsOf(done) * dispatches * WORD + contactsOf(done) * colouringsOf(done) * (1 + 2 * CONTACT_CORNERS) * WORD,
  operations: 0,
});

/** The same for every vertex, once a dispatch: kernels whose threads take several. */
const eachVertex =
  (bytes: number, operations: number): Count =>
  ({ world: { vertexCount } }, { dispatches }) => ({
    bytes: dispatches * vertexCount * bytes,
    operations: dispatches * vertexCount * operations,
  });

/** Tetrahedra around an edge of the boundary: the mean of octopi of 900 to 14,800 tetrahedra, whose inner edges have five. */
const TETS_AROUND_EDGE = 2.4;
/** A closed surface has twice as many faces as vertices, with three corners each. */
const FACES_AROUND_VERTEX = 6;
const tetsAroundVertex = ({ models }: World): number => {
  const around = models.reduce((sum, { topology }) => sum + topology.vertexTets.length, 0);
  return around / models.reduce((sum, { topology }) => sum + topology.surfaceVertexCount, 0);
};

/** A collider that isn't met: how deep a vertex is past a plane, or a bowl's inside. */
const PLANE_OPERATIONS = 6;
const BOWL_OPERATIONS = 14;

/** Kernels on a step's path, by what they move. */
export const TRAFFIC: Readonly<Partial<Record<KernelName, Count>>> = {
  // A vertex: x and v read and kept, collider impulses cleared; a multiplier.
  begin: ({ world }, { dispatches }) => ({
    bytes: dispatches * (world.vertexCount * (4 * VECTOR + 4 * WORD) + stateLayout(world).multipliers.length * WORD),
    operations: 0,
  }),
  // A vertex: remainder, velocity and position read and written, remainder kept, moment cleared, inverse mass.
  predict: each(8 * VECTOR + WORD, 23),
  // A coordinate: x, x0, remainder read and written.
  displace: each(4 * WORD, 2),
  // A coordinate: x0, remainder read and written, x written.
  place: each(4 * WORD, 3),
  neoHookean: ({ world }, { elements }) => ({
    bytes: elements * TET_BYTES,
    operations: elements * TET_OPERATIONS,
    least:
      elements *
      (TET_COLUMNS + (CONSTRAINT_VERTEX * world.vertexCount + MOMENT * firstCorners(world)) / world.tetCount),
  }),
  // A spring: ids, length, multiplier read and written; of 2 vertices displacements read and written, x0, inverse mass; one moment.
  springs: each((2 + 1 + 2) * WORD + 2 * CONSTRAINT_VERTEX + MOMENT, 66),
  // A coordinate: x, x0, both remainders, v read and written.
  velocities: each(6 * WORD, 7),
  // A vertex: x, inverse mass, moment; of each chunk of them an inertia written.
  moments: (done, work) => {
    const { bytes, operations } = eachVertex(2 * VECTOR + WORD, 39)(done, work);
    return { bytes: bytes + work.dispatches * inertiaCount(done.world) * INERTIA.stride * WORD, operations };
  },
  // A vertex, where its body has lost any: x, v read and written.
  spin: each(3 * VECTOR, 18),
  refitTets: ({ world: { tetTrees, tetCount, vertexCount } }, { dispatches }) =>
    refitLeaves(tetTrees, tetCount, 4, vertexCount, dispatches),
  refitFaces: ({ world: { faceTrees, faceCount, surfaceVertexCount } }, { dispatches }) =>
    refitLeaves(faceTrees, faceCount, 3, surfaceVertexCount, dispatches),
  // An inner node, every one once a refit: two boxes read, one written.
  refitLevel: ({ world: { tetTrees, faceTrees }, kernels }) => {
    const trees = [...tetTrees, ...faceTrees];
    const nodes = (kernels.get('refitTets')?.dispatches ?? 0) * (leaves(trees) - trees.length);
    return { bytes: nodes * 3 * BOX, operations: nodes * 6 };
  },
  containment,
  scanBlocks: each(2 * WORD, 7),
  // A point's count and offset; of each of its queries pair, vertex and position read, the record written.
  queries: ({ counters }, { elements }) => ({
    bytes: elements * 3 * WORD + counters[COUNTERS.queriesAsked] * ((2 + 1 + QUERY.stride) * WORD + VECTOR),
    operations: elements,
  }),
  // An edge's ends, face and first element with four corners' positions; then an element at a time its corners, neighbour, new position.
  foldedEdges: each(8 * WORD + 3 * VECTOR + TETS_AROUND_EDGE * (5 * WORD + VECTOR), 12 + TETS_AROUND_EDGE * 49),
  // Faces: ids, corners, edges, what is known of one, a position; elements: id, corners, three positions.
  foldedVertices: ({ world }, { elements }) => {
    const tets = tetsAroundVertex(world);
    return {
      bytes:
        elements * (6 * WORD + VECTOR + FACES_AROUND_VERTEX * (8 * WORD + VECTOR) + tets * (5 * WORD + 3 * VECTOR)),
      operations: elements * (FACES_AROUND_VERTEX * 55 + tets * 76),
    };
  },
  inverted: each(4 * WORD + 4 * VECTOR, 45),
  shortestPathFlood: paths,
  // A path, of its query three words, a face and where it is; a contact's words, x0 of its vertices.
  pathContacts: ({ counters }) => ({
    bytes:
      counters[COUNTERS.queriesAsked] *
      ((PATH.stride + 3 + 3 + 2 * CONTACT_CORNERS + 8) * WORD + (3 + CONTACT_CORNERS) * VECTOR),
    operations: counters[COUNTERS.queriesAsked] * 83,
  }),
  colourClear: each(WORD, 0),
  colourList: (done, { dispatches }) => ({ bytes: slotsOf(done) * dispatches * 2 * WORD, operations: 0 }),
  colourClaim: round,
  colourWin: round,
  colourOrder: (done, { dispatches }) => ({
    bytes: dispatches * (slotsOf(done) + 2 * contactsOf(done)) * WORD,
    operations: 0,
  }),
  contacts: projections(false),
  contactsRest: projections(true),
  // A vertex: x and impulse read and written, x0, inverse mass; most vertices meet no collider.
  colliders: ({ world: { colliders } }, { elements }) => {
    const bowls = colliders.filter(isBowl).length;
    return {
      bytes: elements * (3 * VECTOR + WORD + 8 * WORD),
      operations: elements * (bowls * BOWL_OPERATIONS + (colliders.length - bowls) * PLANE_OPERATIONS),
    };
  },
  // A vertex: x, v, inverse mass.
  energy: eachVertex(2 * VECTOR + WORD, 8),
  // A surface vertex: body, id, range of its faces, the normal written; a face: id, corners, positions.
  normals: each(VECTOR + 4 * WORD + FACES_AROUND_VERTEX * (4 * WORD + 3 * VECTOR), FACES_AROUND_VERTEX * 18 + 9),
};
