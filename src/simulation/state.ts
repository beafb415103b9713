import { BOX_STRIDE, nodeCount, type TreeLayout } from '../bvh/tree.ts';
import {
  type Capacities,
  CAPACITY_COUNT,
  capacityWords,
  contactCapacity,
  initialCapacities,
  pairPlace,
  readCapacities,
} from './capacities.ts';
import { COUNTER_COUNT } from './counters.ts';
import { featureLayout, keptFeatureArrays } from './feature-arrays.ts';
import { ATTACHMENT, COLLIDER, CONTACT, DRIVEN, HIT, INERTIA, PATH, QUERY, SPIN } from './records.ts';
import type { World } from './world.ts';

export {
  ATTACHMENT,
  COLLIDER,
  CONTACT,
  CONTACT_VERTICES,
  DRIVEN,
  HIT,
  INERTIA,
  PATH,
  QUERY,
  SPIN,
} from './records.ts';

/**
 * Numbers per boundary face in `pathFaces`: centre and radius of its bounding sphere [m], unit normal, error bound of a height over
 * its plane [m].
 */
export const FACE_BOUND = 8;
/** Numbers per bounding sphere in `pathPatches` and `pathSides`: centre and radius [m]. */
export const BALL = 4;
/** Maximum number of vertices that can be dragged at the same time. */
export const MAX_ATTACHMENTS = 32;
/** Vertices per partial sum: sums run in a fixed order for any number of workers. */
export const SUM_CHUNK = 256;

/** An array of records that mix floats and ids, with a float view and an integer view. records.ts has the offsets of the fields. */
export interface Words {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
}

/**
 * Kinds of contacts. An `external` contact is one with something that isn't a body: the sum of its weights needn't be 0, and only one
 * side receives its impulse.
 */
export const CONTACT_KINDS = { none: 0, dcd: 1, vertexFace: 2, edgeEdge: 3, external: 4 } as const;

/** Value of `PATH.face` when a list of fixed size or the step limit overflowed; another kernel or the pool must answer. */
export const PATH_OVERFLOW = 0xffff_fffe;
/** A penetration counts as deep if its depth exceeds this share of the model's thickness. */
export const DEEP = 0.01;
/** A point counts as inside a tetrahedron if all its barycentric coordinates exceed this. */
export const INSIDE_MARGIN = 1e-6;
/**
 * Arguments of the stages `containment` and `edgeContainment`: classify points as in or out (INSIDE); list the pairs of the points
 * in P_in, or of all points, for contacts; list all pairs of the surface vertices, for measuring.
 */
export const CONTAINMENT = { classify: 0, inside: 1, all: 2, measured: 3 } as const;
/**
 * Class of a point at the step's start: outside all tetrahedra (P_out), inside (P_in), or inside inverted parts of its own body
 * only. A point of the last class makes no contacts within its body (inverted-boundary.ts). With other bodies it makes CCD contacts
 * and, like P_in, shortest-path contacts. (With CCD alone, two balls that collide ended up stretched several times as far.)
 */
export const INSIDE = { outside: 0, inside: 1, inverted: 2 } as const;
/** Arguments of the stage `refitFaces`: boxes for all uses, or only if the path method needs them. */
export const FACES = { all: 0, paths: 1 } as const;
/** Argument of a material's stage: solve only bodies whose own material sets this kind, not those of the scene's kind. */
export const OWN_KIND = 2;
/** Arguments of the stage `queries`: list all points, or the surface vertices only. */
export const QUERIES = { points: 0, measured: 1 } as const;
/** Arguments of the stage `shortestPath`: answer every query, or only those marked PATH_OVERFLOW. */
export const PATHS = { all: 0, overflowed: 1 } as const;

/**
 * Index of a body's first chunk of SUM_CHUNK vertices. Each body of n vertices gets floor(n / SUM_CHUNK) + 1 chunks or one less,
 * so that the index follows from vertexBase without a table, and at most one chunk per body stays empty.
 */
export const firstInertia = (vertexBase: number, body: number): number => Math.floor(vertexBase / SUM_CHUNK) + body;
export const inertiaCount = ({ vertexCount, bodies }: World): number => firstInertia(vertexCount, bodies.length);

export { COUNTER_COUNT, COUNTERS, type CounterName, anyListTooShort, LENGTHS, mergeCounters } from './counters.ts';

type Kind = 'f32' | 'u32' | 'f64' | 'words';
const boxes = (trees: readonly TreeLayout[]) => trees.reduce((sum, tree) => sum + BOX_STRIDE * nodeCount(tree), 0);

/** Kind and length of every array of the state. Host, workers and GPU all allocate from this list. */
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
     * Rounding errors of the float32 positions [m]: a vertex's full position is positions + remainders. Velocities come from small
     * differences of positions, so without remainders each rounding would act as a push of half a unit in the last place per step,
     * some 1e-5 m/s. While the material's constraints are solved, this memory holds displacements (constraints/elastic/displacements.ts).
     */
    remainders: f32(3 * n),
    remaindersT0: f32(3 * n),
    /** Moments of the step's impulses about x0, times dt, 3 per vertex [kg m^2]. Their sum over a body is the angular momentum that the step has lost (integrators/xpbd/moments.ts). */
    moments: f32(3 * n),
    /** Displacement of each vertex by springs in this step [m]; on the CPU the springs' moments come from it (constraints/elastic/displacements.ts). */
    materialMoves: f32(3 * n),
    inertias: f64(INERTIA.stride * inertiaCount(world)),
    spins: f64(SPIN.stride * world.bodies.length),
    /** [1/kg]; 0 holds a vertex in place. */
    inverseMasses: f32(n),
    /** XPBD multipliers of each body [kg m]: 9 per tetrahedron, namely the impulses along its three edges from corner 0, or 1 per spring. */
    multipliers: f32(world.multiplierCount),
    attachments: words(ATTACHMENT.stride * MAX_ATTACHMENTS),
    driven: words(DRIVEN.stride * world.drivenCapacity),
    colliders: f32(COLLIDER.stride * world.colliders.length),
    /** Displacement of each vertex by colliders in this step [m], 3 numbers, then 1 + the collider that the sum belongs to, or 0. */
    colliderImpulses: f32(4 * n),

    tetBoxes: f32(boxes(world.tetTrees)),
    tetOrder: u32(tetCount),
    faceBoxes: f32(boxes(world.faceTrees)),
    faceOrder: u32(faceCount),
    bodyBoxes: f32(boxes([world.bodyTree])),
    bodyOrder: u32(world.bodies.length),
    /** Boxes of boundary faces and edges over the whole step, for CCD. Faces use faceOrder. */
    sweptFaceBoxes: f32(boxes(world.faceTrees)),
    sweptEdgeBoxes: f32(boxes(world.edgeTrees)),
    edgeOrder: u32(edgeCount),
    sweptBodyBoxes: f32(boxes([world.bodyTree])),
    /** Input and output of a tree rebuild that runs beside the steps. */
    rebuildPositions: f32(3 * n),
    nextTetOrder: u32(tetCount),
    nextFaceOrder: u32(faceCount),
    nextEdgeOrder: u32(edgeCount),

    /** Class of each point (world.points): one of INSIDE. */
    inside: u32(points),
    pairCounts: u32(points),
    /** Index of each point's first query; with pairCounts this gives the range of its queries. */
    pairOffsets: u32(points),
    /** (body, tetrahedron local to the model) pairs that contain a point, from pairPlace on for each point. */
    pairs: u32(2 * pairPlace(world, pairsPerPoint, points)),
    /** 1 for each boundary edge with an interior dihedral angle above 2 pi; culling does not apply there. */
    foldedEdges: u32(edgeCount),
    /** 1 for each surface vertex with a solid angle above 4 pi or at a folded edge. */
    foldedVertices: u32(s),
    /** One number, raised whenever the CPU starts to answer queries: it marks cached data of positions as belonging to this pass. */
    pathPasses: u32(1),
    /** For each cell of the flood, the pass in which it was last refitted; cells are refitted when a query first visits them (path/flood/refit-cells.ts). */
    pathCellPasses: u32(world.cellCount),
    pathPatchPasses: u32(world.patchCount),
    pathFaces: f64(FACE_BOUND * faceCount),
    pathPatches: f64(BALL * world.patchCount),
    pathSides: f64(BALL * world.sideCount),
    queries: words(QUERY.stride * queries),
    paths: words(PATH.stride * queries),
    vertexHits: words(HIT.stride * s),
    /** The earliest hit of each edge, then the second earliest of each, and so on. */
    edgeHits: words(HIT.stride * hitsPerEdge * edgeCount),
    contacts: words(CONTACT.stride * contactCapacity(world, capacities)),
    /** Contact ids grouped by colour: those of colour c are contactOrder[colourOffsets[c] .. colourOffsets[c+1]]. */
    contactOrder: u32(contactCapacity(world, capacities)),
    colourOffsets: u32(colours + 1),
    vertexColours: u32(n),

    counters: u32(COUNTER_COUNT),
    /** Capacities of the lists above, indexed by CAPACITY. */
    capacities: u32(CAPACITY_COUNT),
    /** Kinetic energy [J] per chunk of SUM_CHUNK vertices. */
    energies: f64(Math.ceil(n / SUM_CHUNK)),
    /** Milliseconds per clock since the last reset, indexed by STAGE_CLOCKS. */
    stageTimes: f64(16),

    /** Penetration depth of each vertex at the end of the frame [m], for its tint. */
    depths: f32(n),
    normals: f32(3 * n),

    ...featureLayout(world, capacities),
  } satisfies Record<string, { kind: Kind; length: number }>;
}

const BYTES = { f32: 4, u32: 4, words: 4, f64: 8 } as const;

/** Bytes of all arrays of a state. */
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
/** Every changing number of a simulation. */
export type State = { readonly [A in StateArray]: ArrayOf<Layout[A]['kind']> };

/**
 * Names of the arrays that hold a step's start. Key: an array that a step starts from; value: the array that holds its values at x0
 * during the whole step. The integrator fills the latter before it changes the former, and nothing else in a step writes them.
 *
 * So the device needs no extra memory for checkpoints: a checkpoint fills these arrays, the step's beginning fills them again with
 * the same values, and `restore` copies them back. The CPU backend keeps copies on the host instead, since workers that share
 * memory may die while they write these arrays.
 */
export const STEP_START = {
  positions: 'positionsT0',
  velocities: 'velocitiesT0',
  remainders: 'remaindersT0',
} as const satisfies Partial<Record<StateArray, StateArray>>;
export const STEP_STATE = Object.keys(STEP_START) as readonly (keyof typeof STEP_START)[];

/** All arrays that a step starts from: STEP_STATE, and features' topology or histories. Checkpoints keep them. */
export const keptArrays = (world: World): readonly KeptArray[] => [...STEP_STATE, ...keptFeatureArrays(world)];
/** The array that holds a kept array's values at x0 (STEP_START); undefined for features' arrays, which need a copy. */
export const startOf = (name: KeptArray): StateArray | undefined =>
  (STEP_START as Partial<Record<KeptArray, StateArray>>)[name];
export type KeptArray = (typeof STEP_STATE)[number] | ReturnType<typeof keptFeatureArrays>[number];

type Allocate = (bytes: number) => ArrayBufferLike;

/** Allocates a state, each array with its own buffer (shared memory if the allocator returns it). */
export function allocateState(world: World, allocate: Allocate, capacities = initialCapacities(world)): State {
  const entries = Object.entries(stateLayout(world, capacities)).map(([name, array]) => [
    name,
    allocateArray(array, allocate),
  ]);
  const state = Object.fromEntries(entries) as State;
  state.capacities.set(capacityWords(capacities));
  return state;
}

function allocateArray({ kind, length }: { kind: Kind; length: number }, allocate: Allocate): State[StateArray] {
  const buffer = allocate(Math.max(1, length) * BYTES[kind]);
  if (kind === 'f32') return new Float32Array(buffer);
  if (kind === 'u32') return new Uint32Array(buffer);
  if (kind === 'f64') return new Float64Array(buffer);
  return { f32: new Float32Array(buffer), u32: new Uint32Array(buffer) } satisfies Words;
}

/**
 * Allocates the arrays that are longer at larger capacities, and copies their contents. `pairs` stays empty, since its layout
 * depends on a capacity.
 * @throws RangeError if memory doesn't suffice; the state is unchanged
 */
export function largerArrays(world: World, state: State, capacities: Capacities, allocate: Allocate): Partial<State> {
  const before = stateLayout(world, readCapacities(state.capacities));
  const after = stateLayout(world, capacities);
  const names = (Object.keys(after) as StateArray[]).filter((name) => after[name].length !== before[name].length);
  const grown = names.map((name) => {
    const array = allocateArray(after[name], allocate);
    if (name !== 'pairs') wordsOf(array).set(wordsOf(state[name]));
    return [name, array];
  });
  return Object.fromEntries(grown) as Partial<State>;
}

/** The integer view of an array of records, or a plain array itself. */
export const wordsOf = (array: State[StateArray]): Float32Array | Uint32Array | Float64Array =>
  'u32' in array ? array.u32 : array;

/** Sets an array of a state; arrays of records are copied bit for bit. */
export function setArray(state: State, name: StateArray, values: Float32Array | Uint32Array): void {
  const array = state[name];
  if (!('u32' in array)) array.set(values);
  else if (values instanceof Float32Array) array.f32.set(values);
  else array.u32.set(values);
}

/** Enlarges the lists of a state. @throws RangeError if memory doesn't suffice; the state is unchanged */
export function growState(world: World, state: State, capacities: Capacities, allocate: Allocate): void {
  adoptArrays(state, largerArrays(world, state, capacities, allocate), capacities);
}

/** Replaces arrays of a state by larger ones, in place: all holders of the state see them. */
export function adoptArrays(state: State, arrays: Partial<State>, capacities: Capacities): void {
  Object.assign(state, arrays);
  state.capacities.set(capacityWords(capacities));
}
