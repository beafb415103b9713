import type { TreeLayout } from '../bvh/tree.ts';
import type { MaterialKind, OwnMaterial } from './material.ts';
import type { Dimension, Model } from './model.ts';
import type { Motion } from './script/motion.ts';
import type { Script } from './script/script.ts';

/**
 * One body: where its elements start among all bodies'. Bodies of a model follow one another, so that
 * instance i of a model is body `firstBody + i` and all its bases advance evenly.
 */
export interface Body {
  /** Index of what it was made of, among the placements that createWorld was given. */
  readonly placement: number;
  readonly model: number;
  /** Its place in World.materials: 0 where it has none of its own. */
  readonly material: number;
  /** The constraints that hold it together whatever the scene's are; undefined where they are the scene's. */
  readonly kind: MaterialKind | undefined;
  readonly vertexBase: number;
  readonly tetBase: number;
  readonly springBase: number;
  /** First of its constraints' multipliers: a body has room for its tetrahedra's or its springs'. */
  readonly multiplierBase: number;
  readonly faceBase: number;
  readonly edgeBase: number;
  /** Where its surface vertices start among all bodies' surface vertices. */
  readonly surfaceBase: number;
  /** Where its cells, patches of boundary faces and sides of cells start (path/flood/cells.ts). */
  readonly cellBase: number;
  readonly patchBase: number;
  readonly sideBase: number;
}

/**
 * Points that contacts are made of, by number: surface vertices first; then, as far as the parameter contactPoints asks for
 * them, inner vertices, tetrahedra's centroids and boundary edges (a point on each). Of a kind they are in the order of their
 * ids among all bodies'.
 */
export interface Points {
  /** The first number of each kind; those of surface vertices start at 0. */
  readonly firstInner: number;
  readonly firstCentroid: number;
  readonly firstEdge: number;
  readonly count: number;
  /** Vertex id (among all bodies') of each surface vertex, then of each inner vertex. */
  readonly vertices: Uint32Array;
  /** Body of each point. */
  readonly bodies: Uint32Array;
}

/** A half-space that bodies stay in: normal . x >= offset. */
export interface Plane {
  readonly normal: readonly [number, number, number];
  /** [m] */
  readonly offset: number;
}

/**
 * The inside of a sphere, open above its rim: what is below the rim and not farther past the inside than the wall is thick is
 * pushed back inside.
 */
export interface Bowl {
  readonly centre: readonly [number, number, number];
  /** Of the inside [m]. */
  readonly radius: number;
  /** Height of the rim [m]. */
  readonly rim: number;
  /** Of the wall [m]; thicker than bodies move in a step. */
  readonly thickness: number;
}

export type Collider = Plane | Bowl;
export const isBowl = (collider: Collider): collider is Bowl => 'centre' in collider;

/** A driver's vertices, among all bodies', and where they are at the start [m], 3 a vertex. */
export interface WorldDriver {
  readonly body: number;
  readonly vertices: Uint32Array;
  readonly start: Float32Array;
  readonly motion: Motion;
  readonly until?: number;
}

/** Constraints of one colour of one model, in all its bodies: independent of one another. */
export interface Batch {
  readonly model: number;
  /** Range of the model's constraints. */
  readonly begin: number;
  readonly end: number;
  readonly firstBody: number;
  readonly bodyCount: number;
}

/** Places for the contacts of a source that keeps one for each that it may make. */
export interface ContactSlots {
  readonly source: string;
  /** Its first place among those of all such sources. */
  readonly first: number;
  readonly count: number;
}

/** Everything that doesn't change while a scene runs. */
export interface World {
  /** 2 where all bodies are in the plane z = 0. */
  readonly dimension: Dimension;
  readonly models: readonly Model[];
  readonly bodies: readonly Body[];
  /** Materials that bodies have of their own, each once, behind an empty one that stands for the scene's. */
  readonly materials: readonly OwnMaterial[];
  readonly colliders: readonly Collider[];
  /** What happens by itself, its switches in the order of their times; its drivers' vertices as the world numbers them, and how many there are. */
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
  /** Batches of all bodies but those that say that they are of another kind. */
  readonly springBatches: readonly Batch[];
  readonly tetBatches: readonly Batch[];
  /** Batches of the bodies that are of this kind whatever the scene's is. */
  readonly ownSpringBatches: readonly Batch[];
  readonly ownTetBatches: readonly Batch[];
  /** Vertex id (among all bodies') of each surface vertex. */
  readonly surfaceVertices: Uint32Array;
  /** Body of each surface vertex. */
  readonly surfaceBodies: Uint32Array;
  readonly points: Points;
  readonly contactSlots: readonly ContactSlots[];
  /** Number of all these places. */
  readonly slotCount: number;
  /** Length of each array that a feature has of its own (feature-arrays.ts). */
  readonly arrayLengths: Readonly<Record<string, number>>;
  /** One tree a body over its tetrahedra, its boundary faces, its boundary edges; one tree over the bodies. */
  readonly tetTrees: readonly TreeLayout[];
  readonly faceTrees: readonly TreeLayout[];
  readonly edgeTrees: readonly TreeLayout[];
  readonly bodyTree: TreeLayout;
}

/** The places of a source in a world; none where it has none. */
export const slotsOf = ({ contactSlots }: World, source: string): ContactSlots =>
  contactSlots.find((slots) => slots.source === source) ?? { source, first: 0, count: 0 };

/** Vertices of a body are vertexBase to this one. */
export const firstVertexBehind = ({ bodies, vertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].vertexBase : vertexCount;

/** A body as a scene places it. */
export interface Placement {
  readonly model: Model;
  /** Positions at the start [m], 3 a vertex. */
  readonly positions: Float32Array;
  /** Its own material; the scene's parameters hold for all that this leaves out. */
  readonly material?: OwnMaterial;
}
