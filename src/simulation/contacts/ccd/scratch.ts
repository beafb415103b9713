import { createDescent, type Descent } from '../../../bvh/descent.ts';
import { BOX_STRIDE, type TreeLayout, treeLevels } from '../../../bvh/tree.ts';
import { ROOT } from '../../../bvh/walk.ts';
import { createImpact, type Impact, QUERY_STRIDE } from '../../../geometry/time-of-impact.ts';
import { createSearch, EDGE_GROUP_HEIGHT, type Group, MOST_VERTICES, type Search } from './search.ts';

/**
 * Scratch of CCD: one per worker, made once and passed along, so that a step allocates nothing. Fields that hold fractions are
 * initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface CcdScratch {
  readonly query: CcdQuery;
  readonly vertexFace: VertexFaceScratch;
  readonly edgeEdge: EdgeEdgeScratch;
  readonly hit: HitScratch;
}

/** Scratch shared by the searches of vertices and of edges: one narrow-phase query at a time. */
export interface CcdQuery {
  /** The query's four corners at x0, then at x [m], 24 numbers. */
  readonly motion: Float64Array;
  readonly impact: Impact;
  /** Box of a group's motion: lower corner, upper corner [m]. */
  readonly groupBox: Float32Array;
  readonly group: Group;
  readonly descent: Descent;
}

/** Scratch of the stage `vertexFace`. */
export interface VertexFaceScratch {
  readonly search: Search;
  /** BVH over the motion of the group's vertices, one vertex per leaf. (The boxes of the faces' BVH would be several times as large.) */
  readonly tree: { -readonly [K in keyof TreeLayout]: TreeLayout[K] };
  readonly boxes: Float32Array;
}

/** Scratch of the stage `edgeEdge`. */
export interface EdgeEdgeScratch {
  /** Replaced when the capacity hitsPerEdge changes. */
  search: Search;
}

/** The hit that is being turned into a contact. */
export interface HitScratch {
  /** The contact's four vertices, and their weights in the gap. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  /** The unit normal. */
  readonly normal: Float64Array;
  /** Time at which the edges meet, 0 to 1 over the step. Not a parameter, since V8 boxes a fraction that is passed to a call that it doesn't inline. */
  t: number;
  /** Directions of the edges at that time [m], not normalised. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Vector from edge b's contact point to edge a's, at x0 [m]. */
  readonly separation: Float64Array;
  /** Copy of the normal while `normal` is used to sum areas. */
  readonly savedNormal: Float64Array;
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
      savedNormal: new Float64Array(3),
    },
  };
}
