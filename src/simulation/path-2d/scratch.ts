import type { TraversalLimits } from '../path/limits.ts';
import { NONE } from '../../mesh/topology.ts';
import { createRay2d, type Ray2d } from './exit-sides.ts';

/** Place of a closest point on a segment: BETWEEN its ends, or FIRST_END + 0 or 1 for its first or second vertex. */
export type SegmentFeature = number;
export const BETWEEN = 0;
export const FIRST_END = 1;

/**
 * Limits of a traversal's lists, as in 3D (TraversalLimits in path/limits.ts). Of 225,000 traversals in bent, shaken and gridded
 * strips none had more than 4 branches waiting, needed a ring longer than 4 or visited more than 32 triangles; larger bodies may
 * visit more.
 */
const BRANCHES_2D = 16;
const RING_2D = 16;
export const TRAVERSAL_LIMITS_2D: TraversalLimits = { branches: BRANCHES_2D, ring: RING_2D, steps: 512 };

/** How far a line near inverted triangles is followed past p and past s, in multiples of |s - p| (supplement, 1.2). */
export const INVERTED_REACH = 1;

/** Unreachable boundary vertices remembered per query; a vertex is the closest point of two segments. */
export const REJECTED_2D = 8;

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
  /** Candidates that culling left unjudged. */
  cullingAside: 0,
});
export type PathWork2d = ReturnType<typeof createPathWork2d>;

export function clearPathWork2d(work: PathWork2d): void {
  work.candidates = 0;
  work.traversals = 0;
  work.trianglesVisited = 0;
  work.overflows = 0;
  work.cullingAside = 0;
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

/** The answer to the last query. */
export interface Path2d {
  /** s - p, the path [m]; s is its boundary point. */
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
  triangle: number;
  vertex: number;
  /** Squared distance [m^2] up to which paths meet no inverted triangle, and squared distance up to which culling is proved. */
  clearSquared: number;
  provedSquared: number;
  culling: boolean;
  /** The latest boundary vertices found unreachable, and the number of all found. */
  readonly rejected: Uint32Array;
  rejectedCount: number;
}

/** The point of a segment closest to the query point. */
export interface ClosestOnSegment {
  /** Closest point minus the query point [m]. */
  x: number;
  y: number;
  /** Squared distance to the query point [m^2]. */
  distanceSquared: number;
  feature: SegmentFeature;
  /** Position along the segment: 0 at its first vertex, 1 at its second. */
  t: number;
}

/**
 * The point of p's triangle nearest to p, as Skin in path/scratch.ts, and the side ab or the vertex a = b that it lies on. Count: 2
 * for a side, 1 for a vertex, 0 if p lies inside.
 */
export interface Skin2d {
  count: number;
  a: number;
  b: number;
  /** Barycentric weight of `b`. */
  share: number;
  /** Offset from p to the nearest point [m]. */
  x: number;
  y: number;
  /** Whether the current query's point was already moved to the skin. */
  isKnown: boolean;
  /** Upper bound of the error that moving p to the nearest point causes in an answer [m]. */
  reach: number;
}

/** The side or the vertex that the current query's p lies on, as Home in path/scratch.ts: its vertices a and b, equal for a vertex. */
export interface Home2d {
  count: number;
  a: number;
  b: number;
}

/** Goal of a traversal: any triangle that holds this vertex, or this triangle if the vertex is NONE. */
export interface Target2d {
  triangle: number;
  vertex: number;
}

/** Scratch of traversals. */
export interface Walk2d {
  readonly ray: Ray2d;
  /** For traversals with limits: triangles that wait, and the latest triangles visited. */
  readonly branches: Uint32Array;
  readonly ring: Uint32Array;
  /** For traversals without limits, sized for the largest mesh so far: per triangle the last walk to reach it; those that wait. */
  marks: Uint32Array;
  mark: number;
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
  skin: { count: 0, a: NONE, b: NONE, share: 0.5, x: 0.5, y: 0.5, isKnown: false, reach: 0.5 },
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

/** The sides of a triangle that contain p's whole home feature. @returns bit i for the side opposite corner i; 0 if it lacks the feature */
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
