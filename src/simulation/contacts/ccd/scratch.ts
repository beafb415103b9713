import { createDescent, type Descent } from '../../../bvh/descent.ts';
import { BOX_STRIDE, type TreeLayout, treeLevels } from '../../../bvh/tree.ts';
import { ROOT } from '../../../bvh/walk.ts';
import { createImpact, type Impact, QUERY_STRIDE } from '../../../geometry/time-of-impact.ts';
import { createSearch, EDGE_GROUP_HEIGHT, type Group, MOST_VERTICES, type Search } from './search.ts';

/**
 * Scratch of CCD: one per worker, made once and handed on, so that a step allocates nothing. Fields that hold
 * fractions begin with one, so that V8 keeps their numbers in place from the first on.
 */
export interface CcdScratch {
  readonly query: CcdQuery;
  readonly vertexFace: VertexFaceScratch;
  readonly edgeEdge: EdgeEdgeScratch;
  readonly hit: HitScratch;
}

/** Scratch that the searches of vertices and of edges share: one query of the narrow phase at a time. */
export interface CcdQuery {
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

export function createCcdScratch(): CcdScratch {
  return {
    query: {
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
  };
}
