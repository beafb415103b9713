import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { RandomForces, Switch } from '../../simulation/script/script.ts';
import type { OwnMaterial } from '../../simulation/world/material.ts';
import type { Camera } from '../scene.ts';
import type { ShapeDefinition } from './shapes.ts';

/** Version of the format, which files state as `untangle`. A change that old programs would misread gets the next number. */
export const SCENE_FILE_VERSION = 1;

/** Metres per unit of length, by the names that files have for units. */
export const LENGTH_UNITS: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254 };

/** Error for a scene's file that can't be used. The message names the value by its path, and says what was found and what was expected. */
export class SceneFileError extends Error {}

/** A mesh of a scene of one's own, at rest, in metres. */
export interface OwnMesh {
  readonly mesh: TetMesh;
  /** Positions at the start, if they aren't those at rest [m]: 3 per vertex. It may overlap itself. */
  readonly pose?: Float32Array;
  /** Surface from which the tetrahedra were made, which is drawn instead of theirs. */
  readonly surface?: EmbeddedSurface;
  /** Radius of the thin parts [m]. */
  readonly thickness: number;
  /** Set if the mesh is a built-in shape: then files hold the shape instead of the arrays. */
  readonly shape?: ShapeDefinition;
  /** Says where the origin of the mesh lies in the file that it was loaded from, if it isn't the file's own. Files of scenes don't hold it. */
  readonly note?: string;
}

/** Returns the positions of a mesh at the start [m], 3 per vertex. */
export const startOf = ({ mesh, pose }: OwnMesh): Float32Array => pose ?? mesh.positions;

/** Returns a mesh that starts in a pose. @param pose [m], 3 per vertex */
export function withPose({ shape: _, ...mesh }: OwnMesh, pose: Float32Array): OwnMesh {
  return { ...mesh, pose };
}

/** A point or a direction. */
export type Triple = readonly [number, number, number];

/**
 * A rigid motion by key times: a turn about an axis, then a shift. Both are interpolated linearly between the times, and stay what they are before the first
 * and after the last one.
 */
export interface OwnMotion {
  /** Key times [s], ascending. */
  readonly times: readonly number[];
  /** Shift at each time [m]; none by default. */
  readonly shifts?: readonly Triple[];
  /** Full turns at each time, by the right-hand rule; none by default. */
  readonly turns?: readonly number[];
  /** Axis of the turns, of any length above 0; (0, 1, 0) by default. */
  readonly axis?: Triple;
  /** A point of the axis, relative to the body's `at` [m]; (0, 0, 0) by default. */
  readonly centre?: Triple;
}

/** The motion of an obstacle, which does not turn. */
export type OwnShifts = Pick<OwnMotion, 'times' | 'shifts'>;

export interface Ball {
  /** Centre [m]. */
  readonly at: Triple;
  /** [m] */
  readonly radius: number;
}

/** Vertices of a body that nothing but a motion moves. */
export interface OwnHold {
  /** Ball around the vertices, in the mesh's own coordinates at rest [m]; all vertices by default. */
  readonly within?: Ball;
  /** The vertices stay where they start by default. */
  readonly motion?: OwnMotion;
  /** Time when they are released [s]; never by default. */
  readonly until?: number;
}

/** A body of a scene of one's own: a mesh scaled, then turned, then moved. */
export interface OwnBody {
  /** Name of its mesh in `meshes`. Bodies of one mesh and scale share a model. */
  readonly mesh: string;
  /** Position of the mesh's origin [m]. */
  readonly at: Triple;
  /** Turn as a unit quaternion x, y, z, w. */
  readonly turn: readonly [number, number, number, number];
  readonly scale: number;
  /** '#rrggbb'; a colour of the palette by default. */
  readonly colour?: string;
  /** Whether the body is an obstacle: nothing moves it, and its `holds` have no effect. */
  readonly held?: boolean;
  /** No two of them hold the same vertex. */
  readonly holds?: readonly OwnHold[];
  readonly material?: OwnMaterial;
}

/** A collider of a scene of one's own: bodies stay on one side of it. */
export interface OwnPlane {
  readonly kind: 'plane';
  /** A point of the plane [m]. */
  readonly at: Triple;
  /** Points to the side where bodies are; of any length above 0. */
  readonly normal: Triple;
  readonly motion?: OwnShifts;
}

/** A collider of a scene of one's own: the lower half of a sphere, open at the top. */
export interface OwnBowl {
  readonly kind: 'bowl';
  /** The sphere's centre, which is as high as the rim [m]. */
  readonly at: Triple;
  /** Radius of the inside [m]. */
  readonly radius: number;
  readonly motion?: OwnShifts;
}

export type OwnObstacle = OwnPlane | OwnBowl;

/**
 * A scene of one's own in memory. Its JSON is the same but for the meshes: there each is a built-in shape, the path of a mesh file, or the
 * arrays themselves, deflated and in base64 (docs/scene-file.md).
 */
export interface OwnScene {
  readonly title: string;
  readonly meshes: Readonly<Record<string, OwnMesh>>;
  readonly bodies: readonly OwnBody[];
  readonly obstacles: readonly OwnObstacle[];
  readonly parameters: Partial<SimulationParameters>;
  readonly switches?: readonly Switch[];
  readonly forces?: RandomForces;
  /** By default, one from which all bodies are seen. */
  readonly camera?: Camera;
  /** Frames of the whole scene. */
  readonly frames: number;
}

/** A mesh that a scene's file names as another file. */
export interface MeshReference {
  /** Path relative to the scene's file, with `/`. */
  readonly file: string;
  /** Metres per unit of the file. */
  readonly metresPerUnit: number;
  /** Radius of the thin parts [m]; measured by default. */
  readonly thickness?: number;
  /** Edge length of the lattice's cubes that fill a surface [m]; by default one that gives about 3,000 tetrahedra. */
  readonly cell?: number;
}

/** Loads a mesh that a scene's file names. @throws Error with a message for the person */
export type LoadMesh = (reference: MeshReference) => Promise<OwnMesh>;
