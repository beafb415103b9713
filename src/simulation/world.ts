import type { TreeLayout } from '../bvh/tree.ts';
import type { MaterialKind, OwnMaterial } from './material.ts';
import type { Dimension, Model } from './model.ts';
import type { Motion } from './script/motion.ts';
import type { Script } from './script/script.ts';

/**
 * One body: the indices at which its elements start in the world's arrays. Bodies of a model are contiguous: instance i of a model is
 * body `firstBody + i`, and each base grows by the same amount from one to the next.
 */
export interface Body {
  /** Index of the body's placement in createWorld's argument `placements`. */
  readonly placement: number;
  readonly model: number;
  /** Index in World.materials; 0 if it has no material of its own. */
  readonly material: number;
  /** Kind of constraints that its own material sets; undefined if the scene's kind applies. */
  readonly kind: MaterialKind | undefined;
  readonly vertexBase: number;
  readonly tetBase: number;
  readonly springBase: number;
  /** First multiplier of the body's constraints. It has as many as its tetrahedra or its springs need, whichever need more. */
  readonly multiplierBase: number;
  readonly faceBase: number;
  readonly edgeBase: number;
  /** First of its surface vertices. */
  readonly surfaceBase: number;
  /** First of its cells, of their patches of boundary faces, and of their sides (path/flood/cells.ts). */
  readonly cellBase: number;
  readonly patchBase: number;
  readonly sideBase: number;
}

/**
 * Numbering of the contact points: surface vertices first; then, as far as the parameter contactPoints includes them, inner
 * vertices, centroids of tetrahedra, and boundary edges (one point on each). Within a kind they are in the order of the world's ids.
 */
export interface Points {
  /** First number of each kind; surface vertices start at 0. */
  readonly firstInner: number;
  readonly firstCentroid: number;
  readonly firstEdge: number;
  readonly count: number;
  /** World vertex id of each surface vertex, then of each inner vertex. */
  readonly vertices: Uint32Array;
  /** Body of each point. */
  readonly bodies: Uint32Array;
}

/** Collider: a half-space that bodies stay in, normal . x >= offset. */
export interface Plane {
  readonly normal: readonly [number, number, number];
  /** [m] */
  readonly offset: number;
}

/**
 * Collider: the inside of a sphere, open above its rim. Vertices below the rim that are in the wall, that is outside the sphere by
 * no more than the wall's thickness, are pushed back inside.
 */
export interface Bowl {
  readonly centre: readonly [number, number, number];
  /** Radius of the inside [m]. */
  readonly radius: number;
  /** Height of the rim [m]. */
  readonly rim: number;
  /** Thickness of the wall [m]; must exceed the distance that vertices move in a step. */
  readonly thickness: number;
}

export type Collider = Plane | Bowl;
export const isBowl = (collider: Collider): collider is Bowl => 'centre' in collider;

/** A script's driver in world ids: its vertices, and their positions at the start [m], 3 per vertex. */
export interface WorldDriver {
  readonly body: number;
  readonly vertices: Uint32Array;
  readonly start: Float32Array;
  readonly motion: Motion;
  readonly until?: number;
}

/** Constraints of one colour of a model in all its bodies; they are independent of one another. */
export interface Batch {
  readonly model: number;
  /** Range of the model's constraints. */
  readonly begin: number;
  readonly end: number;
  readonly firstBody: number;
  readonly bodyCount: number;
}

/** Contact slots of a source that reserves one for each contact that it can make. */
export interface ContactSlots {
  readonly source: string;
  /** Its first slot among those of all sources. */
  readonly first: number;
  readonly count: number;
}

/** All data that stay constant while a scene runs. */
export interface World {
  /** 2 if all bodies are in the plane z = 0. */
  readonly dimension: Dimension;
  readonly models: readonly Model[];
  readonly bodies: readonly Body[];
  /** Distinct materials of bodies; the first one is empty and stands for the scene's. */
  readonly materials: readonly OwnMaterial[];
  readonly colliders: readonly Collider[];
  /** Scripted motions and parameter changes; switches are sorted by time. Then its drivers in world ids, and the number of their vertices. */
  readonly script: Script;
  readonly drivers: readonly WorldDriver[];
  readonly drivenCapacity: number;
  readonly vertexCount: number;
  readonly tetCount: number;
  readonly springCount: number;
  readonly faceCount: number;
  readonly edgeCount: number;
  readonly surfaceVertexCount: number;
  readonly cellCount: number;
  readonly patchCount: number;
  readonly sideCount: number;
  readonly multiplierCount: number;
  /** Batches of all bodies, except of those whose own material sets another kind. */
  readonly springBatches: readonly Batch[];
  readonly tetBatches: readonly Batch[];
  /** Batches of the bodies whose own material sets this kind. */
  readonly ownSpringBatches: readonly Batch[];
  readonly ownTetBatches: readonly Batch[];
  /** World vertex id of each surface vertex. */
  readonly surfaceVertices: Uint32Array;
  /** Body of each surface vertex. */
  readonly surfaceBodies: Uint32Array;
  readonly points: Points;
  readonly contactSlots: readonly ContactSlots[];
  /** Number of all sources' slots. */
  readonly slotCount: number;
  /** Length of each feature's array (feature-arrays.ts). */
  readonly arrayLengths: Readonly<Record<string, number>>;
  /** Layouts of the BVHs: per body one over its tetrahedra, one over its boundary faces, one over its boundary edges; and one over all bodies. */
  readonly tetTrees: readonly TreeLayout[];
  readonly faceTrees: readonly TreeLayout[];
  readonly edgeTrees: readonly TreeLayout[];
  readonly bodyTree: TreeLayout;
}

/** Contact slots of a source in a world; an empty range if it has none. */
export const slotsOf = ({ contactSlots }: World, source: string): ContactSlots =>
  contactSlots.find((slots) => slots.source === source) ?? { source, first: 0, count: 0 };

/** End (exclusive) of a body's vertices, which start at its vertexBase. */
export const firstVertexBehind = ({ bodies, vertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].vertexBase : vertexCount;

/** A body as a scene places it. */
export interface Placement {
  readonly model: Model;
  /** Positions at the start [m], 3 per vertex. */
  readonly positions: Float32Array;
  /** Its own material parameters; the scene's apply for all others. */
  readonly material?: OwnMaterial;
}
