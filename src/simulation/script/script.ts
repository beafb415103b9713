import type { SimulationParameters } from '../parameters.ts';
import type { Motion } from './motion.ts';

/** Moves some of a body's vertices by script, as if clamped: nothing else moves them until they are released. */
export interface Driver {
  /** Index of the body among the scene's placements. */
  readonly body: number;
  /** Vertex ids, local to the model. No other driver of the body may have them. */
  readonly vertices: Uint32Array;
  /** From where the vertices are at the start. */
  readonly motion: Motion;
  /** When the vertices are let go [s]; never by default. */
  readonly until?: number;
}

/** Moves a collider by script: shifts it. */
export interface MovingCollider {
  /** Index among the scene's colliders. */
  readonly collider: number;
  readonly motion: Pick<Motion, 'times' | 'shifts'>;
}

/** Parameters that change at a time [s]: what they say holds from the first step that begins then or later. Those that take effect on reset can't. */
export interface Switch {
  readonly time: number;
  readonly parameters: Partial<SimulationParameters>;
}

/** What happens in a scene by itself. Plain data: it travels between threads. */
export interface Script {
  readonly drivers?: readonly Driver[];
  readonly colliders?: readonly MovingCollider[];
  readonly switches?: readonly Switch[];
}
