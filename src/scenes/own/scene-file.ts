import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { RandomForces, Switch } from '../../simulation/script/script.ts';
import type { OwnMaterial } from '../../simulation/world/material.ts';
import type { Camera } from '../scene.ts';

/** Version of the format, which files state as `untangle`. A change that old programs would misread gets the next number. */
export const SCENE_FILE_VERSION = 1;

/** A mesh of a scene of one's own, at rest, in metres. */
export interface OwnMesh {
  readonly mesh: TetMesh;
  /** Surface from which the tetrahedra were made, which is drawn instead of theirs. */
  readonly surface?: DrawnSurface;
  /** Radius of the thin parts [m]. */
  readonly thickness: number;
}

/** A body of a scene of one's own: a mesh scaled, then turned, then moved. */
export interface OwnBody {
  /** Name of its mesh in `meshes`. Bodies of one mesh and scale share a model. */
  readonly mesh: string;
  /** Where the mesh's origin lies [m]. */
  readonly at: readonly [number, number, number];
  /** Turn as a unit quaternion x, y, z, w. */
  readonly turn: readonly [number, number, number, number];
  readonly scale: number;
  /** '#rrggbb'; a colour of the palette by default. */
  readonly colour?: string;
  /** Whether the body is an obstacle: nothing moves it. */
  readonly held?: boolean;
  readonly material?: OwnMaterial;
}

/** A collider of a scene of one's own. */
export type OwnObstacle =
  | {
      readonly kind: 'plane';
      readonly at: readonly [number, number, number];
      readonly normal: readonly [number, number, number];
    }
  | { readonly kind: 'bowl'; readonly at: readonly [number, number, number]; readonly radius: number };

/**
 * A scene of one's own in memory. Its JSON is the same but for the meshes: there each is a built-in shape, the path of a mesh file, or the
 * arrays themselves, deflated and in base64.
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
