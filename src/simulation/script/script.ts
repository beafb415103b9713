import type { SimulationParameters } from '../parameters.ts';
import type { Motion } from './motion.ts';

/** Scripted motion of some vertices of a body. Nothing else moves these vertices until the driver releases them. */
export interface Driver {
  /** Index of the body among the scene's placements. */
  readonly body: number;
  /** Vertex ids, local to the model. No two drivers may move the same vertex. */
  readonly vertices: Uint32Array;
  /** The motion transforms the positions that the vertices have at the start of the scene. */
  readonly motion: Motion;
  /** Time at which the driver releases the vertices [s]; by default it never does. */
  readonly until?: number;
  /** Whether no block is drawn around the vertices, such as where an upright block would hide the body. */
  readonly bare?: boolean;
}

/** Scripted translation of a collider. A plane waits for what the guarantee keeps before it (contacts/guarantee/moving-planes.ts). */
export interface MovingCollider {
  /** Index of the collider among the scene's colliders. */
  readonly collider: number;
  readonly motion: Pick<Motion, 'times' | 'shifts'>;
}

/**
 * Scripted change of parameters. The values apply from the first step that begins at `time` [s] or later. Parameters that take effect
 * only on reset (onReset) aren't allowed.
 */
export interface Switch {
  readonly time: number;
  readonly parameters: Partial<SimulationParameters>;
}

/**
 * Scripted random forces. Each body is accelerated as a whole, in a direction of its own, which changes from period to period. Accelerations follow
 * from the body's index and the period's number alone, so they are the same in every run and on every machine.
 */
export interface RandomForces {
  /** Times when they begin and end [s]. */
  readonly from: number;
  readonly until: number;
  /** Time for which an acceleration lasts [s]. */
  readonly period: number;
  /** Greatest component of an acceleration [m/s^2]. Each component is evenly distributed from minus this to this. */
  readonly acceleration: number;
}

/** Scripted motions, forces and parameter changes of a scene. A script is plain data, so that it can be sent to other threads. */
export interface Script {
  readonly drivers?: readonly Driver[];
  readonly colliders?: readonly MovingCollider[];
  readonly switches?: readonly Switch[];
  /** Random forces on all bodies. */
  readonly forces?: RandomForces;
}
