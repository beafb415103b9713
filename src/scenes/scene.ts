import type { SimulationParameters } from '../simulation/parameters.ts';
import type { SceneCheck } from './check.ts';
import type { BoxCollider, Plate, SceneBuild } from './parts/scene-build.ts';

export type { BoxCollider, Plate, SceneBuild };

export interface Camera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** Named sizes: small for a laptop's processor, medium about ten times as large, and the paper's own. */
export const SIZE_NAMES = ['small', 'medium', 'paper'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/** Meaning of the number that sets a scene's size, its range, and its named values. */
export interface SceneSizes extends Readonly<Record<SizeName, number>> {
  /** Such as 'tetrahedra per body' or 'octopi'. */
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** A scene: bodies, colliders, script, parameters, camera, a description, and a check of its results. Each scene is one file. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** One paragraph on what to look for. */
  readonly description: string;
  /** Number of the paper's figure that it reproduces, if any. */
  readonly figure?: string;
  readonly size: SceneSizes;
  readonly parameters: Partial<SimulationParameters>;
  /** Parameters that replace some of `parameters` at a size, such as shorter steps for finer elements. */
  parametersAt?(size: number): Partial<SimulationParameters>;
  /** Number of frames of the whole scene. */
  readonly frames: number;
  /** Share of the frames after which the gallery picture is taken. */
  readonly poster?: number;
  readonly camera: Camera;
  /** Makes the scene's content. @param progress called with fractions from 0 to 1 */
  build(size: number, progress?: (fraction: number) => void): SceneBuild;
  /** Runs the scene and compares figures with bounds. */
  readonly check: SceneCheck;
}
