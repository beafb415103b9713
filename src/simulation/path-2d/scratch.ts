import type { TraversalLimits } from '../path/limits.ts';
import { NONE } from '../../mesh/topology.ts';
import { createRay2d, type Ray2d } from './exit-sides.ts';

// In this file, p is the query point and s the point of a boundary segment closest to p.

/** Place of s on its segment: BETWEEN the ends, FIRST_END at the first vertex, or FIRST_END + 1 at the second vertex. */
export type SegmentFeature = number;
export const BETWEEN = 0;
export const FIRST_END = 1;

/**
 * Limits of a traversal (TraversalLimits in path/limits.ts, as in 3D). 225,000 traversals were measured in strips that were bent, shaken
 * or gridded. None had more than 4 triangles waiting, needed a ring longer than 4 or visited more than 32 triangles. Traversals of
 * larger bodies may visit more.
 */
const BRANCHES_2D = 16;
const RING_2D = 16;
export const TRAVERSAL_LIMITS_2D: TraversalLimits = { branches: BRANCHES_2D, ring: RING_2D, steps: 512 };

/**
 * Near inverted triangles a traversal follows the line through p and s beyond both points. This is how far it goes past each of them,
 * in multiples of |s - p| (Chen et al. 2023, supplement, 1.2).
 */
export const INVERTED_REACH = 1;

/**
 * Maximum number of boundary vertices that a query remembers as unreachable. A vertex can be the candidate of both of its segments, and
 * needs only one traversal.
 */
export const REJECTED_2D = 8;

/** Options of the 2D path searches: whether to use infeasible-region culling, and the limits of traversals. */
export interface PathOptions2d {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS_2D: PathOptions2d = { culling: true, limits: TRAVERSAL_LIMITS_2D };

/** Counts of the work done by 2D shortest-path queries since `clearPathWork2d`, for pictures and tests. */
const createPathWork2d = () => ({
  /** Boundary segments whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  trianglesVisited: 0,
  /** Traversals that reached a limit and were repeated without limits. */
  overflows: 0,
  /** Candidates that culling could not judge. */
  undecidedByCulling: 0,
});
export type PathWork2d = ReturnType<typeof createPathWork2d>;

export function clearPathWork2d(work: PathWork2d): void {
  work.candidates = 0;
  work.traversals = 0;
  work.trianglesVisited = 0;
  work.overflows = 0;
  work.undecidedByCulling = 0;
}

/**
 * Scratch of the 2D path searches, made once and passed along, so that a query allocates almost nothing. Fields that hold fractions
 * are initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface PathScratch2d {
  readonly path: Path2d;
  readonly query: Query2d;
  readonly work: PathWork2d;
  readonly closest: ClosestOnSegment;
  readonly skin: Skin2d;
  readonly home: Home2d;
  readonly target: Target2d;
  readonly walk: Walk2d;
  readonly waiting: WaitingNodes2d;
}

/** The answer to the last query: the shortest path, which ends at the boundary point s. */
export interface Path2d {
  /** s - p [m]. */
  x: number;
  y: number;
  /** Squared length of the path [m^2]. */
  depthSquared: number;
  /** Boundary segment that holds s, or NONE if no valid path exists. */
  segment: number;
  feature: SegmentFeature;
  /** Position of s along the segment: 0 at its first vertex, 1 at its second. */
  t: number;
}

/** The current query. */
export interface Query2d {
  /** A triangle that contains p. */
  triangle: number;
  /** p's vertex if p is a vertex of the searched body, else NONE. */
  vertex: number;
  /** Paths with a squared length below this meet no inverted triangle [m^2]. */
  clearSquared: number;
  /** Culling is proved to be right for candidates whose squared distance is below this [m^2]. */
  provedSquared: number;
  /** Whether this query uses culling: the options ask for it, and p is not a vertex of its triangle. */
  culling: boolean;
  /** The boundary vertices most recently found unreachable: a ring buffer. */
  readonly rejected: Uint32Array;
  /** Number of all boundary vertices found unreachable by this query. */
  rejectedCount: number;
}

/** The point s of a segment closest to p. */
export interface ClosestOnSegment {
  /** s - p [m]. */
  x: number;
  y: number;
  /** Squared length of s - p [m^2]. */
  distanceSquared: number;
  feature: SegmentFeature;
  /** Position of s along the segment: 0 at its first vertex, 1 at its second. */
  t: number;
}

/**
 * The point of p's triangle nearest to p, and the side or vertex of the triangle that this point lies on (as Skin in path/scratch.ts).
 */
export interface Skin2d {
  /** 2 if the point lies on a side, 1 if it lies on a vertex, 0 if p lies inside the triangle. */
  count: number;
  /** Vertices of the side; equal for a vertex. */
  a: number;
  b: number;
  /** Barycentric weight of `b`. */
  share: number;
  /** Offset from p to the nearest point [m]. */
  x: number;
  y: number;
  /** Whether the current query's point was already moved to the nearest point of its triangle's sides. */
  isMoved: boolean;
  /** Rounding error of p and its triangle [m]: an answer within this distance counts as at p. */
  reach: number;
}

/**
 * Home feature: the side or vertex of a triangle that the current query's p lies on (as Home in path/scratch.ts). All triangles around
 * this feature contain p, so a path may begin in any of them.
 */
export interface Home2d {
  /** 2 for a side, 1 for a vertex, 0 if p lies inside its triangle. */
  count: number;
  /** Vertices of the side; equal for a vertex. */
  a: number;
  b: number;
}

/** Goal of a traversal towards s: any triangle around `vertex`, or `triangle` if `vertex` is NONE. */
export interface Target2d {
  triangle: number;
  vertex: number;
}

/** Scratch of traversals. */
export interface Walk2d {
  readonly ray: Ray2d;
  /** Traversals with limits: triangles that wait to be visited. */
  readonly branches: Uint32Array;
  /** Traversals with limits: the triangles most recently visited, a ring buffer. */
  readonly ring: Uint32Array;
  /** Traversals without limits: number of the last traversal that reached each triangle. Sized for the largest mesh so far. */
  marks: Uint32Array;
  /** Number of the current traversal without limits. */
  mark: number;
  /** Traversals without limits: triangles that wait to be visited. */
  readonly stack: number[];
}

/** Tree nodes that wait to be searched, and their squared distances from p [m^2]. */
export interface WaitingNodes2d {
  readonly nodes: Uint32Array;
  readonly distances: Float64Array;
}

/** Capacity of the tree search's stack. It holds at most one entry per level of the tree. */
const TREE_STACK = 64;

export const createPathScratch2d = (): PathScratch2d => ({
  path: { x: 0.5, y: 0.5, depthSquared: 0.5, segment: NONE, feature: BETWEEN, t: 0.5 },
  query: {
    triangle: 0,
    vertex: NONE,
    clearSquared: Infinity,
    provedSquared: Infinity,
    culling: true,
    rejected: new Uint32Array(REJECTED_2D),
    rejectedCount: 0,
  },
  work: createPathWork2d(),
  closest: { x: 0.5, y: 0.5, distanceSquared: 0.5, feature: BETWEEN, t: 0.5 },
  skin: { count: 0, a: NONE, b: NONE, share: 0.5, x: 0.5, y: 0.5, isMoved: false, reach: 0.5 },
  home: { count: 0, a: NONE, b: NONE },
  target: { triangle: 0, vertex: NONE },
  walk: {
    ray: createRay2d(),
    branches: new Uint32Array(BRANCHES_2D),
    ring: new Uint32Array(RING_2D),
    marks: new Uint32Array(0),
    mark: 0,
    stack: [],
  },
  waiting: { nodes: new Uint32Array(TREE_STACK), distances: new Float64Array(TREE_STACK) },
});

export function setHome2d(home: Home2d, count: number, a: number, b: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
}

/**
 * Finds the sides of a triangle that contain the home feature: the side itself, or the two sides at a vertex.
 * @returns bit mask: bit i is set for the side opposite corner i; 0 if the triangle does not have the feature
 */
export function sidesAtHome(home: Home2d, triangles: Uint32Array, triangle: number): number {
  const { count, a, b } = home;
  if (count === 0) return 0;
  let held = 0;
  let sides = 0;
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * triangle + k];
    if (v === a || v === b) held++;
    else sides |= 1 << k;
  }
  return held === count ? sides : 0;
}
