import type { SimulationParameters } from '../parameters.ts';
import type { Motion } from './motion.ts';
import type { RandomForces } from './random-forces.ts';

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

/** Scripted translation of a collider. */
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

/** Scripted motions, forces and parameter changes of a scene. A script is plain data, so that it can be sent to other threads. */
export interface Script {
  readonly drivers?: readonly Driver[];
  readonly colliders?: readonly MovingCollider[];
  readonly switches?: readonly Switch[];
  /** Random forces on all bodies. */
  readonly forces?: RandomForces;
}
