import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './pass.ts';
import type { World } from './world.ts';
import type { Dimension } from './model.ts';

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

/** A world before its sources have their places. */
export type UnslottedWorld = Omit<World, 'contactSlots' | 'slotCount' | 'arrayLengths'>;

/** Finds contacts. A step has any number of them; all their contacts are projected together. */
export interface ContactSource {
  readonly name: string;
  /** Worlds that it is for. */
  readonly dimension: Dimension;
  /**
   * Places for the contacts that it makes, for a source that has one for each that it may make: contact k of it is
   * contactOfSlot(world, first + k), with `first` of slotsOf, which a pass hands to its stage and kernels as their `argument`. Each
   * detection writes `kind` and `lambda` of every place, also where the source is turned off meanwhile: `none` is a kind. Other
   * sources make lists that grow (capacities.ts). It is asked when a world is made, with the parameters that the world is made
   * with: who has no places then gets them on reset.
   */
  slots?(world: UnslottedWorld, parameters: SimulationParameters): number;
  isOn(parameters: SimulationParameters): boolean;
  /** At x0, before anything moves. A pass that several sources ask for runs once. */
  atStart(parameters: SimulationParameters): readonly Pass[];
  /** At the positions of now, at each detection. */
  find(parameters: SimulationParameters, world: World): readonly Pass[];
}

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
