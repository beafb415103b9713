import type { IMPLICIT_EULER_KERNELS } from '../../src/gpu/kernels/implicit-euler-kernels.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import type { KernelWork } from '../../src/gpu/profile.ts';
import { COUNTERS, INERTIA, inertiaCount, PATH, QUERY, stateLayout } from '../../src/simulation/state.ts';
import { isBowl, type World } from '../../src/simulation/world/world.ts';
import { CCD_TRAFFIC } from './ccd-traffic.ts';
import { CONTACT_TRAFFIC } from './contact-traffic.ts';
import { ELASTIC_TRAFFIC, MOMENT } from './elastic-traffic.ts';
import { REBUILD_TRAFFIC } from './rebuild-traffic.ts';
import {
  blockSums,
  bodyBoxes,
  type Count,
  deepest,
  each,
  eachVertex,
  innerBoxes,
  leafElement,
  leaves,
  refitLeaves,
  type StepsDone,
  VECTOR,
  wayDown,
  WORD,
} from './traffic-parts.ts';

/**
 * Model of the memory traffic and arithmetic of kernels, counted in their WGSL: each load and store of an element once, 4 bytes
 * per word; each +, -, *, /, sqrt, min and max of floats as one operation. Uniforms and the header of the packed topology are not
 * counted, since they stay in caches. A test recounts the bytes of kernels without branches and loops from the shaders' text.
 */

/** Share of the points or edges that are searched: in hybrid those of the step's start alone, since then nearly all are outside. */
const searchedShare = ({ mode, steps }: StepsDone, { dispatches }: KernelWork): number =>
  mode === 'hybrid' ? steps / dispatches : 1;

/**
 * Lower bound per point: its vertex, one leaf, and the way to it in its own body's tree, since it lies in the boxes of its own
 * elements. Points that are left out: their class read, no pairs written.
 */
const containment: Count = (done, work) => {
  const { world } = done;
  const levels = deepest(world.tetTrees);
  const inLeaf = world.tetCount / leaves(world.tetTrees);
  const bytes = 2 * WORD + VECTOR + wayDown(world.bodyTree.levels) + wayDown(levels) + inLeaf * leafElement(4);
  const searched = work.elements * searchedShare(done, work);
  // Six comparisons per box, four determinants per element.
  return {
    bytes: work.elements * 2 * WORD + searched * bytes,
    operations: searched * (6 * (2 * levels + 1) + inLeaf * 68),
  };
};

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

/** Lower bound per edge, as for points: its ends, its body and class, a pair, and the way to one leaf. */
const edgeContainment: Count = (done, work) => {
  const { bytes, operations } = containment(done, work);
  return { bytes: bytes + work.elements * searchedShare(done, work) * (2 * WORD + VECTOR), operations };
};

/** Per vertex in the lists of patches and borders, for a ball's centre and once more for its radius: number, x. Per ball four words. */
const cellBounds: Count = ({ world }, { dispatches }) => {
  const { models, bodies, patchCount, sideCount } = world;
  const listed = bodies.reduce((sum, { model }) => {
    const { patchVertices, sideBorders, borderOffsets } = models[model].cells;
    const ofSides = sideBorders.reduce((all, border) => all + borderOffsets[border + 1] - borderOffsets[border], 0);
    return sum + patchVertices.length + ofSides;
  }, 0);
  return {
    bytes: dispatches * (2 * listed * (WORD + VECTOR) + (patchCount + sideCount) * 4 * WORD),
    operations: dispatches * listed * 15,
  };
};

/** Kernels that answer what others leave over, in nearly all steps nothing: then they read a counter and end. */
const onlyLeftOvers: Count = () => ({ bytes: 0, operations: 0 });

/** Kernels without a count, with the reason. Those of implicit Euler aren't part of a step of XPBD, and have none either. */
export const UNCOUNTED = {
  air: 'scenes with an air mesh only; its elements change in a step, and no counter tells their number',
  airRemaining: 'as air',
  countInvertedAir: 'as air',
  grabs: 'only while a person holds something; neither world nor counters tell what',
  depths: 'measures a frame, and is part of no step',
  overlap: 'as depths',
  guardBegin: 'the guarantee: a few words per vertex; most of its rounds end at once, and no counter tells which',
  crossings: 'as guardBegin',
  nested: 'as guardBegin',
  tangles: 'as guardBegin',
  settle: 'as guardBegin',
  invertedElements: 'as guardBegin',
  vertexFaceLook: 'as guardBegin',
  edgeEdgeLook: 'as guardBegin',
  guardPush: 'as guardBegin',
  applyPushes: 'as guardBegin',
  raiseElements: 'as guardBegin',
  pushedColliders: 'as guardBegin',
  holdVolumes: 'as guardBegin',
  guardCut: 'as guardBegin',
  returnBodies: 'as guardBegin',
  lostMomentum: 'as guardBegin',
  groupMomentum: 'as guardBegin',
  giveBack: 'as guardBegin',
} as const satisfies Partial<Record<KernelName, string>>;

type Counted = Exclude<KernelName, keyof typeof UNCOUNTED | keyof typeof IMPLICIT_EULER_KERNELS>;

/** Traffic per kernel of a step of XPBD. */
const STEP_TRAFFIC = {
  ...ELASTIC_TRAFFIC,
  ...CONTACT_TRAFFIC,
  ...CCD_TRAFFIC,
  ...REBUILD_TRAFFIC,
  // Per vertex: x and v read and kept, collider impulses cleared; per constraint a multiplier.
  begin: ({ world }, { dispatches }) => ({
    bytes: dispatches * (world.vertexCount * (4 * VECTOR + 4 * WORD) + stateLayout(world).multipliers.length * WORD),
    operations: 0,
  }),
  // Per vertex: remainder, velocity and position read and written, remainder kept, moment cleared, inverse mass.
  predict: each(8 * VECTOR + WORD, 23),
  // Per coordinate: x, x0, both remainders, v read and written.
  velocities: each(6 * WORD, 7),
  // Per vertex: x, inverse mass, moment. Per chunk of vertices: an inertia written.
  moments: (done, work) => {
    const { bytes, operations } = eachVertex(2 * VECTOR + WORD, 39)(done, work);
    return { bytes: bytes + work.dispatches * inertiaCount(done.world) * INERTIA.stride * WORD, operations };
  },
  // Per chunk: its inertia read twice. Per body: a spin written.
  findSpins: ({ world }, { dispatches }) => ({
    bytes: dispatches * (inertiaCount(world) * INERTIA.stride + world.bodies.length * 2 * 3) * WORD,
    operations: dispatches * inertiaCount(world) * 40,
  }),
  // Per vertex, if its body has lost angular momentum: x, v read and written.
  spin: each(3 * VECTOR, 18),
  refitTets: ({ world: { tetTrees, tetCount, vertexCount } }, { dispatches }) =>
    refitLeaves(tetTrees, tetCount, 4, vertexCount, dispatches),
  refitFaces: ({ world: { faceTrees, faceCount, surfaceVertexCount } }, { dispatches }) =>
    refitLeaves(faceTrees, faceCount, 3, surfaceVertexCount, dispatches),
  refitLevels: ({ world: { tetTrees, faceTrees }, kernels }) =>
    innerBoxes([...tetTrees, ...faceTrees], kernels.get('refitTets')?.dispatches ?? 0),
  refitBodies: ({ world }, { dispatches }) => bodyBoxes(world, dispatches),
  // Per word of the bits of pairs of bodies: written.
  clearDeep: each(WORD, 0),
  containment,
  edgeContainment,
  // Per point: count read, offset written. Sums are of integers.
  scanBlocks: each(2 * WORD, 0),
  scanSums: blockSums(({ points }) => points.count),
  // Per point: count and offset. Per query: pair, vertex and position read, the record written.
  queries: ({ counters }, { elements }) => ({
    bytes: elements * 3 * WORD + counters[COUNTERS.queriesAsked] * ((2 + 1 + QUERY.stride) * WORD + VECTOR),
    operations: 0,
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
  cellBounds,
  shortestPathFlood: paths,
  shortestPath: onlyLeftOvers,
  shortestPathLarge: onlyLeftOvers,
  branchedEdges: onlyLeftOvers,
  pathOverflows: onlyLeftOvers,
  // Per body: two steps read and written. Per query of a vertex: source, face; of its own faces and the path's: ids, corners, positions.
  regions: ({ counters, world }, { dispatches }) => ({
    bytes:
      dispatches * world.bodies.length * 4 * WORD +
      counters[COUNTERS.queriesAsked] * (2 * WORD + (FACES_AROUND_VERTEX + 1) * (4 * WORD + 3 * VECTOR)),
    operations: counters[COUNTERS.queriesAsked] * (FACES_AROUND_VERTEX + 1) * 18,
  }),
  // Per query: point, body, element, its corners, their positions and distances; the path.
  fieldPaths: ({ counters }) => ({
    bytes: counters[COUNTERS.queriesAsked] * ((5 + 8 + PATH.stride) * WORD + 4 * VECTOR),
    operations: counters[COUNTERS.queriesAsked] * 119,
  }),
  // Per vertex: inverse mass, acceleration, v read and written.
  push: each(WORD + 3 * VECTOR, 6),
  // Per driven vertex: its number and goal, x and remainder written.
  drive: each(WORD + 3 * VECTOR, 0),
  // Per vertex: inverse mass, x0, remainder at x0; x, remainder and v written.
  flatten: each(WORD + 5 * VECTOR, 0),
  clearGases: each(WORD, 0),
  // Per surface vertex: body, id, range of its faces, the gradient written. Per face: id, corners, positions.
  volumeGradients: each(
    VECTOR + 4 * WORD + FACES_AROUND_VERTEX * (4 * WORD + 3 * VECTOR),
    FACES_AROUND_VERTEX * 18 + 3,
  ),
  // Per surface vertex: id, gradient, x, inverse mass.
  expandGases: ({ world: { surfaceVertexCount } }, { dispatches }) => ({
    bytes: dispatches * surfaceVertexCount * (2 * WORD + 2 * VECTOR),
    operations: dispatches * surfaceVertexCount * 17,
  }),
  // Per surface vertex: body, id, inverse mass, change, gradient, x and remainder read and written, x0 and its body's, a moment.
  pushSurfaces: each(4 * WORD + 7 * VECTOR + MOMENT, 36),
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
  // Per tetrahedron: ids and positions of its corners.
  volumeSums: each(4 * WORD + 4 * VECTOR, 25),
  leastVolume: each(2 * WORD, 2),
  // Per surface vertex: body, id, range of its faces, the normal written. Per face: id, corners, positions.
  normals: each(VECTOR + 4 * WORD + FACES_AROUND_VERTEX * (4 * WORD + 3 * VECTOR), FACES_AROUND_VERTEX * 18 + 9),
} as const satisfies Readonly<Record<Counted, Count>>;

/** Traffic per kernel; none for kernels that UNCOUNTED names, and those of implicit Euler. */
export const TRAFFIC: Readonly<Partial<Record<KernelName, Count>>> = STEP_TRAFFIC;
