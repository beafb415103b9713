import type { Script } from '../../simulation/script/script.ts';
import type { Collider, Placement } from '../../simulation/world.ts';

/** An open box on the ground: half widths of its inside and the drawn height [m]. */
export interface BoxCollider {
  readonly halfWidth: number;
  readonly halfDepth: number;
  readonly height: number;
}

/** A plane collider drawn as a square plate. The plate moves with its collider. */
export interface Plate {
  /** Index among the build's colliders. */
  readonly collider: number;
  /** Centre of the plate's inner face at the start [m]. */
  readonly centre: readonly [number, number, number];
  /** Half of its side [m]. */
  readonly halfWidth: number;
}

/** The content of a scene at one size. It is plain data, which can be sent between threads. */
export interface SceneBuild {
  readonly placements: readonly Placement[];
  /** Planes and bowls. Bowls are always drawn, planes only through `box` or `plates`. */
  readonly colliders: readonly Collider[];
  /** Timed motions, releases and parameter changes; none by default. */
  readonly script?: Script;
  readonly box?: BoxCollider;
  readonly plates?: readonly Plate[];
  /** Height of the drawn ground [m]. By default it follows from colliders and bodies (render/landmarks.ts). */
  readonly ground?: number;
  /** Notes for the user, such as about thickened arms. */
  readonly notes: readonly string[];
}
