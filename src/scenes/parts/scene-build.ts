import type { Script } from '../../simulation/script/script.ts';
import type { Collider, Placement } from '../../simulation/world.ts';

/** An open box on the ground: the inside's half widths and the height that is drawn [m]. */
export interface BoxCollider {
  readonly halfWidth: number;
  readonly halfDepth: number;
  readonly height: number;
}

/** A plane collider that is drawn as a square plate, and moves as its collider does. */
export interface Plate {
  /** Index among the build's colliders. */
  readonly collider: number;
  /** Middle of the plate's inner face at the start [m]. */
  readonly centre: readonly [number, number, number];
  /** Half its side [m]. */
  readonly halfWidth: number;
}

/** Parts of a scene at one size. Plain data: it travels between threads. */
export interface SceneBuild {
  readonly placements: readonly Placement[];
  /** Planes and bowls; bowls are drawn, planes where `box` or `plates` say so. */
  readonly colliders: readonly Collider[];
  /** The script of what moves, lets go and changes by itself; empty by default. */
  readonly script?: Script;
  readonly box?: BoxCollider;
  readonly plates?: readonly Plate[];
  /** Height of the ground that is drawn [m]; 0 by default. */
  readonly ground?: number;
  /** Notes of the maker, such as arms that were thickened. */
  readonly notes: readonly string[];
}
