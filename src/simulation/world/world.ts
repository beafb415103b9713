import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import type { TreeLayout } from '../../bvh/tree.ts';
import { hasVolume } from '../../mesh/topology.ts';
import type { BodyKind, OwnMaterial } from './material.ts';
import type { Dimension, Model } from './model.ts';
import type { Motion } from '../script/motion.ts';
import type { Script } from '../script/script.ts';

/**
 * One body: the indices at which its elements start in the world's arrays (its bases). Bodies of a model are contiguous: instance i of
 * a model is the model's first body plus i, and each base grows by the same amount from one instance to the next.
 */
export interface Body {
  /** Index of the body's placement in createWorld's argument `placements`. */
  readonly placement: number;
  /** Index in World.models. */
  readonly model: number;
  /** Index in World.materials; 0 if the body has no material of its own. */
  readonly material: number;
  /**
   * Kind of constraints that the body's own material sets (of a cloth, its own; of another body without tetrahedra, springs); undefined if
   * the scene's kind applies.
   */
  readonly kind: BodyKind | undefined;
  /** Colours that the body is drawn with; undefined for those of the palette. */
  readonly skin: Skin | undefined;
  readonly vertexBase: number;
  readonly tetBase: number;
  readonly springBase: number;
  /**
   * Index of the body's first XPBD multiplier. The body has enough of them for its tetrahedra (9 each), for its springs and
   * areas (1 each), or for its triangles and hinges (cloth: 6 and 1 each).
   */
  readonly multiplierBase: number;
  readonly faceBase: number;
  readonly edgeBase: number;
  /** Index of the body's first surface vertex in World.surfaceVertices. */
  readonly surfaceBase: number;
  /** Bases of the groups that one path method uses (path/flood/cells.ts): cells of tetrahedra, patches of faces, and sides of cells. */
  readonly cellBase: number;
  readonly patchBase: number;
  readonly sideBase: number;
}

/**
 * Numbering of the contact points, that is, of the points that DCD tests for penetration. Surface vertices come first. Inner vertices,
 * centroids of tetrahedra, and points on boundary edges (one per edge) follow, if the parameter contactPoints or recovery includes them. Points of
 * one kind are in the order of the world's ids.
 */
export interface Points {
  /** Number of the first point of each kind. Surface vertices start at 0. */
  readonly firstInner: number;
  readonly firstCentroid: number;
  readonly firstEdge: number;
  readonly count: number;
  /** World vertex id of each surface vertex, then of each inner vertex. */
  readonly vertices: Uint32Array;
  /** Body of each point. */
  readonly bodies: Uint32Array;
  /**
   * Whether inner vertices and centroids are there only to notice deep overlaps (contacts/regions). Then they are tested in turn, and make contacts only
   * in deep regions.
   */
  readonly areWatched: boolean;
}

/** Collider: bodies stay in the half-space normal . x >= offset. */
export interface Plane {
  readonly normal: readonly [number, number, number];
  /** [m] */
  readonly offset: number;
}

/**
 * Collider: the inside of a sphere, open above its rim. A vertex below the rim is in the wall if it is outside the sphere by no more than
 * the wall's thickness. Such a vertex is pushed back inside.
 */
export interface Bowl {
  readonly centre: readonly [number, number, number];
  /** Radius of the inside [m]. */
  readonly radius: number;
  /** Height of the rim: its y coordinate [m]. */
  readonly rim: number;
  /** Thickness of the wall [m]; must exceed the distance that vertices move in a step. */
  readonly thickness: number;
}

export type Collider = Plane | Bowl;
export const isBowl = (collider: Collider): collider is Bowl => 'centre' in collider;

/** A script's driver (script/script.ts) in world ids: the vertices that it moves, and their positions at the start [m], 3 per vertex. */
export interface WorldDriver {
  readonly body: number;
  readonly vertices: Uint32Array;
  readonly start: Float32Array;
  readonly motion: Motion;
  /** Time at which the driver releases the vertices [s]; by default it never does. */
  readonly until?: number;
}

/** Constraints of one colour of a model, in `bodyCount` of its bodies. No two of them share a vertex, so they can be solved in parallel. */
export interface Batch {
  readonly model: number;
  /** Range of the model's constraints; `end` is exclusive. */
  readonly begin: number;
  readonly end: number;
  readonly firstBody: number;
  readonly bodyCount: number;
}

/** Batches of constraints by the kind that solves them: springs of `mass-spring`, elements of `cloth`, tetrahedra of the others. */
export type BatchesByKind = Readonly<Record<BodyKind, readonly Batch[]>>;

/**
 * The contact slots of one contact source. A slot is a record for one contact. The source reserves a slot for each contact that it can
 * make.
 */
export interface ContactSlots {
  readonly source: string;
  /** Index of the source's first slot among the slots of all sources. */
  readonly first: number;
  readonly count: number;
}

/** The air mesh at the start (mesh/air/air-mesh.ts), in world ids; empty if the world has none. */
export interface Air {
  /** AIR_STRIDE vertex ids per element. */
  readonly elements: Uint32Array;
  /**
   * Edges of ropes, 2 vertex ids each, or triangles of cloth, 3 vertex ids each. Elements on both sides of them are air, but no change of the mesh
   * may cross them.
   */
  readonly walls: Uint32Array;
}

/** All data that stay constant while a scene runs. */
export interface World {
  /** 2 if all bodies are in the plane z = 0, else 3. */
  readonly dimension: Dimension;
  readonly models: readonly Model[];
  readonly bodies: readonly Body[];
  /** Distinct materials of bodies. The first one overrides nothing and stands for the scene's material. */
  readonly materials: readonly OwnMaterial[];
  readonly colliders: readonly Collider[];
  /** Scripted motions and parameter changes. `switches` are sorted by time. */
  readonly script: Script;
  /** The script's drivers in world ids. */
  readonly drivers: readonly WorldDriver[];
  /** Number of vertices of all drivers. */
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
  /** Constraints of each kind, of all bodies that have no other kind of their own (Body.kind). Solved if the scene has this kind. */
  readonly batches: BatchesByKind;
  /** Constraints of each kind, of the bodies whose own kind it is. Solved if the scene has another kind. */
  readonly ownBatches: BatchesByKind;
  /** World vertex id of each surface vertex. */
  readonly surfaceVertices: Uint32Array;
  /** Body of each surface vertex. */
  readonly surfaceBodies: Uint32Array;
  readonly points: Points;
  readonly air: Air;
  readonly contactSlots: readonly ContactSlots[];
  /** Number of contact slots of all sources. */
  readonly slotCount: number;
  /** Length of each feature's array or, for a list that grows, of one entry (feature-arrays.ts), by the array's name. */
  readonly arrayLengths: Readonly<Record<string, number>>;
  /** Whether the GPU backend runs CCD by kernels (parameter ccdOn), so that the device has the arrays for it. */
  readonly ccdOnDevice: boolean;
  /** Whether steps on the GPU backend rebuild the BVHs by kernels (parameter rebuildsOn). */
  readonly rebuildsOnDevice: boolean;
  /** Layouts of the BVHs: one per body over its tetrahedra, its boundary faces and its boundary edges; and one over all bodies. */
  readonly tetTrees: readonly TreeLayout[];
  readonly faceTrees: readonly TreeLayout[];
  readonly edgeTrees: readonly TreeLayout[];
  readonly bodyTree: TreeLayout;
}

/** Returns the contact slots of a source in a world; an empty range if the source has none. */
export const slotsOf = ({ contactSlots }: World, source: string): ContactSlots =>
  contactSlots.find((slots) => slots.source === source) ?? { source, first: 0, count: 0 };

/** Tests whether a body is a sheet: a surface without volume. */
export const isSheet = ({ bodies, models }: Pick<World, 'bodies' | 'models'>, body: number): boolean =>
  !hasVolume(models[bodies[body].model].topology);

/** Tests whether a world has a sheet. Planar bodies don't count, since they have no faces in space. */
export const hasSheet = ({ models }: Pick<World, 'models'>): boolean =>
  models.some(({ topology, dimension }) => dimension === 3 && !hasVolume(topology));

/** Tests whether a world has an air mesh. */
export const hasAir = ({ air }: Pick<World, 'air'>): boolean => air.elements.length > 0;

/** Returns the index of the body that has a vertex. */
export const bodyOfVertex = ({ bodies }: Pick<World, 'bodies'>, vertex: number): number =>
  bodies.findLastIndex(({ vertexBase }) => vertexBase <= vertex);

/** Number of elements of a world that have a volume or, in the plane, an area: tetrahedra or triangles. */
export const elementCount = ({
  dimension,
  tetCount,
  faceCount,
}: Pick<World, 'dimension' | 'tetCount' | 'faceCount'>) => (dimension === 2 ? faceCount : tetCount);

/** Index of a body's first such element among those of the world. */
export const elementBase = ({ dimension }: Pick<World, 'dimension'>, { tetBase, faceBase }: Body): number =>
  dimension === 2 ? faceBase : tetBase;

/** Returns the end (exclusive) of a body's vertices. They start at the body's vertexBase. */
export const vertexEnd = ({ bodies, vertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].vertexBase : vertexCount;

/** Colours that a body is drawn with, for bodies that look like something. No step uses them. */
export interface Skin {
  /** Red, green and blue, as 0xrrggbb. */
  readonly colour: number;
  /** Colours over it, one after the other, and per vertex the share of each, from 0 to 1. */
  readonly marks: readonly { readonly colour: number; readonly shares: Float32Array }[];
}

/** A body as a scene places it. */
export interface Placement {
  readonly model: Model;
  /** Positions at the start [m], 3 per vertex. */
  readonly positions: Float32Array;
  /** Material parameters that the body overrides. For all others the scene's parameters apply. */
  readonly material?: OwnMaterial;
  /** By default, the body has a colour of the palette. */
  readonly skin?: Skin;
  /** Surface that is drawn instead of the boundary of the tetrahedra. No step uses it. */
  readonly surface?: EmbeddedSurface;
}
