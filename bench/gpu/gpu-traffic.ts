import { leafCount, type TreeLayout } from '../../src/bvh/tree.ts';
import type { KernelWork } from '../../src/gpu/profile.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import { COUNTERS, INERTIA, inertiaCount, PATH, QUERY, stateLayout } from '../../src/simulation/state.ts';
import { isBowl, type World } from '../../src/simulation/world/world.ts';

/**
 * Model of the memory traffic and arithmetic of kernels, counted in their WGSL: each load and store of an element once, 4 bytes
 * per word; each +, -, *, /, sqrt, min and max of floats as one operation. Uniforms and the header of the packed topology are not
 * counted, since they stay in caches. A test recounts the bytes of kernels without branches and loops from the shaders' text.
 */

/** Work of some steps, as far as traffic depends on it. */
export interface StepsDone {
  readonly world: World;
  readonly kernels: ReadonlyMap<KernelName, KernelWork>;
  /** COUNTERS summed over the steps. */
  readonly counters: ArrayLike<number>;
  /** Number of sweeps over all contacts in these steps. */
  readonly sweeps: number;
  readonly steps: number;
}

/** Traffic of all dispatches of a kernel. */
export interface Traffic {
  /** Bytes of all loads and stores, whether memory or a cache serves them. */
  readonly bytes: number;
  readonly operations: number;
  /** Bytes that memory has to transfer if caches keep all reused data; undefined if equal to `bytes`. */
  readonly least?: number;
}

type Trees = readonly TreeLayout[];
type Count = (done: StepsDone, work: KernelWork) => Traffic;

const WORD = 4;
const VECTOR = 3 * WORD;
const BOX = 8 * WORD;

/** Traffic of a kernel that does the same work for each element. */
const each =
  (bytes: number, operations: number): Count =>
  (_, { elements }) => ({ bytes: bytes * elements, operations: operations * elements });

/**
 * Neo-Hookean data per tetrahedron: 4 vertex ids, 6 words of rest metric, the volume, and 9 multipliers (read and written). Per
 * vertex: displacement (read and written), x0, inverse mass. One vertex' moment (read and written).
 */
const TET_COLUMNS = (4 + 6 + 1 + 2 * 9) * WORD;
const CONSTRAINT_VERTEX = 2 * VECTOR + VECTOR + WORD;
const MOMENT = 2 * VECTOR;
const TET_BYTES = TET_COLUMNS + 4 * CONSTRAINT_VERTEX + MOMENT;
/**
 * Operations of a Neo-Hookean tetrahedron: edges and their changes 27, norm 62, cofactors and both determinants 58, change of E^T
 * E 99, stress 118, pressure and its factors 12, residuals 82, largest stretch, shear and bulk 22, weights and b 66, its inverse
 * 42, three products 135, bulk share 38, impulses and displacements 57, their moment 36.
 */
const TET_OPERATIONS = 854;

/**
 * Number of vertices that are some tetrahedron's first one, over all bodies: the least number of moments that an iteration
 * touches.
 */
function firstCorners({ models, bodies }: World): number {
  const counts = models.map(({ elasticTets: { vertices }, topology }) => {
    const isFirst = new Uint8Array(topology.vertexCount);
    for (let t = 0; t < vertices.length; t += 4) isFirst[vertices[t]] = 1;
    return isFirst.reduce((sum, one) => sum + one, 0);
  });
  return bodies.reduce((sum, { model }) => sum + counts[model], 0);
}

/** Bytes of boxes on the way from a tree's root to one leaf: both children per level. */
const wayDown = (levels: number): number => BOX * (2 * levels + 1);

const deepest = (trees: Trees): number => Math.max(0, ...trees.map(({ levels }) => levels));
const leaves = (trees: Trees): number => trees.reduce((sum, tree) => sum + leafCount(tree), 0);

/** Bytes of an element in a leaf: its place in the order, its vertex ids and their positions. */
const leafElement = (corners: number): number => WORD + corners * WORD + corners * VECTOR;

/**
 * Lower bound per point: its vertex, one leaf, and the way to it in its own body's tree, since it lies in the boxes of its own
 * elements.
 */
const containment: Count = ({ world }, { elements }) => {
  const levels = deepest(world.tetTrees);
  const inLeaf = world.tetCount / leaves(world.tetTrees);
  const bytes = 4 * WORD + VECTOR + wayDown(world.bodyTree.levels) + wayDown(levels) + inLeaf * leafElement(4);
  // Six comparisons per box, four determinants per element.
  return { bytes: elements * bytes, operations: elements * (6 * (2 * levels + 1) + inLeaf * 68) };
};

/** Refit of leaf boxes from their elements, six operations per corner. @param vertices whose positions memory transfers once */
const refitLeaves = (trees: Trees, count: number, corners: number, vertices: number, dispatches: number): Traffic => ({
  bytes: dispatches * (count * leafElement(corners) + leaves(trees) * BOX),
  operations: dispatches * count * corners * 6,
  least: dispatches * (count * (1 + corners) * WORD + leaves(trees) * BOX + vertices * VECTOR),
});

/**
 * Traffic of shortest paths: query and result, then by counters: tested bounds, candidate faces, and tetrahedra that rays
 * traversed.
 */
const paths: Count = ({ counters }) => {
  const { queriesAsked, boundsTested, candidates, tetsVisited } = COUNTERS;
  const bytes =
    counters[queriesAsked] * (QUERY.stride + PATH.stride) * WORD +
    counters[boundsTested] * 4 * WORD +
    counters[candidates] * (WORD + 3 * WORD + 3 * VECTOR) + // id, corners, their positions
    counters[tetsVisited] * (8 * WORD + VECTOR); // corners and neighbours, position of the new corner
  const operations = counters[boundsTested] * 11 + counters[candidates] * 60 + counters[tetsVisited] * 62;
  return { bytes, operations };
};

const contactsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd]) / steps;

/** Number of contact slots that kernels look through: path queries, with or without a contact, and CCD contacts. */
const slotsOf = ({ counters, steps }: StepsDone): number =>
  (counters[COUNTERS.queries] + counters[COUNTERS.contactsCcd]) / steps;

/** Number of colourings; each lists the contacts once. */
const colouringsOf = ({ kernels }: StepsDone): number => kernels.get('colourList')?.dispatches ?? 0;

/** Vertices per contact: a surface vertex and a face, as all contacts are by default. */
const CONTACT_CORNERS = 4;
/** Bytes per vertex of a contact: id, weight, position and remainder (read and written), x0, inverse mass. */
const CONTACT_VERTEX = 2 * WORD + 4 * VECTOR + VECTOR + WORD;
/**
 * Bytes per contact: count, normal, offset, lambda and friction (read and written); its vertices, two of their moments; its place
 * in the order.
 */
const CONTACT_BYTES = (1 + 3 + 1 + 2 + 6) * WORD + CONTACT_CORNERS * CONTACT_VERTEX + 2 * MOMENT + WORD;
/**
 * Operations of an active contact: mobility 12, distance 42, lambda 3, impulse 4, slip 36, friction 33, and twice moving four
 * vertices 100 and their moments 18. Inactive contacts stop after the distance.
 */
const CONTACT_OPERATIONS = 366;

/** Threads per contact (src/gpu/dispatches.ts). */
const SPARE_THREADS = 1.25;

/**
 * Projection by colours with a dispatch of their own, then by one for the rest: work is split by the number of threads of the
 * first ones.
 */
const projections = (isRest: boolean): Count => {
  return (done) => {
    const all = contactsOf(done) * done.sweeps;
    const large = Math.min(all, (done.kernels.get('contacts')?.elements ?? 0) / SPARE_THREADS);
    const projected = isRest ? all - large : large;
    return { bytes: projected * CONTACT_BYTES, operations: projected * CONTACT_OPERATIONS };
  };
};

/**
 * A round of colouring. It reads each slot's colour. Contacts without a colour read count and ids, and read or write their bids
 * at least once each.
 */
const round: Count = (done, { dispatches }) => ({
  bytes: slotsOf(done) * dispatches * WORD + contactsOf(done) * colouringsOf(done) * (1 + 2 * CONTACT_CORNERS) * WORD,
  operations: 0,
});

/** The same work for every vertex, once per dispatch, for kernels whose threads take several vertices. */
const eachVertex =
  (bytes: number, operations: number): Count =>
  ({ world: { vertexCount } }, { dispatches }) => ({
    bytes: dispatches * vertexCount * bytes,
    operations: dispatches * vertexCount * operations,
  });

/** Mean number of tetrahedra around a boundary edge, for octopi of 900 to 14,800 tetrahedra. Inner edges have five. */
const TETS_AROUND_EDGE = 2.4;
/** Faces per surface vertex: a closed surface has twice as many faces as vertices, with three corners each. */
const FACES_AROUND_VERTEX = 6;
const tetsAroundVertex = ({ models }: World): number => {
  const around = models.reduce((sum, { topology }) => sum + topology.vertexTets.length, 0);
  return around / models.reduce((sum, { topology }) => sum + topology.surfaceVertexCount, 0);
};

/** Operations for a collider without contact: the depth of a vertex past a plane or a bowl's inner side. */
const PLANE_OPERATIONS = 6;
const BOWL_OPERATIONS = 14;

/** Traffic of Neo-Hookean tetrahedra. */
const elasticTets = (world: World, count: number): Traffic => ({
  bytes: count * TET_BYTES,
  operations: count * TET_OPERATIONS,
  least:
    count * (TET_COLUMNS + (CONSTRAINT_VERTEX * world.vertexCount + MOMENT * firstCorners(world)) / world.tetCount),
});

/** Traffic per kernel of a step. */
export const TRAFFIC: Readonly<Partial<Record<KernelName, Count>>> = {
  // Per vertex: x and v read and kept, collider impulses cleared; per constraint a multiplier.
  begin: ({ world }, { dispatches }) => ({
    bytes: dispatches * (world.vertexCount * (4 * VECTOR + 4 * WORD) + stateLayout(world).multipliers.length * WORD),
    operations: 0,
  }),
  // Per vertex: remainder, velocity and position read and written, remainder kept, moment cleared, inverse mass.
  predict: each(8 * VECTOR + WORD, 23),
  // Per coordinate: x, x0, remainder read and written.
  displace: each(4 * WORD, 2),
  // Per coordinate: x0, remainder read and written, x written.
  place: each(4 * WORD, 3),
  neoHookean: ({ world }, { elements }) => elasticTets(world, elements),
  // Tetrahedra of whole bodies. Where no kernel does it before, each vertex is displaced, and placed in the end.
  neoHookeanBodies: ({ world, kernels }, { elements }) => {
    const share = elements / (WORKGROUP_SIZE * world.bodies.length);
    const { bytes, operations, least = bytes } = elasticTets(world, share * world.tetCount);
    const coordinates = kernels.has('displace') ? 0 : share * 3 * world.vertexCount;
    const around = coordinates * 8 * WORD;
    return { bytes: bytes + around, operations: operations + coordinates * 5, least: least + around };
  },
  // Per spring: ids, length, multiplier read and written. Of its 2 vertices: displacements read and written, x0, inverse mass;
  // one moment.
  springs: each((2 + 1 + 2) * WORD + 2 * CONSTRAINT_VERTEX + MOMENT, 66),
  // Per coordinate: x, x0, both remainders, v read and written.
  velocities: each(6 * WORD, 7),
  // Per vertex: x, inverse mass, moment. Per chunk of vertices: an inertia written.
  moments: (done, work) => {
    const { bytes, operations } = eachVertex(2 * VECTOR + WORD, 39)(done, work);
    return { bytes: bytes + work.dispatches * inertiaCount(done.world) * INERTIA.stride * WORD, operations };
  },
  // Per vertex, if its body has lost angular momentum: x, v read and written.
  spin: each(3 * VECTOR, 18),
  refitTets: ({ world: { tetTrees, tetCount, vertexCount } }, { dispatches }) =>
    refitLeaves(tetTrees, tetCount, 4, vertexCount, dispatches),
  refitFaces: ({ world: { faceTrees, faceCount, surfaceVertexCount } }, { dispatches }) =>
    refitLeaves(faceTrees, faceCount, 3, surfaceVertexCount, dispatches),
  // Per inner node, each once per refit: two boxes read, one written.
  refitLevels: ({ world: { tetTrees, faceTrees }, kernels }) => {
    const trees = [...tetTrees, ...faceTrees];
    const nodes = (kernels.get('refitTets')?.dispatches ?? 0) * (leaves(trees) - trees.length);
    return { bytes: nodes * 3 * BOX, operations: nodes * 6 };
  },
  containment,
  scanBlocks: each(2 * WORD, 7),
  // Per point: count and offset. Per query: pair, vertex and position read, the record written.
  queries: ({ counters }, { elements }) => ({
    bytes: elements * 3 * WORD + counters[COUNTERS.queriesAsked] * ((2 + 1 + QUERY.stride) * WORD + VECTOR),
    operations: elements,
  }),
  // Per edge: its ends, face and first element with four corners' positions. Per further element: corners, neighbour, new
  // position.
  foldedEdges: each(8 * WORD + 3 * VECTOR + TETS_AROUND_EDGE * (5 * WORD + VECTOR), 12 + TETS_AROUND_EDGE * 49),
  // Per face: ids, corners, edges, the edges' folds, a position. Per element: id, corners, three positions.
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
  // Per path: three words of its query, a face and its positions; the contact's words, x0 of its vertices.
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
  contactsRemaining: projections(true),
  // Per vertex: x and impulse read and written, x0, inverse mass; most vertices touch no collider.
  colliders: ({ world: { colliders } }, { elements }) => {
    const bowls = colliders.filter(isBowl).length;
    return {
      bytes: elements * (3 * VECTOR + WORD + 8 * WORD),
      operations: elements * (bowls * BOWL_OPERATIONS + (colliders.length - bowls) * PLANE_OPERATIONS),
    };
  },
  // Per vertex: x, v, inverse mass.
  energy: eachVertex(2 * VECTOR + WORD, 8),
  // Per surface vertex: body, id, range of its faces, the normal written. Per face: id, corners, positions.
  normals: each(VECTOR + 4 * WORD + FACES_AROUND_VERTEX * (4 * WORD + 3 * VECTOR), FACES_AROUND_VERTEX * 18 + 9),
};
