import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';
import { firstOfSurfaces, surfaceOfVertices } from './surfaces.ts';

/**
 * Words of the array `freedom`, which is carried from step to step. Each is 1 + the index of a step, or 0: the step that is known to begin free, that
 * is known to begin without an inverted element, and the first one of those that have been free without a break.
 */
export const FREEDOM = { free: 0, positive: 1, since: 2, stride: 3 } as const;

/** Words of the array `guard`, which a step fills anew. */
export const GUARD = {
  /** 1 if x0 is known to be free, and 1 if no element is inverted in it. Where a step must find out the first look decides. 0 between steps. */
  isFree: 0,
  isPositive: 1,
  /** Obstacles to freedom at x0: edges that cross faces, surfaces that lie inside of others, pairs that touch, elements that are inverted. */
  crossings: 2,
  nested: 3,
  touching: 4,
  inverted: 5,
  /** Kind of the present round, one of ROUND: it decides what a look does with hits. */
  round: 6,
  /** Hits of the present look. */
  hits: 7,
  /** 1 if the last look had no hits, and nothing has moved since. */
  isProved: 8,
  /** 1 if something was pushed in this step, and vertices whose motion was shortened. */
  hasPushed: 9,
  cut: 10,
  /** Elements in flatTets. */
  flat: 11,
  /** 1 if volumes have been looked at, so that later looks need only elements with a vertex that has moved since. */
  volumesSeen: 12,
  /** Surface vertices that have moved since the last look. */
  moved: 13,
  /** Edges and faces with a vertex that is due, which dueEdges and dueFaces list up to MOST_DUE. */
  dueEdges: 14,
  dueFaces: 15,
  /** Driven vertices whose motion was shortened: they wait. */
  waiting: 16,
  /** Planes that a script moves, and that wait. */
  planesWaiting: 17,
  /** Pairs that the device's present look wants pushed apart (pushPairs). */
  pushes: 18,
  stride: 19,
} as const;

/**
 * Values of GUARD.round: hits are pushed apart; motions are shortened where pairs touch; wherever the boxes of their motions meet; after that only those of elements; or
 * nothing is left to do.
 */
export const ROUND = { push: 0, cut: 1, cutAll: 2, volumes: 3, done: 4 } as const;

/** Words per collider of `planeWaits`: how far it is behind where the script wants it, along its normal, and how far it came in the last step [m]. Zeros for what doesn't wait. */
export const WAIT = { behind: 0, way: 1, stride: 2 } as const;

/** Returns how far a plane is behind where the script wants it, along its normal [m]. @param waits the array `planeWaits` */
export const planeBehind = (waits: Float32Array, collider: number): number =>
  waits[WAIT.stride * collider + WAIT.behind] ?? 0;

/** Bits of `tangles`: the vertex belongs to an edge and a face that cross; it is inside of elements. */
export const TANGLE = { crosses: 1, inside: 2 } as const;

/** If more edges or faces are due, a look goes through all pairs. A choice: a group then has some 10 due boxes near it. */
export const MOST_DUE = 1024;

/** Bits of `looks`: a pair of the vertex is to be tested in the present look; a pair of it was hit in it. */
export const LOOK = { isDue: 1, isHit: 2 } as const;

/** Length in worlds whose bodies a step could keep apart: those in space that have a face. */
const inSpace =
  (length: (world: WorldWithoutLengths) => number) =>
  (world: WorldWithoutLengths): number =>
    world.dimension === 3 && world.faceCount > 0 ? length(world) : 0;

/** Length in worlds whose CCD runs on the device: the pool has its own way to find nested surfaces (freedom.ts), and to put back what is too long (volumes.ts). */
const onDevice = (length: (world: WorldWithoutLengths) => number) =>
  inSpace((world) => (world.ccdOnDevice ? length(world) : 0));

/** Words of a pair in `pushPairs`. */
export const PUSH_PAIR = 5;
/** Most pairs that a look of the device pushes apart; if there are more, all are cut. Few are: contacts have pushed before. */
export const mostPushes = ({ surfaceVertexCount }: Pick<WorldWithoutLengths, 'surfaceVertexCount'>): number =>
  4 * surfaceVertexCount;

/** Arrays of the guarantee. */
export const GUARANTEE_ARRAYS = {
  freedom: { kind: 'u32', length: inSpace(() => FREEDOM.stride), countInUse: ({ freedom }) => freedom.length },
  planeWaits: {
    kind: 'f32',
    length: inSpace(({ colliders, script }) => (script.colliders?.length ? WAIT.stride * colliders.length : 0)),
    countInUse: ({ planeWaits }) => planeWaits.length,
  },
  guard: { kind: 'u32', length: inSpace(() => GUARD.stride) },
  /** Per vertex: how it is tangled at x0, in bits (TANGLE). */
  tangles: { kind: 'u32', length: inSpace(({ vertexCount }) => vertexCount) },
  /** Per vertex: bits (LOOK). */
  looks: { kind: 'u32', length: inSpace(({ vertexCount }) => vertexCount) },
  /** Positions of the last look, or of the last detection of CCD before it [m]. */
  seenPositions: { kind: 'f32', length: inSpace(({ vertexCount }) => 3 * vertexCount) },
  /** Per vertex: the greatest share of its motion that a hit of this look takes away, in units of 1 / CUT_UNIT (pairs.ts). */
  cuts: { kind: 'u32', length: inSpace(({ vertexCount }) => vertexCount) },
  /** Per vertex: what shortened motions have taken from it in this step [m]. Only those of vertices with `wasCut` count. */
  lostMoves: { kind: 'f32', length: inSpace(({ vertexCount }) => 3 * vertexCount) },
  wasCut: { kind: 'u32', length: inSpace(({ vertexCount }) => vertexCount) },
  /** Per body: a body that it was held against, of smaller index, or itself: a forest (momentum.ts). */
  heldWith: { kind: 'u32', length: inSpace(({ bodies }) => bodies.length) },
  /** Per body: momentum that it has lost times the time step [kg m], 3 numbers, and its mass [kg]. */
  lostMomentum: { kind: 'f64', length: inSpace(({ bodies }) => 4 * bodies.length) },
  /** Per body: 1 if it goes back to x0 as a whole, since one of its elements is still too flat in the end. */
  returns: { kind: 'u32', length: onDevice(({ bodies }) => bodies.length) },
  /** The pairs that a look of the device wants pushed apart, in any order: four vertices, then the number of the first element's. */
  pushPairs: {
    kind: 'u32',
    length: onDevice((world) => PUSH_PAIR * mostPushes(world)),
  },
  /** Per vertex: how many of these pairs it is in, and the sum of their pushes in units of 1 / PUSH_UNIT [m]: whole numbers, whose sum has no order. */
  pushCounts: { kind: 'u32', length: onDevice(({ vertexCount }) => vertexCount) },
  pushSums: { kind: 'u32', length: onDevice(({ vertexCount }) => 3 * vertexCount) },
  /** Per vertex: the first vertex of its connected surface (surfaces.ts). */
  surfaceOf: {
    kind: 'u32',
    length: onDevice(({ vertexCount }) => vertexCount),
    initial: (world) => surfaceOfVertices(world),
  },
  /** The first vertices of all connected surfaces. */
  surfaces: {
    kind: 'u32',
    length: onDevice((world) => firstOfSurfaces(world).length),
    initial: (world) => firstOfSurfaces(world),
  },
  /** World ids of edges and faces with a vertex that is due, in any order. */
  dueEdges: { kind: 'u32', length: inSpace(() => MOST_DUE) },
  dueFaces: { kind: 'u32', length: inSpace(() => MOST_DUE) },
  /** Ids of flat elements, in any order. */
  flatTets: { kind: 'u32', length: inSpace(({ tetCount }) => tetCount) },
} as const satisfies Readonly<Record<string, FeatureArray>>;
