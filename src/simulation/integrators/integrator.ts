import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../pass.ts';
import type { World } from '../world.ts';

/** A group of passes that is blamed as one when positions break. */
export interface StepPart {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** How often they run, one round after another. */
  readonly times: number;
}

/** A way to get from one state to that of the next step. It keeps the step's start as STEP_START (state.ts) says. */
export interface Integrator {
  readonly name: string;
  /** All that a step does, in its order: it puts constraints and contact sources where it needs them. */
  parts(parameters: SimulationParameters, world: World): readonly StepPart[];
}
