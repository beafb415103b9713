import type { StageClock } from './stage.ts';
import type { StateArray, Words } from './state.ts';
import type { SimulationParameters } from './parameters.ts';
import type { PathMethod } from './path/path-methods.ts';
import type { ScriptedStep } from './script/scripted.ts';
import type { World } from './world.ts';

/** A vertex that a person pulls towards a point. */
export interface Attachment {
  readonly vertex: number;
  /** [m] */
  readonly target: readonly [number, number, number];
}

/** What comes from outside; the same for a whole step. */
export interface StepInputs {
  readonly parameters: SimulationParameters;
  readonly attachments: readonly Attachment[];
  /** What the world's script says; undefined where it has none. */
  readonly scripted?: ScriptedStep;
}

/**
 * Where the stages of a step run. Methods without a promise record work; those with one, other than findContacts and
 * restore, run all that was recorded, in order, before they resolve. They reject with WorkLostError when what was
 * recorded is lost with a worker or the device; passes that change no state are run again first.
 */
export interface Backend {
  readonly kind: 'cpu' | 'gpu';
  /** The adapter's or processor's name, for the record. */
  readonly adapter: string;
  readonly world: World;

  /** Keeps x0 and v0, clears multipliers, counters and contacts. */
  begin(inputs: StepInputs): void;
  /** Boxes of tetrahedra, boundary faces and bodies from the current positions. */
  refit(): void;
  /** Splits the surface vertices into P_in and P_out (Algorithm 5, line 1). */
  classify(): void;
  /** x += dt v; what a script moves goes to its place. */
  predict(): void;
  /** One XPBD iteration over the material's constraints and attachments. */
  solve(): void;
  /**
   * P_in (in mode dcd: all): DCD, then shortest paths. P_out: CCD from x0. All join one ordered list.
   * Where no answer has to come back for what follows, this records only.
   */
  findContacts(): Promise<void>;
  /** Projects the contacts, colour by colour, with friction, and the colliders; so many times. */
  project(passes: number): void;
  velocities(): void;
  /** Checks for broken numbers; then everything recorded runs. @returns the step's counters (COUNTERS). */
  finish(): Promise<Uint32Array>;
  /**
   * DCD and shortest paths at the current positions, into depths, and the kinetic energy, into energies.
   * Changes no other state. @returns counters of this pass alone.
   */
  measure(): Promise<Uint32Array>;
  /**
   * Shortest paths of the first `count` records of `queries`, written before, into `paths`: what the step does between
   * detection and contacts, for the command line and for looking inside.
   * @param method by default the step's own; the GPU knows one    @returns counters of this pass alone
   */
  answerQueries(count: number, culling: boolean, method?: PathMethod): Promise<Uint32Array>;
  /** Surface edges that properly pierce a surface triangle of another body or of their own; exact. */
  countPiercing(): Promise<number>;
  /** Vertex normals for drawing. */
  shade(): Promise<void>;

  /** Starts a rebuild of the trees' orders from the current positions; adopted by adoptRebuild. */
  startRebuild(): Promise<void>;
  /** Waits for the rebuild and uses it from now on. @returns whether it had to wait; false where none was started. */
  adoptRebuild(): Promise<boolean>;

  /**
   * An array of the state after all that was recorded. Of `positions` these are the float32 values, without `remainders`, which
   * vertices are off them by. It may be the backend's own, which later steps change: copy what has
   * to stay, and change nothing in it.
   */
  read(name: StateArray): Promise<Float32Array | Uint32Array | Float64Array | Words>;
  /** Sets an array of the state; with `positions` the `remainders` become zero, so that vertices are exactly there. */
  write(name: StateArray, values: Float32Array | Uint32Array): Promise<void>;
  /** x = x0, v = v0 of the last begin, the remainders of x0 too, for a step that could not be finished; what was recorded since is dropped. */
  restore(): Promise<void>;
  /** Milliseconds by clock since the last call. */
  takeTimes(): Promise<Record<StageClock, number>>;
  dispose(): Promise<void>;
}

/** The work was lost with a worker or a device, and the step may be tried again from x0 and v0. */
export class WorkLostError extends Error {}
