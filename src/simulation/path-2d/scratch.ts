import type { TraversalLimits } from '../path/limits.ts';
import { NONE } from '../../mesh/topology.ts';
import { createRay2d, type Ray2d } from './exit-sides.ts';

/** Place of a closest point on a segment: between its ends, or on its first or second vertex. */
export type SegmentFeature = number;
export const BETWEEN = 0;
export const FIRST_END = 1;

/**
 * As in 3D (path/traversal.ts): branches that wait, latest triangles remembered against loops, triangles visited. Of
 * 225,000 traversals in bent, shaken and gridded strips none had more than 4 branches waiting, needed a ring longer
 * than 4 or visited more than 32; larger bodies may visit more.
 */
export const BRANCHES_2D = 16;
export const RING_2D = 16;
export const TRAVERSAL_LIMITS_2D: TraversalLimits = { branches: BRANCHES_2D, ring: RING_2D, steps: 512 };

/** How far a line near inverted triangles is followed past p and past s, in distances between them (supplement, 1.2). */
export const INVERTED_REACH = 1;

/** Boundary vertices remembered as unreachable in a query: a vertex is the closest point of two segments. */
export const REJECTED_2D = 8;

export interface PathOptions2d {
  readonly culling: boolean;
  readonly limits: TraversalLimits;
}
export const PATH_OPTIONS_2D: PathOptions2d = { culling: true, limits: TRAVERSAL_LIMITS_2D };

/** Work done by 2D shortest-path queries since `clearPathWork2d`: what the figures show. */
export const createPathWork2d = () => ({
  /** Boundary segments whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  trianglesVisited: 0,
  /** Traversals that reached a limit and were answered by the version without. */
  overflows: 0,
  /** Candidates that culling couldn't judge. */
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
 * Scratch of the searches for shortest paths in the plane, made once and handed on, so that a query allocates
 * next to nothing. Fields that hold fractions begin with one, so that V8 keeps their numbers in place from the first on.
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
  /** The boundary point minus p [m]. */
  x: number;
  y: number;
  /** [m^2] */
  depthSquared: number;
  /** Boundary segment that holds it, or NONE where no valid path exists. */
  segment: number;
  feature: SegmentFeature;
  /** Share of the way from the segment's first vertex to its second. */
  t: number;
}

/** The query under way. */
export interface Query2d {
  triangle: number;
  vertex: number;
  /** Squared distance [m^2] up to which paths meet no inverted triangle, and up to which culling is proved. */
  clearSquared: number;
  provedSquared: number;
  culling: boolean;
  /** Boundary vertices that can't be reached: the latest of them, and how many there were. */
  readonly rejected: Uint32Array;
  rejectedCount: number;
}

/** The last closest point on a segment. */
export interface ClosestOnSegment {
  /** Closest point minus the query point [m]. */
  x: number;
  y: number;
  /** [m^2] */
  distanceSquared: number;
  feature: SegmentFeature;
  /** Share of the way from the segment's first vertex to its second, 0..1. */
  t: number;
}

/**
 * The point of p's triangle that is nearest to p, as Skin in path/scratch.ts: the side or the vertex that holds it, its second
 * vertex the first where it is a vertex.
 */
export interface Skin2d {
  count: number;
  a: number;
  b: number;
  /** Weight of `b`. */
  share: number;
  /** Vector from p to the nearest point [m]. */
  x: number;
  y: number;
  /** Whether the query under way asks for a point that was looked at already. */
  isKnown: boolean;
  /** Bound of the error that moving p to its nearest point brings into an answer [m]. */
  reach: number;
}

/** The side or the vertex that the query under way begins on, as Home in path/scratch.ts: its vertices, the same twice where it is one. */
export interface Home2d {
  count: number;
  a: number;
  b: number;
}

/** Goal of a traversal: any triangle that holds this vertex, or, where that is NONE, this triangle. */
export interface Target2d {
  triangle: number;
  vertex: number;
}

/** Scratch of traversals. */
export interface Walk2d {
  readonly ray: Ray2d;
  /** With limits: what waits, and the latest triangles visited. */
  readonly branches: Uint32Array;
  readonly ring: Uint32Array;
  /** For each triangle the last walk that came to it; those that wait. As large as the largest mesh asked so far. */
  marks: Uint32Array;
  mark: number;
  readonly stack: number[];
}

/** Nodes of a tree that wait, and their squared distances [m^2]. */
export interface WaitingNodes2d {
  readonly nodes: Uint32Array;
  readonly distances: Float64Array;
}

/** A tree's depth bounds its walk's stack: one entry a level. */
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

/** The sides of a triangle that hold all of p's home, where the triangle does. @returns bit i for the side opposite corner i */
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
