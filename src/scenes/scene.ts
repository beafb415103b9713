import type { SimulationParameters } from '../simulation/parameters.ts';
import type { SceneCheck } from './check.ts';
import type { BoxCollider, Plate, SceneBuild } from './parts/scene-build.ts';

export type { BoxCollider, Plate, SceneBuild };

export interface Camera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** A ball. The camera shows what lies inside it, and lets the rest leave the picture. */
export interface Focus {
  /** [m] */
  readonly centre: readonly [number, number, number];
  /** [m] */
  readonly radius: number;
}

/** Named sizes: small suits a laptop's processor, medium has about ten times as many elements, paper is the paper's size. */
export const SIZE_NAMES = ['small', 'medium', 'paper'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/** Returns a size as links and file names write it: its name, or the number if it has none. @param size in the scene's own unit */
export const sizeInWords = (scene: Scene, size: number): string =>
  SIZE_NAMES.find((name) => scene.size[name] === size) ?? String(size);

/** The number that sets a scene's size: its meaning, its range, and its value for each named size. */
export interface SceneSizes extends Readonly<Record<SizeName, number>> {
  /** Meaning of the number, such as 'tetrahedra per body' or 'octopi'. */
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** A scene: bodies, colliders, script, parameters, camera, description, and a check of the results. Each scene is one file. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** One paragraph that tells the user what happens and what to look for. */
  readonly description: string;
  /** Number of the paper's figure that the scene reproduces, if any. */
  readonly figure?: string;
  readonly size: SceneSizes;
  readonly parameters: Partial<SimulationParameters>;
  /** Returns parameters that override `parameters` at a size, such as shorter steps for finer elements. */
  parametersAt?(size: number): Partial<SimulationParameters>;
  /** Number of frames of the whole scene. */
  readonly frames: number;
  /** Share of the frames after which the gallery picture is taken. */
  readonly poster?: number;
  /** Shares of the frames at which the pictures of docs/scenes.md are taken, if even distances would miss what matters. */
  readonly moments?: readonly number[];
  readonly camera: Camera;
  /** Part of the scene that the camera shows, if it isn't the whole scene. */
  readonly focus?: Focus;
  /** Makes the scene's content. @param progress called with the finished share of the work, from 0 to 1 */
  build(size: number, progress?: (fraction: number) => void): SceneBuild;
  /** Runs the scene and measures figures, most of which have bounds. */
  readonly check: SceneCheck;
}
