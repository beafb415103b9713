import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../pass.ts';
import type { World } from '../world.ts';

/** Moves vertices in every iteration. Any number of them may act on a body, one after another. */
export interface Constraint {
  readonly name: string;
  /** At x0, before anything moves: what it sums up over the step starts here. */
  atStart?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** In every iteration; no passes where it has nothing to do. */
  solve?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** At the end of every iteration, and once behind the contacts at the step's end: for what may never be left violated. */
  project?(parameters: SimulationParameters, world: World): readonly Pass[];
}
