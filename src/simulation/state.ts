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

/** Numbers a boundary face in `pathFaces`: centre and radius of a ball around it [m], unit normal, error of a height [m]. */
export const FACE_BOUND = 8;
/** Numbers a ball in `pathPatches` and `pathSides`: centre and radius [m]. */
export const BALL = 4;
/** Vertices that can be dragged at once. */
export const MAX_ATTACHMENTS = 32;
/** Vertices whose energy is summed at once: sums run in a fixed order for any number of workers. */
export const SUM_CHUNK = 256;

/** Records that mix numbers and ids are words; a float is read through the f32 view. Where their fields lie: records.ts. */
export interface Words {
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
}

/** `external`: with something that is no body, so that its weights needn't cancel out and its impulse leaves the bodies. */
export const CONTACT_KINDS = { none: 0, dcd: 1, vertexFace: 2, edgeEdge: 3, external: 4 } as const;

/** In `PATH.face`: a list of fixed size or the step limit overflowed; another kernel has to answer, or the pool. */
export const PATH_OVERFLOW = 0xffff_fffe;
/** Share of a model's thickness past which a penetration counts as deep. */
export const DEEP = 0.01;
/** Least barycentric coordinate of a point that counts as inside a tetrahedron. */
export const INSIDE_MARGIN = 1e-6;
/**
 * What the stages `containment` and `edgeContainment` are asked for: mark P_in; pairs of the points in P_in, or of all, for
 * contacts; all pairs of the surface vertices, for measuring.
 */
export const CONTAINMENT = { classify: 0, inside: 1, all: 2, measured: 3 } as const;
/**
 * Place of a point at the step's start: P_out, P_in, or its own body alone, by inverted elements. Within its body
 * contacts leave out the last (inverted-boundary.ts); other bodies it meets by CCD and, as all of P_in, by shortest paths too. (By
 * CCD alone two balls that collide came out stretched several times as far.)
 */
export const INSIDE = { outside: 0, inside: 1, inverted: 2 } as const;
/** Argument of the stage `refitFaces`: its boxes, or those that the method of the paths asks, if it does. */
export const FACES = { all: 0, paths: 1 } as const;
/** Argument of a material's stage that leaves out the bodies of the scene's kind: only those that say so are solved. */
export const OWN_KIND = 2;
/** What the stage `queries` lists: all points, or the surface vertices. */
export const QUERIES = { points: 0, measured: 1 } as const;
/** What the stage `shortestPath` is asked for: every query, or only those marked PATH_OVERFLOW. */
export const PATHS = { all: 0, overflowed: 1 } as const;

/**
 * Where a body's chunks start among all bodies'. A body of n vertices has room for floor(n / SUM_CHUNK) + 1, or one less: no table is
 * needed, and at most one is too many.
 */
export const firstInertia = (vertexBase: number, body: number): number => Math.floor(vertexBase / SUM_CHUNK) + body;
export const inertiaCount = ({ vertexCount, bodies }: World): number => firstInertia(vertexCount, bodies.length);

export { COUNTER_COUNT, COUNTERS, type CounterName, lackedRoom, LENGTHS, mergeCounters } from './counters.ts';

type Kind = 'f32' | 'u32' | 'f64' | 'words';
const boxes = (trees: readonly TreeLayout[]) => trees.reduce((sum, tree) => sum + BOX_STRIDE * nodeCount(tree), 0);

/** Every array of the state: kind and length in words. The one list that host, workers and GPU allocate from. */
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
     * What float32 has rounded off the positions [m]: a vertex is at the sum. Velocities are small differences of positions, so
     * that without it each rounding would be a push of half a unit in the last place a step, some 1e-5 m/s. While the material's
     * constraints are projected this memory holds the displacements instead, under their own name: constraints/elastic/displacements.ts.
     */
    remainders: f32(3 * n),
    remaindersT0: f32(3 * n),
    /** Moments of the step's impulses about x0 that should have cancelled out [kg m^2], each kept at a vertex (integrators/xpbd/moments.ts). */
    moments: f32(3 * n),
    /** What springs have moved each vertex by in this step [m]: the CPU's way to their moments (constraints/elastic/displacements.ts). */
    materialMoves: f32(3 * n),
    inertias: f64(INERTIA.stride * inertiaCount(world)),
    spins: f64(SPIN.stride * world.bodies.length),
    /** [1/kg]; 0 holds a vertex in place. */
    inverseMasses: f32(n),
    /** XPBD multipliers of each body: 9 a tetrahedron, the impulse along each of its edges from corner 0, or 1 a spring [kg m]. */
    multipliers: f32(world.multiplierCount),
    attachments: words(ATTACHMENT.stride * MAX_ATTACHMENTS),
    driven: words(DRIVEN.stride * world.drivenCapacity),
    colliders: f32(COLLIDER.stride * world.colliders.length),
    /** What the colliders have moved each vertex by in this step [m]: a vector, then 1 + the collider that it belongs to, or 0. */
    colliderImpulses: f32(4 * n),

    tetBoxes: f32(boxes(world.tetTrees)),
    tetOrder: u32(tetCount),
    faceBoxes: f32(boxes(world.faceTrees)),
    faceOrder: u32(faceCount),
    bodyBoxes: f32(boxes([world.bodyTree])),
    bodyOrder: u32(world.bodies.length),
    /** Boxes of boundary faces and edges over the whole step, for CCD; faces share faceOrder. */
    sweptFaceBoxes: f32(boxes(world.faceTrees)),
    sweptEdgeBoxes: f32(boxes(world.edgeTrees)),
    edgeOrder: u32(edgeCount),
    sweptBodyBoxes: f32(boxes([world.bodyTree])),
    /** What a rebuild reads and writes while the steps go on. */
    rebuildPositions: f32(3 * n),
    nextTetOrder: u32(tetCount),
    nextFaceOrder: u32(faceCount),
    nextEdgeOrder: u32(edgeCount),

    /** One of INSIDE for each point (world.points). */
    inside: u32(points),
    pairCounts: u32(points),
    /** Index of each point's first query; with its pair count, its queries. */
    pairOffsets: u32(points),
    /** (body, tetrahedron local to it), from pairPlace on for each point. */
    pairs: u32(2 * pairPlace(world, pairsPerPoint, points)),
    /** 1 for each boundary edge with an interior dihedral angle past 2 pi; culling steps aside there. */
    foldedEdges: u32(edgeCount),
    /** 1 for each surface vertex with a solid angle past 4 pi or at a folded edge. */
    foldedVertices: u32(s),
    /** One number that grows whenever the CPU begins to answer queries: what it keeps of the positions is of one pass. */
    pathPasses: u32(1),
    /** Places of the cells that floods go through, as far as queries visited them in a pass (path/flood/refit-cells.ts). */
    pathCellPasses: u32(world.cellCount),
    pathPatchPasses: u32(world.patchCount),
    pathFaces: f64(FACE_BOUND * faceCount),
    pathPatches: f64(BALL * world.patchCount),
    pathSides: f64(BALL * world.sideCount),
    queries: words(QUERY.stride * queries),
    paths: words(PATH.stride * queries),
    vertexHits: words(HIT.stride * s),
    /** The earliest hit of each edge, then the second of each, and so on. */
    edgeHits: words(HIT.stride * hitsPerEdge * edgeCount),
    contacts: words(CONTACT.stride * contactCapacity(world, capacities)),
    /** Contact ids grouped by colour: colour c is contactOrder[colourOffsets[c] .. colourOffsets[c+1]]. */
    contactOrder: u32(contactCapacity(world, capacities)),
    colourOffsets: u32(colours + 1),
    vertexColours: u32(n),

    counters: u32(COUNTER_COUNT),
    /** Capacities of the lists above, by CAPACITY. */
    capacities: u32(CAPACITY_COUNT),
    /** Kinetic energy [J] of each SUM_CHUNK of vertices. */
    energies: f64(Math.ceil(n / SUM_CHUNK)),
    /** Milliseconds of each stage since the last reset, by STAGE_CLOCKS. */
    stageTimes: f64(16),

    /** Penetration depth [m] of each vertex at the end of the frame, for the tint. */
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
 * The step's start: arrays that a step starts from, by the arrays that hold their values at x0 from its beginning to its end. An
 * integrator writes the latter before it changes the former, and nothing else writes them in a step.
 *
 * So a device needs no copies of its own for a checkpoint: its checkpoint fills them, which the step's beginning repeats, and to go
 * back is to copy them back. Workers that share memory may die half way through writing them, which is why the CPU's backend keeps
 * copies on the host.
 */
export const STEP_START = {
  positions: 'positionsT0',
  velocities: 'velocitiesT0',
  remainders: 'remaindersT0',
} as const satisfies Partial<Record<StateArray, StateArray>>;
export const STEP_STATE = Object.keys(STEP_START) as readonly (keyof typeof STEP_START)[];

/** All that a step starts from: these, and topology or histories of features. Checkpoints keep them. */
export const keptArrays = (world: World): readonly KeptArray[] => [...STEP_STATE, ...keptFeatureArrays(world)];
/** The array that has a kept one's values at x0 for the stages, so that a checkpoint on the device needs no other. */
export const startOf = (name: KeptArray): StateArray | undefined =>
  (STEP_START as Partial<Record<KeptArray, StateArray>>)[name];
export type KeptArray = (typeof STEP_STATE)[number] | ReturnType<typeof keptFeatureArrays>[number];

type Allocate = (bytes: number) => ArrayBufferLike;

/** Allocates a state, each array from its own buffer (shared memory where the allocator gives it). */
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
 * Arrays that are longer with larger capacities, with what they held. `pairs` are empty: their places depend on a capacity.
 * @throws RangeError where memory ends; the state is as it was
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

/** The words of an array, or its numbers where they aren't mixed. */
export const wordsOf = (array: State[StateArray]): Float32Array | Uint32Array | Float64Array =>
  'u32' in array ? array.u32 : array;

/** Sets an array of a state, bit for bit where it mixes numbers and ids. */
export function setArray(state: State, name: StateArray, values: Float32Array | Uint32Array): void {
  const array = state[name];
  if (!('u32' in array)) array.set(values);
  else if (values instanceof Float32Array) array.f32.set(values);
  else array.u32.set(values);
}

/** Makes the lists of a state larger. @throws RangeError where memory ends; the state is as it was */
export function growState(world: World, state: State, capacities: Capacities, allocate: Allocate): void {
  adoptArrays(state, largerArrays(world, state, capacities, allocate), capacities);
}

/** Puts larger arrays into a state in place of its own: whoever has the state sees them. */
export function adoptArrays(state: State, arrays: Partial<State>, capacities: Capacities): void {
  Object.assign(state, arrays);
  state.capacities.set(capacityWords(capacities));
}
