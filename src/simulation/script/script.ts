import type { SimulationParameters } from '../parameters.ts';
import type { Motion } from './motion.ts';

/** Moves some of a body's vertices by script. Nothing else moves these vertices until they are released. */
export interface Driver {
  /** Index of the body among the scene's placements. */
  readonly body: number;
  /** Vertex ids, local to the model. No other driver of the body may have them. */
  readonly vertices: Uint32Array;
  /** Motion, applied to the vertices' positions at the start. */
  readonly motion: Motion;
  /** Time at which the vertices are released [s]; never by default. */
  readonly until?: number;
}

/** Translates a collider by script. */
export interface MovingCollider {
  /** Index among the scene's colliders. */
  readonly collider: number;
  readonly motion: Pick<Motion, 'times' | 'shifts'>;
}

/** Parameter values that apply from the first step that begins at `time` [s] or later. Parameters that take effect only on reset (onReset) aren't allowed. */
export interface Switch {
  readonly time: number;
  readonly parameters: Partial<SimulationParameters>;
}

/** Scripted motions and parameter changes of a scene. Plain data, so that it can be sent to other threads. */
export interface Script {
  readonly drivers?: readonly Driver[];
  readonly colliders?: readonly MovingCollider[];
  readonly switches?: readonly Switch[];
}
