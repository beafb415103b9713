import { type BuildScratch, createBuildScratch } from '../../bvh/build.ts';
import type { LeafVertices, Primitives } from '../../bvh/leaf-vertices.ts';
import { leavesAt } from '../../bvh/leaves-at.ts';
import { createSegmentPart, type SegmentPart } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import { createPointSource, type PointSource } from '../world/points.ts';
import { PairKeeper, PointClassifier } from './pair-visitors.ts';
import { DeepNoter } from './watch.ts';

/**
 * Scratch of detection: one per worker, made once and passed along, so that a step allocates nothing. Fields that hold fractions are
 * initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface DetectScratch {
  readonly build: OrderScratch;
  readonly forest: ForestScratch;
  readonly containing: ContainingScratch;
  readonly classifier: PointClassifier;
  readonly deepNoter: DeepNoter;
  readonly keeper: PairKeeper;
  readonly currentEdge: CurrentEdge;
  readonly queries: QueryScratch;
  /** AABB of the edge that diagnostics/pierce.ts tests for intersections with faces: lower corner, upper corner [m]. */
  readonly edgeBox: Float32Array;
}

/** Scratch for building the orders of trees. */
export interface OrderScratch extends BuildScratch {
  /** Box centres of the elements, 3 numbers per element [m]. Grows to the worker's largest tree. */
  centres: Float32Array;
}

/** Scratch of refits. */
export interface ForestScratch {
  /** Views of the vertex lists of a forest's leaves, keyed by the state's array in which they lie. */
  readonly leafVertices: WeakMap<Uint32Array, LeafVertices>;
  /** Elements of the current body. */
  readonly primitives: { -readonly [K in keyof Primitives]: Primitives[K] };
}

/** Scratch of visitContainingTets. */
export interface ContainingScratch {
  /** The vertices whose weighted mean the point is. */
  readonly source: PointSource;
  /** The point's position [m]. */
  readonly at: Float32Array;
  /** Whether a point on a face between two elements counts as inside (visitContainingTets). */
  isClosed: boolean;
  /** Elements around the feature on which the point lies. */
  readonly around: number[];
  readonly search: LeafSearch;
}

/** Search for the leaves of a tree that contain a point. */
export interface LeafSearch {
  /** In TypeScript, or with SIMD; then `nodes` lies in the kernels' memory, and is long enough for all trees. */
  readonly leavesAt: typeof leavesAt;
  /** Result of leavesAt. Without SIMD, it is replaced if it is too short. */
  nodes: Uint32Array;
}

/**
 * Scratch of the stage `edgeContainment`: the current edge, and its best part so far. The best part is the one inside a tetrahedron
 * whose middle is nearest to the edge's middle.
 */
export interface CurrentEdge {
  /** Offsets of the edge's end vertices in `positions`. */
  p: number;
  q: number;
  /** AABB of the edge: lower corner, upper corner [m]. */
  readonly box: Float32Array;
  /** The edge's part inside the current tetrahedron. */
  readonly part: SegmentPart;
  /** Body and tetrahedron that contain the best part; `tet` is NONE if there is no part. */
  body: number;
  tet: number;
  /** Middle of the best part, as a position along the edge: 0 at the first end, 1 at the second. */
  along: number;
  /** Distance of that middle from the edge's middle, |along - 0.5|. */
  distance: number;
  /** Number of parts skipped because of inverted tetrahedra. */
  skippedCount: number;
  /** Result of isPointExcluded; undefined until the first part within the edge's own body is tested. */
  pointExcluded: boolean | undefined;
  /** `along` as a float32 number, and the bits of this number. */
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** Scratch of the stage `queries`. */
export interface QueryScratch {
  /** The vertices whose weighted mean the current point is. */
  readonly source: PointSource;
  /** The point's position along its edge (`along`) as a float32 number, and the bits of this number. */
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** @param search with SIMD; by default in TypeScript */
export function createDetectScratch(search?: LeafSearch): DetectScratch {
  return {
    build: createOrderScratch(),
    forest: {
      leafVertices: new WeakMap(),
      primitives: { vertices: new Uint32Array(0), corners: 0, vertexBase: 0, stride: 3 },
    },
    containing: createContainingScratch(search),
    classifier: new PointClassifier(),
    deepNoter: new DeepNoter(),
    keeper: new PairKeeper(),
    currentEdge: {
      p: 0,
      q: 0,
      box: new Float32Array(6),
      part: createSegmentPart(),
      body: 0,
      tet: NONE,
      along: 0.5,
      distance: 0.5,
      skippedCount: 0,
      pointExcluded: undefined,
      ...createFloatBits(),
    },
    queries: { source: createPointSource(), ...createFloatBits() },
    edgeBox: new Float32Array(6),
  };
}

export const createOrderScratch = (): OrderScratch => ({ ...createBuildScratch(), centres: new Float32Array(0) });

export const createContainingScratch = (
  search: LeafSearch = { leavesAt, nodes: new Uint32Array(0) },
): ContainingScratch => ({
  source: createPointSource(),
  at: new Float32Array(3),
  isClosed: false,
  around: [],
  search,
});

/** Makes one word that can be read and written as a float32 number and as bits. */
function createFloatBits(): { readonly float: Float32Array; readonly bits: Uint32Array } {
  const float = new Float32Array(1);
  return { float, bits: new Uint32Array(float.buffer) };
}
