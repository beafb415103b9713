import type { SimulationParameters } from '../simulation/parameters.ts';
import type { SceneCheck } from './check.ts';
import type { BoxCollider, Plate, SceneBuild } from './parts/scene-build.ts';

export type { BoxCollider, Plate, SceneBuild };

export interface Camera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** Sizes by name: small for a laptop's processor, medium about ten times as large, and the paper's own. */
export const SIZE_NAMES = ['small', 'medium', 'paper'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/** What the number means that a scene is sized by, its range, and its named values. */
export interface SceneSizes extends Readonly<Record<SizeName, number>> {
  /** Such as 'tetrahedra a body' or 'octopi'. */
  readonly meaning: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** One scene, one file: bodies, colliders, script, parameters, camera, what to look for, and what must come out. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** One paragraph: what to look for. */
  readonly description: string;
  /** The paper's figure that it follows, where it follows one. */
  readonly figure?: string;
  readonly size: SceneSizes;
  readonly parameters: Partial<SimulationParameters>;
  /** In place of some of `parameters` at a size, such as shorter steps for finer elements; none by default. */
  parametersAt?(size: number): Partial<SimulationParameters>;
  /** Frames from its start to its end. */
  readonly frames: number;
  /** Share of the frames at which the gallery's picture is taken. */
  readonly poster?: number;
  readonly camera: Camera;
  /** @param progress called with fractions from 0 to 1 */
  build(size: number, progress?: (fraction: number) => void): SceneBuild;
  /** What must come out, by figures with bounds. */
  readonly check: SceneCheck;
}
