import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { RecordedInput } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';

/** The place where a simulation's positions became invalid: not finite, or too far from the origin; see BrokenStateError. */
export interface Broke {
  readonly step: number;
  /** Name of the part of the step that made positions invalid; 'step' if that part could not be found. */
  readonly part: string;
  /** Number of the body with invalid positions. */
  readonly body: number;
}

/** A recorded run: its origin (scene, parameters, backend and so on), the user's inputs, and one row per frame. */
export interface Recording {
  readonly scene: string;
  /** Requested size of the scene; the fields below are the resulting counts. */
  readonly size: number;
  readonly bodies: number;
  readonly vertices: number;
  readonly tetrahedra: number;
  /** Parameters at the start. Later changes are in `inputs`. */
  readonly parameters: SimulationParameters;
  readonly backend: 'cpu' | 'gpu';
  /** Name of the GPU or processor that ran it. */
  readonly adapter: string;
  readonly workers: number;
  /** Name and version of the browser or of Node. */
  readonly host: string;
  /** Version of this project. */
  readonly version: string;
  /** Parameter changes and drags, each with the step before which it took effect. */
  readonly inputs: readonly RecordedInput[];
  /** Timed parameter changes that replaced those of the scene's script; undefined if the scene's own were used. */
  readonly switches?: readonly Switch[];
  /** The place where the simulation broke; undefined if it didn't. The frame that broke has no row. */
  readonly broke?: Broke;
  readonly frames: readonly FrameRow[];
}
