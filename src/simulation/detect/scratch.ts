import { type BuildScratch, createBuildScratch } from '../../bvh/build.ts';
import type { LeafVertices } from '../../bvh/leaf-vertices.ts';
import { createLeaves, type Leaves } from '../../bvh/walk.ts';
import { createSegmentPart, type SegmentPart } from '../../geometry/segment-tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import { createPointSource, type PointSource } from '../points.ts';
import { PairKeeper, PointClassifier } from './pair-visitors.ts';

/**
 * Scratch of detection: one per worker, made once and passed along, so that a step allocates nothing. Fields that hold fractions are
 * initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface DetectScratch {
  readonly build: OrderScratch;
  readonly forest: ForestScratch;
  readonly containing: ContainingScratch;
  readonly classifier: PointClassifier;
  readonly keeper: PairKeeper;
  readonly edgeAtHand: EdgeAtHand;
  readonly queries: QueryScratch;
  /** AABB of the edge that is tested for edge-triangle intersections: lower corner, upper corner [m]. */
  readonly edgeBox: Float32Array;
}

/** Scratch for building the orders of trees. */
export interface OrderScratch extends BuildScratch {
  /** Box centres of the elements, 3 numbers per element [m]. Grows to the worker's largest tree. */
  centres: Float32Array;
}

/** Scratch of refits. */
export interface ForestScratch {
  /** Vertices of the leaves, by the order array. They are checked against the order, since that may have been rebuilt. */
  readonly known: WeakMap<Uint32Array, LeafVertices>;
  /** Elements of the current body. */
  readonly primitives: { vertices: Uint32Array; corners: number; vertexBase: number };
}

/** Scratch of visitContainingTets. */
export interface ContainingScratch {
  readonly source: PointSource;
  /** The point's position [m]. */
  readonly at: Float32Array;
  readonly leaves: Leaves;
}

/** Scratch of the stage `edgeContainment`: the current edge, and its best tetrahedron so far. */
export interface EdgeAtHand {
  /** Offsets of its end vertices in `positions`. */
  p: number;
  q: number;
  /** Its AABB: lower corner, upper corner [m]. */
  readonly box: Float32Array;
  /** The edge's part inside the current tetrahedron. */
  readonly part: SegmentPart;
  /** The tetrahedron whose part's middle is nearest to the edge's middle; that middle, and its distance from 0.5, as edge parameters. */
  body: number;
  tet: number;
  along: number;
  distance: number;
  /** Parts skipped because of inverted elements. */
  skipped: number;
  /** Whether the edge belongs to an inverted boundary element; undefined until the first part within its own body is tested. */
  ofInverted: boolean | undefined;
  /** One word as a float32 number, and its bits. */
  readonly float: Float32Array;
  readonly bits: Uint32Array;
}

/** Scratch of the stage `queries`. */
export interface QueryScratch {
  readonly source: PointSource;
  /** One word as a float32 number, and its bits. */
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

/** Makes one word, readable as a float32 number and as bits. */
function createFloatBits(): { readonly float: Float32Array; readonly bits: Uint32Array } {
  const float = new Float32Array(1);
  return { float, bits: new Uint32Array(float.buffer) };
}
