import { type ClosestPoint, createClosestPoint, FACE } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { createRay, type Ray } from './exit-faces.ts';
import { BRANCHES, RING, type TraversalLimits, UNLIMITED } from './limits.ts';
import { createPathWork, type KnownBodies, type PathBody, type PathWork } from './path-body.ts';

/**
 * Scratch of the path searches: one per worker, made once and passed along, so that a query allocates nothing. Fields that hold
 * fractions are initialised with a fraction, so that V8 stores them as doubles in place from the start.
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
  /** s - p, the path [m]; s is its boundary point. */
  x: number;
  y: number;
  z: number;
  /** Squared length of the path [m^2]. */
  depthSquared: number;
  /** Boundary face that holds s, or NONE if no valid path exists. */
  face: number;
  feature: number;
  /** Barycentric weights of the face's first two corners. */
  b0: number;
  b1: number;
}

/** The current query. */
export interface Query {
  tet: number;
  vertex: number;
  culling: boolean;
  limits: TraversalLimits;
  /** Whether a candidate needs a valid path; the methods `euclidean` and `rest-shape` need none. */
  exact: boolean;
  /** Whether the inverted elements around p have been looked up. */
  looked: boolean;
  /** Whether an inverted element covers p: then lifted lines may leave p away from s and come back. */
  covered: boolean;
  /** Per corner and edge (rejectionKey) the number of the last query that found it unreachable: several faces share it as closest point. */
  rejected: Uint32Array;
  /** Number of queries so far; numbers the current query. */
  queries: number;
}

/** Distance from the current query's p to the nearest obstacle of a kind (docs/method.md: beyond it culling is not proved). */
export interface Clearance {
  /** Squared distance to the nearest obstacle [m^2]; Infinity if none is nearer than the radius of `upTo`. */
  squared: number;
  /** Squared search radius [m^2]. It grows with the candidates tried, since most are near and distant obstacles don't matter. */
  upTo: number;
}
export interface Clearances {
  readonly inverted: Clearance;
  readonly branched: Clearance;
}

/**
 * The point of p's element nearest to p, and the face, edge or vertex of the element that it lies on. Set if p is not inside its
 * element; cleared after the query.
 */
export interface Skin {
  /** Vertices of that face, edge or vertex, the last one repeated; `count` of them are distinct. Count 0: p lies inside. */
  count: number;
  readonly vertices: Uint32Array;
  /** Barycentric weights of the vertices. */
  readonly weights: Float64Array;
  /** Offset from p to the nearest point [m]. */
  x: number;
  y: number;
  z: number;
  /** Whether the current query's point was already moved to the skin, so that isAtSkin must not be asked again. */
  isKnown: boolean;
  /** Rounding error of p and its element [m], up to which an answer counts as at p; computed by isAtSkin. */
  reach: number;
  /** The point that is queried instead of p, minus p [m]. */
  readonly moved: Float64Array;
  /** p [m]. An array, since numbers passed to a function that is too large to be inlined are allocated on the heap. */
  readonly asked: Float64Array;
  /** Vertices of a triangle; two of them equal for an edge, all three for a vertex. */
  readonly corners: Uint32Array;
  /** Barycentric weights of an answer's face. */
  readonly shares: Float64Array;
}

/**
 * The face, edge or vertex that the current query's p lies on: its `count` vertices, the last one repeated. Every element around
 * it holds p, so a walk may begin in any of them. Count 0: p lies inside its element.
 */
export interface Home {
  count: number;
  a: number;
  b: number;
  c: number;
}

/** Goal of a traversal: any element that holds vertex a (if a = b), any that holds edge ab, or element `tet` (if a = NONE). */
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
  /** For traversals with limits: elements that wait, and the latest elements visited. */
  readonly branches: Uint32Array;
  readonly ring: Uint32Array;
  /** For traversals without limits, sized for the largest mesh so far: per tetrahedron the last walk to reach it; those that wait. */
  marks: Uint32Array;
  stack: Uint32Array;
  /** Number of walks so far; numbers the current walk. */
  walks: number;
}

/** Scratch of walkLine: the element's 4 corners at the start, then the 3 corners of the face that the line goes through. */
export interface Line {
  readonly corner: Int32Array;
  /** Corner coordinates relative to p [m], 3 per corner: along the two axes perpendicular to the ray, then along the ray. */
  readonly across: Float64Array;
  /** Copy of three corners' coordinates while they are reordered. */
  readonly kept: Float64Array;
}

/** Scratch of floods. */
export interface Flooding {
  /** Per cell the last flood that reached it, and cells that wait. Sized for the largest mesh so far. */
  reached: Uint32Array;
  stack: Int32Array;
  /** Number of floods so far; numbers the current flood. */
  floods: number;
  /** Patches and faces of the current cell that may be nearer than the best path. */
  nearPatches: Int32Array;
  nearFaces: Int32Array;
  /** p [m]. An array, so that loops don't unbox numbers passed as arguments. */
  readonly point: Float64Array;
}

/** Tree nodes that wait to be searched, and their squared distances from p [m^2]. */
export interface WaitingNodes {
  readonly nodes: Uint32Array;
  readonly distances: Float64Array;
}

/** Result of `findNearInverted`. */
export interface NearInverted {
  /** Whether an inverted element comes nearer to the point than the radius. */
  any: boolean;
  /** Whether an inverted element covers the point. */
  coversPoint: boolean;
  /** Places in the list of inverted elements whose balls cover the point. */
  covering: Int32Array;
  /** Corners of one element, relative to the point [m]. */
  readonly corners: Float64Array;
}

/** Scratch of mayEnd. */
export interface LastElement {
  /** s - p [m]. */
  readonly offset: Float64Array;
  /** p [m]. */
  readonly origin: Float64Array;
}

/** Scratch of folds: the sum of angles so far, and the faces around a vertex. */
export interface FoldScratch {
  /** The angle summed so far, as the complex number re + i im, and the whole turns that it has made. */
  re: number;
  im: number;
  turns: number;
  /** Whether some angle was not in (0, pi): an inverted or flat element. */
  backward: boolean;
  /** Sum of the normals of a vertex's faces. */
  readonly normal: Float64Array;
  /** Two sides of a face, both starting at the vertex, and their cross product. */
  readonly span: Float64Array;
}

/** Scratch of the method `rest-shape`. */
export interface RestScratch {
  /** p in the rest shape [m]. */
  readonly point: Float64Array;
  /** Edges of p's element from its last corner, then p, all relative to that corner [m]. */
  readonly edges: Float64Array;
  /** Bodies in their rest shapes, by their array of rest positions. */
  readonly bodies: WeakMap<Float32Array, PathBody>;
}

/** Capacity of the tree search's stack. It holds at most one entry per level of the tree. */
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

const createHome = (): Home => ({ count: 0, a: NONE, b: NONE, c: NONE });

const createFoldScratch = (): FoldScratch => ({
  re: 0.5,
  im: 0.5,
  turns: 0,
  backward: false,
  normal: new Float64Array(3),
  span: new Float64Array(9),
});

/** Sets p's home feature. @param count distinct vertices among a, b, c; 0 if p lies inside its element */
export function setHome(home: Home, count: number, a: number, b: number, c: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
  home.c = c;
}

/**
 * The faces of an element that contain p's whole home feature (its face, edge or vertex). Each leads to another element that holds
 * the feature. No ray test is needed; one could not tell on which side of its own origin such a face lies.
 * @returns bit i for the face opposite corner i; 0 if the element does not hold the feature
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
