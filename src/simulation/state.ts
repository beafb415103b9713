import { BOX_STRIDE, nodeCount, type TreeLayout, leafVerticesLength } from '../bvh/tree.ts';
import { type Capacities, CAPACITY_COUNT, contactCapacity, initialCapacities, pairPlace } from './capacities.ts';
import { COUNTER_COUNT } from './counters.ts';
import { featureLayout, keptFeatureArrays } from './feature-arrays.ts';
import {
  SUM_CHUNK,
  COLLIDER,
  CONTACT,
  DRIVEN,
  GRAB,
  GRAB_POINT,
  HIT,
  INERTIA,
  PATH,
  QUERY,
  SPIN,
} from './tables/records.ts';
import { SWEEP } from './tables/codes.ts';
import { elementCount, hasSheet, type World } from './world/world.ts';

export {
  COLLIDER,
  CONTACT,
  CONTACT_VERTICES,
  DRIVEN,
  GRAB,
  GRAB_POINT,
  HIT,
  INERTIA,
  PATH,
  QUERY,
  SPIN,
  SUM_CHUNK,
} from './tables/records.ts';
export {
  CCD_FLAG,
  CONTACT_KINDS,
  CONTAINMENT,
  DEEP_SHARE,
  DIRECTED,
  type Detection,
  DETECTIONS,
  FACES,
  GUARANTEE_SWEEP,
  IN_FIELD,
  INSIDE_MARGIN,
  isDcd,
  MOTION_BOX,
  OWN_KIND,
  PATH_OVERFLOW,
  PATHS,
  POINT_CLASS,
  QUERIES,
  SWEEP,
} from './tables/codes.ts';

/**
 * Number of float64 values per boundary face in `pathFaces`: centre and radius of the face's bounding sphere [m], unit normal, and the
 * error bound of a computed height over the face's plane [m].
 */
export const FACE_BOUND = 8;
/** Number of float64 values per bounding sphere in `pathPatches` and `pathSides`: centre and radius [m]. */
export const BALL = 4;
/** Maximum number of grabs at the same time: both hands' fingers, and pins. */
export const MAX_GRABS = 32;
/** Returns the maximum number of vertices that all grabs can hold: twice all vertices, since several grabs may hold the same ones. */
export const maxGrabPoints = ({ vertexCount }: Pick<World, 'vertexCount'>): number => 2 * vertexCount;

/** An array of records that hold floats and ids: two views of the same memory. records.ts has the offsets of the fields. */
export interface Words {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
}

/** Number of hits that CCD keeps per surface vertex in a world with sheets (hitsPerVertex). */
const MOST_VERTEX_HITS = 4;
/**
 * Returns the number of hits that CCD keeps per surface vertex. A vertex among volumes gets one contact, with the face that it hits first.
 * A vertex of a sheet may lie between two layers, in a fold, or in a corner, and needs a contact with each side. Since a face counts as near
 * only where no neighbour of it is nearer (contacts/ccd/nearest.ts), more than MOST_VERTEX_HITS are rare. Then the nearest ones are kept, and
 * `vertexHitsLeftOut` counts the others.
 */
export const hitsPerVertex = (world: Pick<World, 'models'>): number => (hasSheet(world) ? MOST_VERTEX_HITS : 1);
/**
 * Returns the index of a body's first INERTIA record. A body has one record per chunk of at most SUM_CHUNK of its vertices. The index
 * follows from vertexBase without a table, because every body gets room for one partly filled chunk. At most one chunk per body stays
 * empty.
 */
export const firstChunk = (vertexBase: number, body: number): number => Math.floor(vertexBase / SUM_CHUNK) + body;
/** Returns the number of sums in `volumeSums`: one per chunk of at most SUM_CHUNK elements of a body, by the same index. */
export const volumeSumCount = (world: World): number =>
  elementCount(world) === 0 ? 0 : firstChunk(elementCount(world), world.bodies.length);
/** Returns the number of INERTIA records of all bodies. */
export const inertiaCount = ({ vertexCount, bodies }: World): number => firstChunk(vertexCount, bodies.length);

export { COUNTER_COUNT, COUNTERS, type CounterName, anyListTooShort, LENGTHS, mergeCounters } from './counters.ts';

/** Kind of an array's numbers; `words` are records that mix floats and ids. */
export type Kind = 'f32' | 'u32' | 'f64' | 'words';
const nodes = (trees: readonly TreeLayout[]) => trees.reduce((sum, tree) => sum + nodeCount(tree), 0);
const boxes = (trees: readonly TreeLayout[]) => BOX_STRIDE * nodes(trees);

/** Returns kind and length of every array of the state. Host, workers and GPU all allocate from this list. */
export function stateLayout(world: World, capacities: Capacities = initialCapacities(world)) {
  const { pairsPerPoint, queries, hitsPerEdge, colours } = capacities;
  const { vertexCount: n, surfaceVertexCount: s, tetCount, faceCount, edgeCount } = world;
  const points = world.points.count;
  const f32 = (length: number) => ({ kind: 'f32', length }) as const;
  const u32 = (length: number) => ({ kind: 'u32', length }) as const;
  const f64 = (length: number) => ({ kind: 'f64', length }) as const;
  const words = (length: number) => ({ kind: 'words', length }) as const;
  return {
    positions: f32(3 * n),
    positionsT0: f32(3 * n),
    velocities: f32(3 * n),
    velocitiesT0: f32(3 * n),
    /**
     * Rounding errors of the float32 positions [m]: a vertex's full position is positions + remainders. Velocities are computed from
     * small differences of positions. Without remainders, each rounding would change a velocity by half a unit in the last place per
     * step, some 1e-5 m/s. While the material's constraints are solved, this memory holds displacements instead
     * (constraints/elastic/displacements.ts).
     */
    remainders: f32(3 * n),
    remaindersT0: f32(3 * n),
    /**
     * Moments of the step's impulses about x0, the positions at the step's start; times dt [kg m^2]. Their sum over a body is the angular
     * momentum that the step has lost (integrators/xpbd/moments.ts).
     */
    moments: f32(3 * n),
    /** Displacement of each vertex by springs in this step [m]. The CPU derives the moments of the springs' impulses from it. */
    materialMoves: f32(3 * n),
    /** Sums from which the spins are derived that restore lost angular momentum (integrators/xpbd/moments.ts). */
    inertias: f64(INERTIA.stride * inertiaCount(world)),
    spins: f64(SPIN.stride * world.bodies.length),
    /** [1/kg]; a vertex with inverse mass 0 is held in place. */
    inverseMasses: f32(n),
    /**
     * XPBD multipliers [kg m]: 9 per tetrahedron (one impulse vector for each of its three edges from corner 0), or 1 per spring. The
     * material `neo-hookean-xpbd` uses the first 2 per tetrahedron of a body's, [kg m^2].
     */
    multipliers: f32(world.multiplierCount),
    grabs: words(GRAB.stride * MAX_GRABS),
    /** The vertices that the grabs hold, with their weights. A GRAB record says which ones are its own. */
    grabPoints: words(GRAB_POINT.stride * maxGrabPoints(world)),
    driven: words(DRIVEN.stride * world.drivenCapacity),
    colliders: f32(COLLIDER.stride * world.colliders.length),
    /** Per vertex: sum of its displacements by one collider in this step [m] (3 numbers), then 1 + this collider's index, or 0 for none. */
    colliderImpulses: f32(4 * n),

    /** BVHs of tetrahedra, boundary faces and bodies: the nodes' boxes, and the elements in the order of the leaves. */
    tetBoxes: f32(boxes(world.tetTrees)),
    tetOrder: u32(tetCount),
    faceBoxes: f32(boxes(world.faceTrees)),
    faceOrder: u32(faceCount),
    bodyBoxes: f32(boxes([world.bodyTree])),
    bodyOrder: u32(world.bodies.length),
    /** Vertices of the BVHs' leaves (LeafVertices), by which the CPU refits the boxes; those of CCD's BVHs, with offsets of boxes, apart. */
    tetLeaves: u32(leafVerticesLength(tetCount, nodes(world.tetTrees), 4)),
    faceLeaves: u32(leafVerticesLength(faceCount, nodes(world.faceTrees), 3)),
    sweptFaceLeaves: u32(leafVerticesLength(faceCount, nodes(world.faceTrees), 3)),
    sweptEdgeLeaves: u32(leafVerticesLength(edgeCount, nodes(world.edgeTrees), 2)),
    /**
     * Boxes of CCD's BVHs over boundary faces, edges and bodies. They cover the vertices' boxes in reachBoxes. faceOrder is the leaf order
     * of the faces' boxes.
     */
    sweptFaceBoxes: f32(boxes(world.faceTrees)),
    sweptEdgeBoxes: f32(boxes(world.edgeTrees)),
    edgeOrder: u32(edgeCount),
    sweptBodyBoxes: f32(boxes([world.bodyTree])),
    /**
     * Boxes for CCD, laid out as MOTION_BOX. Per surface vertex, by vertex id: around its motion from x0 to its position (motionBoxes), and
     * around all motions that the BVHs allow for (reachBoxes). Per boundary edge and per face: around its motion; and per place in
     * faceOrder, the face's box around its corners' reach boxes.
     */
    motionBoxes: f32(BOX_STRIDE * n),
    reachBoxes: f32(BOX_STRIDE * n),
    edgeMotionBoxes: f32(BOX_STRIDE * edgeCount),
    faceMotionBoxes: f32(BOX_STRIDE * faceCount),
    faceReachBoxes: f32(BOX_STRIDE * faceCount),
    /**
     * Positions of surface vertices when reachBoxes were made, and their recent displacements by a step's iterations, per coordinate [m].
     */
    sweptPositions: f32(3 * n),
    corrections: f32(3 * n),
    /** State of CCD's BVHs, indexed by SWEEP; the order of their leaves: faces, and each edge's index in edgeOrder. */
    sweep: u32(SWEEP.stride),
    sweptFaceOrder: u32(faceCount),
    edgePlaces: u32(edgeCount),
    /** Edges and faces with a vertex whose motion has left its box in reachBoxes: (body, element local to the model). */
    escapedEdges: u32(2 * edgeCount),
    escapedFaces: u32(2 * faceCount),
    /** Positions at which the BVHs are rebuilt while steps go on. The new leaf orders are written to next...Order. */
    rebuildPositions: f32(3 * n),
    nextTetOrder: u32(tetCount),
    nextFaceOrder: u32(faceCount),
    nextEdgeOrder: u32(edgeCount),

    /** Class of each contact point (world.points): one of POINT_CLASS. */
    inside: u32(points),
    /** Number of each contact point's pairs with tetrahedra that contain the point. */
    pairCounts: u32(points),
    /** Index of each contact point's first query. A point has one query per pair. */
    pairOffsets: u32(points),
    /** Tetrahedra that contain a contact point, as (body, tetrahedron local to the model). A point's pairs start at pairPlace. */
    pairs: u32(2 * pairPlace(world, pairsPerPoint, points)),
    /** 1 for each boundary edge with an interior dihedral angle above 2 pi. The shortest-path search culls no candidates there. */
    foldedEdges: u32(edgeCount),
    /** 1 for each surface vertex with a solid angle above 4 pi or at a folded edge. */
    foldedVertices: u32(s),
    /** Number of passes in which the CPU has answered queries. Data that are cached from the positions are valid during one pass. */
    pathPasses: u32(1),
    /**
     * Per cell (group of tetrahedra, path/flood/cells.ts): value of pathPasses when the cell's bounding spheres were last computed. They
     * are computed when a query first visits the cell (path/flood/refit-cells.ts). The same per patch (group of boundary faces).
     */
    pathCellPasses: u32(world.cellCount),
    pathPatchPasses: u32(world.patchCount),
    /** FACE_BOUND numbers per boundary face, then a sphere of BALL numbers per patch and per side (border of a cell with another cell). */
    pathFaces: f64(FACE_BOUND * faceCount),
    pathPatches: f64(BALL * world.patchCount),
    pathSides: f64(BALL * world.sideCount),
    queries: words(QUERY.stride * queries),
    paths: words(PATH.stride * queries),
    /** The earliest CCD hit of each surface vertex; in a world with sheets, then the second earliest hit of each vertex, and so on. */
    vertexHits: words(HIT.stride * s * hitsPerVertex(world)),
    /** The earliest CCD hit of each edge, then the second earliest hit of each edge, and so on. */
    edgeHits: words(HIT.stride * hitsPerEdge * edgeCount),
    contacts: words(CONTACT.stride * contactCapacity(world, capacities)),
    /** Contact ids grouped by colour: those of colour c are contactOrder[colourOffsets[c] .. colourOffsets[c+1]]. */
    contactOrder: u32(contactCapacity(world, capacities)),
    colourOffsets: u32(colours + 1),
    /** Used while contacts are coloured: 1 + the highest colour of a vertex's contacts so far, or 0. */
    vertexColours: u32(n),

    counters: u32(COUNTER_COUNT),
    /** Capacities of the lists above, indexed by CAPACITY. */
    capacities: u32(CAPACITY_COUNT),
    /** Kinetic energy [J] per chunk of SUM_CHUNK vertices. */
    energies: f64(Math.ceil(n / SUM_CHUNK)),
    /** Signed volume per chunk of at most SUM_CHUNK elements of a body [m^3]; in the plane, signed area [m^2]. */
    volumeSums: f64(volumeSumCount(world)),
    /** Milliseconds per clock since the state was allocated, indexed by STAGE_CLOCKS. */
    stageTimes: f64(16),

    /** Penetration depth of each surface vertex at the end of the frame [m]; the view tints vertices by it. */
    depths: f32(n),
    /** Unit vertex normals for drawing. */
    normals: f32(3 * n),

    ...featureLayout(world, capacities),
  } satisfies Record<string, { kind: Kind; length: number }>;
}

/** Bytes per number of each kind. */
export const BYTES = { f32: 4, u32: 4, words: 4, f64: 8 } as const;

/** Returns the number of bytes of all arrays of a state. */
export const stateBytes = (world: World, capacities?: Capacities): number =>
  Object.values(stateLayout(world, capacities)).reduce((sum, { kind, length }) => sum + BYTES[kind] * length, 0);

type Layout = ReturnType<typeof stateLayout>;
export type StateArray = keyof Layout;
type ArrayOf<K> = K extends 'f32'
  ? Float32Array
  : K extends 'u32'
    ? Uint32Array
    : K extends 'f64'
      ? Float64Array
      : Words;
/** All data that change while a simulation runs: one array per entry of stateLayout. */
export type State = { readonly [A in StateArray]: ArrayOf<Layout[A]['kind']> };

/**
 * Arrays that a step starts from (keys), and for each key the array that keeps its values at the step's start (the "T0 array"). During a
 * step only the integrator writes T0 arrays: it copies each key to its T0 array before it changes the key.
 *
 * So the device needs no extra memory for checkpoints. A checkpoint copies the keys to the T0 arrays, the next step writes the same values
 * there again, and `restore` copies them back. The CPU backend saves copies on the host instead, because a worker may die while it
 * writes a T0 array.
 */
export const STEP_START = {
  positions: 'positionsT0',
  velocities: 'velocitiesT0',
  remainders: 'remaindersT0',
} as const satisfies Partial<Record<StateArray, StateArray>>;
/** The keys of STEP_START. */
export const STEP_STATE = Object.keys(STEP_START) as readonly (keyof typeof STEP_START)[];

/** Returns the names of all arrays that a step starts from: STEP_STATE, and features' arrays. Checkpoints save these arrays. */
export const keptArrays = (world: World): readonly KeptArray[] => [...STEP_STATE, ...keptFeatureArrays(world)];
/** Returns the T0 array (STEP_START) of an array; undefined for features' arrays, of which checkpoints must make a copy. */
export const startOf = (name: KeptArray): StateArray | undefined =>
  (STEP_START as Partial<Record<KeptArray, StateArray>>)[name];
export type KeptArray = (typeof STEP_STATE)[number] | ReturnType<typeof keptFeatureArrays>[number];
