import { type ClosestPoint, createClosestPoint, FACE } from '../../geometry/closest-point.ts';
import { NONE } from '../../mesh/topology.ts';
import { createFieldScratch, type FieldScratch } from './distance-field/field-at.ts';
import type { TetMarch } from './distance-field/march-tets.ts';
import type { Model } from '../world/model.ts';
import { createRay, type Ray } from './exit-faces.ts';
import { BRANCHES, RING, type TraversalLimits, UNLIMITED } from './limits.ts';
import { AS_PUBLISHED, type PaperSearch } from './paper/settings.ts';
import { createPathWork, type KnownBodies, type PathBody, type PathWork } from './path-body.ts';

/**
 * Scratch memory of the path searches. Each worker has one, created once and passed to all functions, so that a query allocates nothing.
 * Fields for fractions are initialised with a fraction, so that V8 stores them as doubles in place from the start. p is the query point,
 * and s is a candidate: the point of a boundary face that is closest to p.
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
  readonly paperWalk: PaperWalk;
  readonly line: Line;
  readonly flooding: Flooding;
  readonly waiting: WaitingNodes;
  readonly cover: CoverScratch;
  readonly pathEnd: PathEnd;
  readonly fold: FoldScratch;
  readonly rest: RestScratch;
  readonly field: FieldScratch;
  /** Memory of marches on tetrahedra, per model. */
  readonly tetMarches: WeakMap<Model, TetMarch>;
  readonly bodies: KnownBodies;
}

/** The answer to the last query. */
export interface Path {
  /** s - p, the vector of the path [m]. */
  x: number;
  y: number;
  z: number;
  /** Squared length of the path [m^2]. */
  depthSquared: number;
  /** Boundary face on which s lies, or NONE if no valid path exists. */
  face: number;
  /** The face's interior, edge or corner on which s lies (geometry/closest-point.ts). */
  feature: number;
  /** Barycentric weights of the face's first two corners. */
  b0: number;
  b1: number;
}

/**
 * How a query tests candidates. `none`: not at all, for the methods `euclidean` and `rest-shape`. `exact`: a valid path must lead to the
 * candidate. `published`: likewise, tested as in the paper (paper/paper.ts).
 */
export const TESTS = { none: 0, exact: 1, published: 2 } as const;

/** The current query. */
export interface Query {
  /** Element that contains p. */
  tet: number;
  /** The query's own vertex, or NONE. */
  vertex: number;
  /** Whether candidates may be culled. */
  culling: boolean;
  limits: TraversalLimits;
  /** How candidates are tested; one of TESTS. */
  test: number;
  /** Settings of walks, if the test is `published`. */
  paper: PaperSearch;
  /** Whether `isCovered` is known. It is found out when it is first needed. */
  isCoverKnown: boolean;
  /** Whether an inverted element covers p. In this case a lifted line may leave p in the direction away from s and come back. */
  isCovered: boolean;
  /**
   * Per vertex and edge (rejectionKey): the number of the last query that found it unreachable. Several faces can have their closest point
   * on the same vertex or edge, which is then tested only once.
   */
  rejected: Uint32Array;
  /** Number of candidates of this query to which no walk led. */
  failedTraversals: number;
  /** Number of queries so far, which is the number of the current query. */
  queries: number;
}

/** Distance from p to the nearest obstacle of one kind. Culling is not proved for candidates beyond it (docs/method.md). */
export interface Clearance {
  /** Squared distance to the nearest obstacle [m^2]; Infinity if none is within the search radius. */
  squared: number;
  /** Squared search radius [m^2]. It starts small and grows only if a candidate is farther away, since most candidates are near. */
  radiusSquared: number;
}
/** Distances to the nearest inverted element and the nearest branched edge. */
export interface Clearances {
  readonly inverted: Clearance;
  readonly branched: Clearance;
}

/**
 * The point of p's element that is nearest to p, and the face, edge or vertex of the element on which this point lies. Set if p is not
 * inside its element; cleared after the query.
 */
export interface Skin {
  /** Number of different vertices of that face, edge or vertex; 0 if p lies inside its element. The last one is repeated in `vertices`. */
  count: number;
  readonly vertices: Uint32Array;
  /** Barycentric weights of the vertices. */
  readonly weights: Float64Array;
  /** Offset from p to the nearest point [m]. */
  x: number;
  y: number;
  z: number;
  /** Whether the query point has already been moved to the skin, so that isAtSkin need not be called again. */
  isMoved: boolean;
  /** Rounding error of p and its element [m], written by isAtSkin. A boundary point within this distance counts as being at p. */
  reach: number;
  /** Offset from the original p to the point of its element that is queried instead [m]. */
  readonly moved: Float64Array;
  /** The original p [m], in an array as tetrahedronContains takes it. */
  readonly original: Float64Array;
  /** The triangle that `approach` (skin.ts) searches: its 3 vertices. Two of them are equal for an edge, all three for a vertex. */
  readonly corners: Uint32Array;
  /** Barycentric weights of the corners of the answer's face. */
  readonly faceWeights: Float64Array;
}

/**
 * The home feature: the face, edge or vertex of its element on which p lies. It has `count` different vertices; the last one is repeated.
 * All elements around the feature contain p, so a walk may begin in any of them. If `count` is 0, p lies inside its element.
 */
export interface Home {
  count: number;
  a: number;
  b: number;
  c: number;
}

/** Target of a traversal: any element with vertex a (if a = b), any element with edge ab, or the element `tet` (if a = NONE). */
export interface Target {
  tet: number;
  a: number;
  b: number;
  /** Whether the lifted line may run past s and come back, because an inverted element covers s. */
  mayOvershoot: boolean;
}

/** Scratch memory of traversals. */
export interface Walk {
  readonly ray: Ray;
  /** For traversals with limits: elements that wait to be visited, and the elements visited last. */
  readonly branches: Uint32Array;
  readonly ring: Uint32Array;
  /** For traversals without limits: per tetrahedron, the number of the last walk that reached it. */
  marks: Uint32Array;
  /** For traversals without limits: elements that wait to be visited. */
  stack: Uint32Array;
  /** Number of walks so far, which is the number of the current walk. */
  walks: number;
}

/** Scratch memory of the paper's walk from s to p (paper/traverse.ts). */
export interface PaperWalk {
  /** The ray from s in the direction of p. */
  readonly ray: Ray;
  /** Faces that wait to be passed: places in Topology.neighbours. */
  branches: Uint32Array;
  /** The elements visited last, for walks with limits. */
  readonly ring: Uint32Array;
  /** For walks without limits: per tetrahedron, the number of the last walk that reached it. */
  marks: Uint32Array;
  /** Number of walks without limits so far, which is the number of the current one. */
  walks: number;
  /** Coordinates of four vertices in the ray's frame [m], 3 per vertex: two across the ray, then one along it. */
  readonly flat: Float64Array;
}

/** Scratch memory of walkLine: at first the element's 4 corners, then the 3 corners of the face that the line passes through. */
export interface Line {
  readonly corner: Int32Array;
  /** Coordinates of these corners relative to p [m], 3 per corner: two perpendicular to the ray, then one along it. */
  readonly coordinates: Float64Array;
  /** Copy of three corners' coordinates while the corners are reordered. */
  readonly copy: Float64Array;
}

/** Scratch memory of floods (flood/flood.ts). */
export interface Flooding {
  /** Per cell, the number of the last flood that reached it. */
  reached: Uint32Array;
  /** Cells that wait to be searched. */
  stack: Int32Array;
  /** Number of floods so far, which is the number of the current flood. */
  floods: number;
  /** Patches and faces of the current cell that may be nearer than the best path. */
  nearPatches: Int32Array;
  nearFaces: Int32Array;
  /** Squared distances of the faces' candidates from p [m^2]. */
  nearDistances: Float64Array;
  /** p [m], for the loops of floodCells. */
  readonly point: Float64Array;
  /** p's cell. */
  home: number;
  /** Gains of the cone tests of this flood so far (flood.ts). */
  coneGain: number;
  /** The cone of the current test (cone.ts). */
  readonly cone: Float64Array;
  /** Per cell, the number of the last cone test that reached it; cells that wait in the current test; number of tests so far. */
  coneReached: Uint32Array;
  coneStack: Int32Array;
  cones: number;
}

/** Tree nodes that wait to be searched, and their squared distances from p [m^2]. */
export interface WaitingNodes {
  readonly nodes: Uint32Array;
  readonly distances: Float64Array;
}

/** Scratch memory of isCovered (clearance.ts). */
export interface CoverScratch {
  /** The corners of one element, relative to the point [m]. */
  readonly corners: Float64Array;
}

/** Scratch memory of mayEnd (culling.ts). */
export interface PathEnd {
  /** s - p [m]. */
  readonly offset: Float64Array;
  /** p, to which the corners in `closest.triangle` are relative [m]. */
  readonly origin: Float64Array;
}

/** Scratch memory of folds.ts. */
export interface FoldScratch {
  /** Sum of angles so far: the angle of the complex number re + i im, plus `turns` times 2 pi. */
  re: number;
  im: number;
  turns: number;
  /** Whether some angle was not between 0 and pi, as in an inverted or flat element. */
  backward: boolean;
  /** Sum of the normals of a vertex's faces. */
  readonly normal: Float64Array;
  /** Two sides of a face, both starting at the vertex, and their cross product. */
  readonly span: Float64Array;
}

/** Scratch memory of the method `rest-shape`. */
export interface RestScratch {
  /** p in the rest shape [m]. */
  readonly point: Float64Array;
  /** Relative to the last corner of p's element [m]: the element's other three corners, then p. */
  readonly edges: Float64Array;
  /** Bodies in their rest shapes. The key is the array of rest positions. */
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
    test: TESTS.exact,
    paper: AS_PUBLISHED,
    isCoverKnown: false,
    isCovered: false,
    rejected: new Uint32Array(0),
    failedTraversals: 0,
    queries: 0,
  },
  work: createPathWork(),
  closest: createClosestPoint(),
  clearance: {
    inverted: { squared: Infinity, radiusSquared: 0.5 },
    branched: { squared: Infinity, radiusSquared: 0.5 },
  },
  skin: createSkin(),
  home: createHome(),
  target: { tet: 0, a: NONE, b: NONE, mayOvershoot: false },
  walk: {
    ray: createRay(),
    branches: new Uint32Array(BRANCHES),
    ring: new Uint32Array(RING),
    marks: new Uint32Array(0),
    stack: new Uint32Array(0),
    walks: 0,
  },
  paperWalk: {
    ray: createRay(),
    branches: new Uint32Array(BRANCHES),
    ring: new Uint32Array(RING),
    marks: new Uint32Array(0),
    walks: 0,
    flat: new Float64Array(12),
  },
  line: { corner: new Int32Array(4), coordinates: new Float64Array(12), copy: new Float64Array(9) },
  flooding: {
    reached: new Uint32Array(0),
    stack: new Int32Array(0),

    floods: 0,
    nearPatches: new Int32Array(0),
    nearFaces: new Int32Array(0),
    nearDistances: new Float64Array(0),
    point: new Float64Array(3),
    home: NONE,
    coneGain: 0,
    cone: new Float64Array(5),
    coneReached: new Uint32Array(0),
    coneStack: new Int32Array(0),
    cones: 0,
  },
  waiting: { nodes: new Uint32Array(TREE_STACK), distances: new Float64Array(TREE_STACK) },
  cover: { corners: new Float64Array(12) },
  pathEnd: { offset: new Float64Array(3), origin: new Float64Array(3) },
  fold: createFoldScratch(),
  field: createFieldScratch(),
  tetMarches: new WeakMap(),
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
  isMoved: false,
  reach: 0.5,
  moved: new Float64Array(3),
  original: new Float64Array(3),
  corners: new Uint32Array(3),
  faceWeights: new Float64Array(3),
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

/** Sets p's home feature. @param count number of different vertices among a, b and c; 0 if p lies inside its element */
export function setHome(home: Home, count: number, a: number, b: number, c: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
  home.c = c;
}

/**
 * Returns the faces of an element that contain p's whole home feature. Behind each of them lies another element with this feature. No ray
 * is tested against these faces: they contain p, where the ray starts, so rounding would decide the result.
 * @returns bit i for the face opposite corner i; 0 if the element does not have all vertices of the feature
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
