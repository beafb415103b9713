import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './pass.ts';
import type { World } from './world.ts';
import type { Dimension } from './model.ts';

/** A constraint moves vertices in every iteration. Several constraints may act on a body, one after another. */
export interface Constraint {
  readonly name: string;
  /** Passes at x0, before vertices move, for example to reset sums over the step. */
  atStart?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** Passes of every iteration; empty if the constraint does nothing here. */
  solve?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** Passes at the end of every iteration, and once after the contacts at the step's end: for constraints that must never be left violated. */
  project?(parameters: SimulationParameters, world: World): readonly Pass[];
}

/** A world while the slots of its contact sources are still unknown. */
export type UnslottedWorld = Omit<World, 'contactSlots' | 'slotCount' | 'arrayLengths'>;

/** A contact source finds contacts. A step may have several; all their contacts are projected together. */
export interface ContactSource {
  readonly name: string;
  /** Dimension of the worlds that it works in. */
  readonly dimension: Dimension;
  /**
   * Number of contacts, for a source that reserves a slot for each contact that it can make. Contact k of it has the id
   * contactOfSlot(world, first + k), where `first` comes from slotsOf; a pass hands `first` to its stage and kernels as `argument`.
   * Each detection must write `kind` and `lambda` of every slot, also while the source is turned off (kind `none`). Other sources
   * make lists that grow (capacities.ts). Evaluated when the world is made, with its parameters: a source that is turned on later
   * gets its slots on reset.
   */
  slots?(world: UnslottedWorld, parameters: SimulationParameters): number;
  isOn(parameters: SimulationParameters): boolean;
  /** Passes at x0, before vertices move. A pass that several sources ask for runs once. */
  atStart(parameters: SimulationParameters): readonly Pass[];
  /** Passes of each detection, at the current positions. */
  find(parameters: SimulationParameters, world: World): readonly Pass[];
}

/** A named group of passes. If positions become invalid, the error names the part that caused it. */
export interface StepPart {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Number of times that the passes run, round after round. */
  readonly times: number;
}

/** An integrator: the passes that lead from one step's state to the next. It keeps the step's start as STEP_START (state.ts) says. */
export interface Integrator {
  readonly name: string;
  /** All parts of a step in order; the integrator decides where constraints and contact sources run. */
  parts(parameters: SimulationParameters, world: World): readonly StepPart[];
}
