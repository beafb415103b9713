import { type ClosestPoint, createClosestPoint, FACE } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { createRay, type Ray } from './exit-faces.ts';
import { BRANCHES, RING, type TraversalLimits, UNLIMITED } from './limits.ts';
import { createPathWork, type KnownBodies, type PathBody, type PathWork } from './path-body.ts';

/**
 * Scratch of the searches for shortest paths: one per worker, made once and handed on, so that a query allocates
 * nothing. Fields that hold fractions begin with one, so that V8 keeps their numbers in place from the first on.
 */
export interface PathScratch {
  readonly path: Path;
  readonly query: Query;
  readonly work: PathWork;
  readonly closest: ClosestPoint;
  readonly clearance: Clearances;
  readonly skin: Skin;
  readonly home: Home;
  readonly target: Target;
  readonly walk: Walk;
  readonly line: Line;
  readonly flooding: Flooding;
  readonly waiting: WaitingNodes;
  readonly near: NearInverted;
  readonly last: LastElement;
  readonly fold: FoldScratch;
  readonly rest: RestScratch;
  readonly bodies: KnownBodies;
}

/** The answer to the last query. */
export interface Path {
  /** The boundary point minus p [m]. */
  x: number;
  y: number;
  z: number;
  /** [m^2] */
  depthSquared: number;
  /** Boundary face that holds it, or NONE where no valid path exists. */
  face: number;
  feature: number;
  /** Weights of the face's first two corners. */
  b0: number;
  b1: number;
}

/** The query under way. */
export interface Query {
  tet: number;
  vertex: number;
  culling: boolean;
  limits: TraversalLimits;
  /** Whether a valid path has to lead to a candidate; the method `euclidean` asks for none. */
  exact: boolean;
  /** Whether it is known what inverted elements there are around p. */
  looked: boolean;
  /** Whether one covers p: then lifted lines may leave p away from s and come back. */
  covered: boolean;
  /** For each corner and edge (rejectionKey) the last query that can't reach it: it is the closest point of several faces. */
  rejected: Uint32Array;
  /** The queries so far, which number them. */
  queries: number;
}

/** Limit of the proof of culling (docs/method.md): how near the nearest comes to the point of the query under way. */
export interface Clearance {
  /** Squared distance to the nearest [m^2]; Infinity where none is nearer than `upTo`, squared [m^2]. */
  squared: number;
  /** Looked for as far as candidates are tried, since near ones are many and far ones don't matter. */
  upTo: number;
}
export interface Clearances {
  readonly inverted: Clearance;
  readonly branched: Clearance;
}

/**
 * The point of p's element that is nearest to p, and what of the element it lies on: written where p doesn't lie inside, and
 * forgotten with the query.
 */
export interface Skin {
  /** Vertices at the corners of the face, edge or vertex that holds it, the last repeated; as many as `count`. 0: p lies inside. */
  count: number;
  readonly vertices: Uint32Array;
  /** Their shares. */
  readonly weights: Float64Array;
  /** Offset from p to that point [m]. */
  x: number;
  y: number;
  z: number;
  /** Whether the query under way asks for a point that was looked at already. */
  isKnown: boolean;
  /** So far an answer may be off for what this takes off p [m]; found by isAtSkin. */
  reach: number;
  /** The point that was asked about instead of p, minus p [m]. */
  readonly moved: Float64Array;
  /** p [m]. An array, since numbers handed to a function too large to be inlined are allocated. */
  readonly asked: Float64Array;
  /** A triangle's vertices; the same one twice where it is an edge, thrice a vertex. */
  readonly corners: Uint32Array;
  /** Shares of an answer's corners. */
  readonly shares: Float64Array;
}

/**
 * The face, edge or vertex that the query under way begins on: the vertices at its corners, `count` of them, the last repeated. Every
 * element around it holds p, so a walk may begin in any. A count of 0 says that p lies inside its element.
 */
export interface Home {
  count: number;
  a: number;
  b: number;
  c: number;
}

/** Goal of a traversal: any element that holds this vertex (a = b), this edge, or is this element (a = NONE). */
export interface Target {
  tet: number;
  a: number;
  b: number;
  /** Whether the ray may run past s and back: an inverted element is near. */
  further: boolean;
}

/** Scratch of traversals. */
export interface Walk {
  readonly ray: Ray;
  /** With limits: what waits, and the latest elements visited. */
  readonly branches: Uint32Array;
  readonly ring: Uint32Array;
  /** For each tetrahedron the last walk that came to it; those that wait. As large as the largest mesh asked so far. */
  marks: Uint32Array;
  stack: Uint32Array;
  walks: number;
}

/** The face at hand where a line is followed. At the start, an element. */
export interface Line {
  readonly corner: Int32Array;
  /** Places of the corners: across the ray, twice, and along it [m]. */
  readonly across: Float64Array;
  /** Those of three corners that change their places. */
  readonly kept: Float64Array;
}

/** Scratch of floods. */
export interface Flooding {
  /** For each cell the last flood that reached it; cells that wait. As large as the largest mesh asked so far. */
  reached: Uint32Array;
  stack: Int32Array;
  floods: number;
  /** For the cell at hand, its patches and faces that may be near. */
  nearPatches: Int32Array;
  nearFaces: Int32Array;
  /** p [m]. An array, so that loops needn't unpack numbers that were handed over. */
  readonly point: Float64Array;
}

/** Nodes of a tree that wait, and their squared distances [m^2]. */
export interface WaitingNodes {
  readonly nodes: Uint32Array;
  readonly distances: Float64Array;
}

/** Result of `findNearInverted`. */
export interface NearInverted {
  /** Whether an inverted element comes nearer to the point than the radius. */
  any: boolean;
  /** Whether one covers the point. */
  coversPoint: boolean;
  /** Those whose ball covers the point. */
  covering: Int32Array;
  /** Corners of one element, minus the point [m]. */
  readonly corners: Float64Array;
}

export interface LastElement {
  /** s - p, and p [m]. */
  readonly offset: Float64Array;
  readonly origin: Float64Array;
}

/** Scratch of folds: angles that add up, and the faces around a vertex. */
export interface FoldScratch {
  /** The complex number that has been turned so far, and the whole turns that it made. */
  re: number;
  im: number;
  turns: number;
  /** Whether a factor turned backward, or not at all: an inverted or flat element. */
  backward: boolean;
  readonly normal: Float64Array;
  /** Two sides of a face, both from the vertex, and their cross product. */
  readonly span: Float64Array;
}

/** Scratch of the method `rest-shape`. */
export interface RestScratch {
  /** p in the rest shape [m]. */
  readonly point: Float64Array;
  /** Edges of the element from its last corner, then the point from there [m]. */
  readonly edges: Float64Array;
  /** Bodies in their rest shapes, by the positions there. */
  readonly bodies: WeakMap<Float32Array, PathBody>;
}

/** A tree's depth bounds its walk's stack: one entry a level. */
const TREE_STACK = 64;

export const createPathScratch = (): PathScratch => ({
  path: { x: 0.5, y: 0.5, z: 0.5, depthSquared: 0.5, face: NONE, feature: FACE, b0: 0.5, b1: 0.5 },
  query: {
    tet: 0,
    vertex: NONE,
    culling: false,
    limits: UNLIMITED,
    exact: true,
    looked: false,
    covered: false,
    rejected: new Uint32Array(0),
    queries: 0,
  },
  work: createPathWork(),
  closest: createClosestPoint(),
  clearance: { inverted: { squared: Infinity, upTo: 0.5 }, branched: { squared: Infinity, upTo: 0.5 } },
  skin: createSkin(),
  home: createHome(),
  target: { tet: 0, a: NONE, b: NONE, further: false },
  walk: {
    ray: createRay(),
    branches: new Uint32Array(BRANCHES),
    ring: new Uint32Array(RING),
    marks: new Uint32Array(0),
    stack: new Uint32Array(0),
    walks: 0,
  },
  line: { corner: new Int32Array(4), across: new Float64Array(12), kept: new Float64Array(9) },
  flooding: {
    reached: new Uint32Array(0),
    stack: new Int32Array(0),
    floods: 0,
    nearPatches: new Int32Array(0),
    nearFaces: new Int32Array(0),
    point: new Float64Array(3),
  },
  waiting: { nodes: new Uint32Array(TREE_STACK), distances: new Float64Array(TREE_STACK) },
  near: { any: false, coversPoint: false, covering: new Int32Array(0), corners: new Float64Array(12) },
  last: { offset: new Float64Array(3), origin: new Float64Array(3) },
  fold: createFoldScratch(),
  rest: { point: new Float64Array(3), edges: new Float64Array(12), bodies: new WeakMap() },
  bodies: new WeakMap(),
});

const createSkin = (): Skin => ({
  count: 0,
  vertices: Uint32Array.of(NONE, NONE, NONE),
  weights: new Float64Array(3),
  x: 0.5,
  y: 0.5,
  z: 0.5,
  isKnown: false,
  reach: 0.5,
  moved: new Float64Array(3),
  asked: new Float64Array(3),
  corners: new Uint32Array(3),
  shares: new Float64Array(3),
});

export const createHome = (): Home => ({ count: 0, a: NONE, b: NONE, c: NONE });

export const createFoldScratch = (): FoldScratch => ({
  re: 0.5,
  im: 0.5,
  turns: 0,
  backward: false,
  normal: new Float64Array(3),
  span: new Float64Array(9),
});

export function setHome(home: Home, count: number, a: number, b: number, c: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
  home.c = c;
}

/**
 * The faces of an element that hold all of p's home, where the element does: each leads to another that holds it. No ray has to be
 * asked, which couldn't tell on which side of its own start a face lies.
 * @returns bit i for the face opposite corner i
 */
export function facesAtHome(home: Home, tets: Uint32Array, tet: number): number {
  const { count, a, b, c } = home;
  if (count === 0) return 0;
  let held = 0;
  let faces = 0;
  for (let k = 0; k < 4; k++) {
    const v = tets[4 * tet + k];
    if (v === a || v === b || v === c) held++;
    else faces |= 1 << k;
  }
  return held === count ? faces : 0;
}
