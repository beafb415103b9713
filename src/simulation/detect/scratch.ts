import { type BuildScratch, createBuildScratch } from '../../bvh/build.ts';
import { createDescent, type Descent } from '../../bvh/descent.ts';
import type { LeafVertices } from '../../bvh/leaf-vertices.ts';
import { BOX_STRIDE, type TreeLayout, treeLevels } from '../../bvh/tree.ts';
import { createLeaves, type Leaves, ROOT } from '../../bvh/walk.ts';
import { createSegmentPart, type SegmentPart } from '../../geometry/segment-tetrahedron.ts';
import { createImpact, type Impact, QUERY_STRIDE } from '../../geometry/time-of-impact.ts';
import { NONE } from '../../mesh/topology.ts';
import { createPointSource, type PointSource } from '../points.ts';
import { PairKeeper, PointClassifier } from './pair-visitors.ts';
import { createSearch, type Search } from './search.ts';
import { EDGE_GROUP_HEIGHT, type Group, MOST_VERTICES } from './search-groups.ts';

/**
 * Scratch of detection: one per worker, made once and handed on, so that a step allocates nothing. Fields that hold
 * fractions begin with one, so that V8 keeps their numbers in place from the first on.
 */
export interface DetectScratch {
  readonly build: OrderScratch;
  readonly forest: ForestScratch;
  readonly containing: ContainingScratch;
  readonly classifier: PointClassifier;
  readonly keeper: PairKeeper;
  readonly edgeAtHand: EdgeAtHand;
  readonly queries: QueryScratch;
  readonly ccd: CcdScratch;
  readonly vertexFace: VertexFaceScratch;
  readonly edgeEdge: EdgeEdgeScratch;
  readonly hit: HitScratch;
  /** Lower and upper corner of the edge that may pierce. */
  readonly edgeBox: Float32Array;
}

/** Scratch of the trees' orders. */
export interface OrderScratch extends BuildScratch {
  /** Of the elements, 3 numbers each [m]. Grows to the largest tree of the worker and stays. */
  centres: Float32Array;
}

/** Scratch of refits. */
export interface ForestScratch {
  /** The leaves' vertices of each order. A worker finds an order that was rebuilt by looking at it. */
  readonly known: WeakMap<Uint32Array, LeafVertices>;
  /** Of the body at hand. */
  readonly primitives: { vertices: Uint32Array; corners: number; vertexBase: number };
}

/** Scratch of visitContainingTets. */
export interface ContainingScratch {
  readonly source: PointSource;
  /** The point's position [m]. */
  readonly at: Float32Array;
  readonly leaves: Leaves;
}

/** An edge that looks for tetrahedra. */
export interface EdgeAtHand {
  /** Its ends among all bodies', 3 times. */
  p: number;
  q: number;
  readonly box: Float32Array;
  /** Its part in the tetrahedron at hand. */
  readonly part: SegmentPart;
  /** Its nearest part's tetrahedron, that part's middle and how far it is from the edge's [edges]. */
  body: number;
  tet: number;
  along: number;
  distance: number;
  /** Parts that are left out. */
  skipped: number;
  /** Whether it is of an inverted boundary element; undefined until its first part within its body asks. */
  ofInverted: boolean | undefined;
  /** A number as float32, and its bits. */
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** Scratch of the stage `queries`. */
export interface QueryScratch {
  readonly source: PointSource;
  /** A number as float32, and its bits. */
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** Scratch that the searches of vertices and of edges share: one query of the narrow phase at a time. */
export interface CcdScratch {
  /** Corners of a query at x0, then at x. */
  readonly motion: Float64Array;
  readonly impact: Impact;
  /** Lower and upper corner of what a group sweeps. */
  readonly groupBox: Float32Array;
  readonly group: Group;
  readonly descent: Descent;
}

/** Scratch of the stage `vertexFace`. */
export interface VertexFaceScratch {
  readonly search: Search;
  /** A tree over what the group's vertices sweep, one a leaf: their faces' boxes are several times as large. */
  readonly tree: { -readonly [K in keyof TreeLayout]: TreeLayout[K] };
  readonly boxes: Float32Array;
}

/** Scratch of the stage `edgeEdge`. */
export interface EdgeEdgeScratch {
  /** Made anew where the capacity for hits changes. */
  search: Search;
}

/** The hit of CCD that becomes a contact. */
export interface HitScratch {
  /** The contact's four vertices, and their weights. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  /** The unit normal. */
  readonly normal: Float64Array;
  /** When the edges meet; not an argument, since a number would be boxed for a call that isn't inlined. */
  t: number;
  /** The edges' directions then. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** From edge b's point of contact to edge a's, at x0. */
  readonly separation: Float64Array;
  /** The normal, while others are summed up. */
  readonly kept: Float64Array;
}

export function createDetectScratch(): DetectScratch {
  return {
    build: createOrderScratch(),
    forest: { known: new WeakMap(), primitives: { vertices: new Uint32Array(0), corners: 0, vertexBase: 0 } },
    containing: createContainingScratch(),
    classifier: new PointClassifier(),
    keeper: new PairKeeper(),
    edgeAtHand: {
      p: 0,
      q: 0,
      box: new Float32Array(6),
      part: createSegmentPart(),
      body: 0,
      tet: NONE,
      along: 0.5,
      distance: 0.5,
      skipped: 0,
      ofInverted: undefined,
      ...createFloatBits(),
    },
    queries: { source: createPointSource(), ...createFloatBits() },
    ccd: {
      motion: new Float64Array(QUERY_STRIDE),
      impact: createImpact(),
      groupBox: new Float32Array(6),
      group: { body: 0, node: ROOT },
      descent: createDescent(),
    },
    vertexFace: {
      search: createSearch(MOST_VERTICES, 1, 1),
      tree: { primitiveCount: 0, levels: 0, nodeBase: 0, orderBase: 0 },
      boxes: new Float32Array(BOX_STRIDE * 2 * 2 ** treeLevels(MOST_VERTICES, 1)),
    },
    edgeEdge: { search: createSearch(2 ** EDGE_GROUP_HEIGHT, 2, 1) },
    hit: {
      vertices: new Uint32Array(4),
      weights: new Float64Array(4),
      normal: new Float64Array(3),
      t: 0.5,
      a: new Float64Array(3),
      b: new Float64Array(3),
      separation: new Float64Array(3),
      kept: new Float64Array(3),
    },
    edgeBox: new Float32Array(6),
  };
}

export const createOrderScratch = (): OrderScratch => ({ ...createBuildScratch(), centres: new Float32Array(0) });

export const createContainingScratch = (): ContainingScratch => ({
  source: createPointSource(),
  at: new Float32Array(3),
  leaves: createLeaves(),
});

/** One word, as a float32 number and as its bits. */
function createFloatBits(): { readonly float: Float32Array; readonly bits: Uint32Array } {
  const float = new Float32Array(1);
  return { float, bits: new Uint32Array(float.buffer) };
}
