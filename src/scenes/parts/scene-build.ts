import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import type { Script } from '../../simulation/script/script.ts';
import type { Collider, Placement } from '../../simulation/world/world.ts';

/** How an open box on the ground is drawn; plane colliders are its walls. */
export interface BoxCollider {
  /** Half of the inner width along x [m]. */
  readonly halfWidth: number;
  /** Half of the inner width along z [m]. */
  readonly halfDepth: number;
  /** Height of the drawn walls [m]. */
  readonly height: number;
}

/** A plane collider drawn as a square plate. The plate moves with its collider. */
export interface Plate {
  /** Index among the build's colliders. */
  readonly collider: number;
  /** Centre of the plate's inner face at the start [m]. */
  readonly centre: readonly [number, number, number];
  /** Half of the plate's side [m]. */
  readonly halfWidth: number;
}

/** The content of a scene at one size. It is plain data, which can be sent between threads. */
export interface SceneBuild {
  readonly placements: readonly Placement[];
  /** Planes and bowls. A bowl is always drawn; planes are drawn only as `box` or `plates`. */
  readonly colliders: readonly Collider[];
  /** Timed motions, releases and parameter changes; none by default. */
  readonly script?: Script;
  readonly box?: BoxCollider;
  readonly plates?: readonly Plate[];
  /** Height of the drawn ground [m]. By default, render/landmarks.ts derives the height from colliders and bodies. */
  readonly ground?: number;
  /** Elements of air between the bodies, as they are at rest. */
  readonly air?: AirMesh;
  /** Messages to the user, for example that a coarse body has thicker arms than the paper's. */
  readonly notes: readonly string[];
}
