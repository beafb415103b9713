import { type BuildScratch, createBuildScratch } from '../../bvh/build.ts';
import type { LeafVertices } from '../../bvh/leaf-vertices.ts';
import { createLeaves, type Leaves } from '../../bvh/walk.ts';
import { createSegmentPart, type SegmentPart } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import { createPointSource, type PointSource } from '../points.ts';
import { PairKeeper, PointClassifier } from './pair-visitors.ts';

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
