import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Placement, Plane } from '../simulation/world.ts';

/** An open box on the ground: the inside's half widths and the height that is drawn [m]. */
export interface BoxCollider {
  readonly halfWidth: number;
  readonly halfDepth: number;
  readonly height: number;
}

/** What a scene is made of at one size. */
export interface SceneBuild {
  readonly placements: readonly Placement[];
  readonly planes: readonly Plane[];
  readonly box?: BoxCollider;
  /** What the maker wants said, such as arms that were thickened. */
  readonly notes: readonly string[];
}

export interface Camera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** One scene, one file: bodies, colliders, parameters, camera, and what to look for. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** One paragraph: what to look for. */
  readonly description: string;
  /** The paper's figure that it follows. */
  readonly figure: string;
  /** Tetrahedra a body. */
  readonly size: { readonly default: number; readonly min: number; readonly max: number };
  readonly parameters: Partial<SimulationParameters>;
  readonly camera: Camera;
  /** @param progress called with fractions from 0 to 1 */
  build(size: number, progress?: (fraction: number) => void): SceneBuild;
}
