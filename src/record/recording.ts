import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { RecordedInput } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';

/** The step, the part of the state and the body in which a simulation got numbers that are not finite (BrokenStateError). */
export interface Broke {
  readonly step: number;
  readonly part: string;
  readonly body: number;
}

/** A recorded run: its origin, the user's inputs, and a row per frame. */
export interface Recording {
  readonly scene: string;
  /** The requested size of the scene. The next three fields are the numbers that resulted. */
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
  readonly version: string;
  /** Parameter changes and drags, each with the step before which it took effect. */
  readonly inputs: readonly RecordedInput[];
  /** Timed parameter changes that replaced those of the scene's script. Missing if nothing replaced the scene's script. */
  readonly switches?: readonly Switch[];
  /** Where the simulation broke, if it did. The frame that broke has no row. */
  readonly broke?: Broke;
  readonly frames: readonly FrameRow[];
}
