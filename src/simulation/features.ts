import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './program/pass.ts';
import type { Detection } from './state.ts';
import type { World } from './world/world.ts';
import type { Dimension } from './world/model.ts';

/** A constraint moves vertices in every iteration of a step. Several constraints may act on a body, one after another. */
export interface Constraint {
  readonly name: string;
  /** Passes at the step's start, while vertices are still at their start positions x0; for example to reset sums over the step. */
  atStart?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** Passes of every iteration; empty if the constraint does nothing in this world or with these parameters. */
  solve?(parameters: SimulationParameters, world: World): readonly Pass[];
  /**
   * Passes of a constraint that must hold exactly at the step's end, such as colliders. They run at the end of every iteration, and once
   * more after the last projection of contacts.
   */
  project?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** Passes at the step's end, after the velocities; for example to count violations. */
  atEnd?(parameters: SimulationParameters, world: World): readonly Pass[];
}

/** A world before layOutSlots (contacts/sources.ts) has given its contact sources their slots. */
export type UnslottedWorld = Omit<World, 'contactSlots' | 'slotCount' | 'arrayLengths'>;

/** A contact source finds contacts. A step may have several sources. The contacts of all sources are projected together. */
export interface ContactSource {
  readonly name: string;
  /** Dimensions of the worlds that the source works in. */
  readonly dimensions: readonly Dimension[];
  /**
   * Returns the number of contact slots, if the source reserves one slot for each contact that it can make. (Other sources write lists
   * that grow, see capacities.ts.) The source's contact k has the id contactOfSlot(world, first + k), where `first` is from slotsOf; a
   * pass hands `first` to its stage and kernels as `argument`. Each detection must write `kind` and `lambda` of every slot. This
   * applies also while the source is turned off; `kind` is then `none`. createWorld calls this function once, with the parameters
   * at the start: a source that is turned on later gets its slots on reset.
   */
  slots?(world: UnslottedWorld, parameters: SimulationParameters): number;
  isOn(parameters: SimulationParameters, world: Pick<World, 'air'>): boolean;
  /** Whether the source needs the motion from x0 to the current positions, and not the current positions alone; false by default. */
  readonly needsMotion?: boolean;
  /** Passes at the step's start, while vertices are still at their start positions x0. A pass that several sources list runs once. */
  atStart(parameters: SimulationParameters): readonly Pass[];
  /** Passes of a detection, at the current positions. */
  find(parameters: SimulationParameters, world: World, detection: Detection): readonly Pass[];
}

/** A named group of passes. If positions become invalid, the error names the part of the step that made them invalid. */
export interface StepPart {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Number of times that the sequence of passes runs. */
  readonly times: number;
}

/**
 * An integrator: the passes that lead from one step's state to the next. Before these passes change positions, velocities and remainders,
 * they copy them to positionsT0, velocitiesT0 and remaindersT0 (STEP_START in state.ts).
 */
export interface Integrator {
  readonly name: string;
  /** Returns all parts of a step in order. The integrator decides where the passes of constraints and contact sources run. */
  parts(parameters: SimulationParameters, world: World): readonly StepPart[];
}
