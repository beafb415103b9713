import { createDescent, type Descent } from '../../../bvh/descent.ts';
import { BOX_STRIDE, type TreeLayout, treeLevels } from '../../../bvh/tree.ts';
import { ROOT } from '../../../bvh/walk.ts';
import { type ClosestPoint, createClosestPoint } from '../../../geometry/closest-point.ts';
import { createImpact, type Impact, QUERY_STRIDE } from '../../../geometry/time-of-impact.ts';
import type { ProvedPatches } from '../../self-collision/culling-tests.ts';
import type { Topology } from '../../../mesh/topology.ts';
import { MOST_DUE } from '../guarantee/arrays.ts';
import { createGap, type Gap } from '../guarantee/gap.ts';
import { createHitChoice, type HitChoice } from './deepest-hits.ts';
import { createNearPairs, type NearPairs } from './near-pairs.ts';
import type { Surface } from './nearest.ts';
import { createSearch, EDGE_GROUP_HEIGHT, type Group, MOST_VERTICES, type Search } from './search.ts';

/**
 * Scratch memory of CCD. Each worker makes one such object and reuses it, so that a step allocates nothing. Fields that will hold
 * fractions are initialised with a fraction (0.5), so that V8 stores them as unboxed doubles from the start.
 */
export interface CcdScratch {
  readonly query: CcdQuery;
  readonly vertexFace: VertexFaceScratch;
  readonly edgeEdge: EdgeEdgeScratch;
  readonly hit: HitScratch;
  /** Boxes, cones and projections of each model (self-culling.ts), made when a worker first needs them. */
  readonly patches: (ProvedPatches | undefined)[];
}

/** Scratch that the searches of vertices and of edges share. It holds one narrow-phase query at a time. */
export interface CcdQuery {
  /** Positions of the query's four vertices at the step's start, then at its end [m], 24 numbers (setCorner). */
  readonly motion: Float64Array;
  readonly impact: Impact;
  /** Whether pairs are tested for crossed edges (parameter crossedEdges). */
  partsCrossed: boolean;
  /** Whether steps part regions: then pairs of bodies that are deep in one another, and edges that only dip into a face, are left alone. */
  leavesDeep: boolean;
  /** Whether the pairs are looked at by the guarantee (contacts/guarantee), which makes no contacts of them. */
  isLook: boolean;
  /** Whether the vertices of hits are noted for the guarantee. */
  notesHits: boolean;
  /** Whether pairs within patches that are proved free of collisions are left out (self-culling.ts), and how many were. */
  culls: boolean;
  culled: number;
  /** Scratch of the guarantee: a pair's vertices, their weights in the points in which it meets, its gap at x0, and its place at x0 as a motion. */
  readonly corners: Uint32Array;
  readonly weights: Float64Array;
  readonly gap: Gap;
  readonly startMotion: Float64Array;
  /** Due edges or faces near the group (isDueNear), and their number; -1 if a look of the guarantee tests all pairs. */
  readonly due: Uint32Array;
  dueCount: number;
  readonly near: NearScratch;
  /** Box that covers the motion of a whole group: lower corner, upper corner [m]. */
  readonly groupBox: Float32Array;
  /** Box of one element's motion, with the same layout [m]. */
  readonly elementBox: Float32Array;
  readonly group: Group;
  readonly descent: Descent;
}

/** Scratch of contacts between elements that don't touch (near-contacts.ts). */
export interface NearScratch {
  /** Distance that contacts keep [m]; 0 if none are made of elements that don't touch. */
  thickness: number;
  readonly closest: ClosestPoint;
  /** Vector between the nearest points of two edges [m]. */
  readonly gap: Float64Array;
  /** Surfaces of the pair's two bodies. */
  readonly own: Surface;
  readonly other: Surface;
}

/** Scratch of the stage `vertexFace`. */
export interface VertexFaceScratch {
  /** A new object is made if the world keeps more than one hit per vertex. */
  search: Search;
  /**
   * BVH over the reach boxes of the group's vertices, one vertex per leaf. (Boxes of the BVH over faces would be several times as large.)
   */
  readonly tree: { -readonly [K in keyof TreeLayout]: TreeLayout[K] };
  readonly boxes: Float32Array;
  readonly pairs: NearPairs;
}

/** Scratch of the stage `edgeEdge`. */
export interface EdgeEdgeScratch {
  /** A new object is made whenever the capacity hitsPerEdge changes. */
  search: Search;
  readonly pairs: NearPairs;
}

/** The hits that are being turned into contacts, and the present one. */
export interface HitScratch {
  /** Number of hits so far, of contacts made of them, of hits without room, and of hits without a normal. */
  visited: number;
  count: number;
  dropped: number;
  givenUp: number;
  readonly choice: HitChoice;
  /** Whether the world has a sheet, and whether one of the hit's bodies is one. */
  anySheet: boolean;
  ofSheet: boolean;
  /**
   * The contact's four vertices, and their weights: the weighted sum of the vertices' positions is the gap between the contact's two sides
   * (a vertex and a face, or two edges).
   */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  /** The unit normal. */
  readonly normal: Float64Array;
  /**
   * Time at which the edges meet: 0 is the step's start, 1 its end. (It is a field, since V8 boxes fractions that are passed to functions.)
   */
  t: number;
  /** Directions of edges a and b at time t [m], not normalised. Edge a joins vertices 0 and 1, edge b vertices 2 and 3. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Vector from the contact point on edge b to the contact point on edge a, at the step's start [m]. */
  readonly separation: Float64Array;
  /** Copy of `normal` while that array is used to sum areas. */
  readonly savedNormal: Float64Array;
}

const blankSurface = (): Surface => ({
  topology: {} as Topology,
  vertexBase: 0,
  positions: new Float32Array(0),
});

export function createCcdScratch(): CcdScratch {
  return {
    query: {
      motion: new Float64Array(QUERY_STRIDE),
      impact: createImpact(),
      partsCrossed: false,
      leavesDeep: false,
      isLook: false,
      notesHits: false,
      culls: false,
      culled: 0,
      corners: new Uint32Array(4),
      weights: new Float64Array(4),
      gap: createGap(),
      startMotion: new Float64Array(QUERY_STRIDE),
      due: new Uint32Array(MOST_DUE),
      dueCount: -1,
      near: {
        thickness: 0.5,
        closest: createClosestPoint(),
        gap: new Float64Array(3),
        own: blankSurface(),
        other: blankSurface(),
      },
      groupBox: new Float32Array(6),
      elementBox: new Float32Array(6),
      group: { body: 0, node: ROOT },
      descent: createDescent(),
    },
    vertexFace: {
      search: createSearch(MOST_VERTICES, 1, 1),
      tree: { primitiveCount: 0, levels: 0, nodeBase: 0, orderBase: 0 },
      boxes: new Float32Array(BOX_STRIDE * 2 * 2 ** treeLevels(MOST_VERTICES, 1)),
      pairs: createNearPairs(),
    },
    edgeEdge: { search: createSearch(2 ** EDGE_GROUP_HEIGHT, 2, 1), pairs: createNearPairs() },
    patches: [],
    hit: {
      visited: 0,
      count: 0,
      dropped: 0,
      givenUp: 0,
      choice: createHitChoice(),
      anySheet: false,
      ofSheet: false,
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
