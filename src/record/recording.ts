import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { RecordedInput } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';

/** Where a state left the numbers' range, as BrokenStateError has it. */
export interface Broke {
  readonly step: number;
  readonly part: string;
  readonly body: number;
}

/** A recorded run: what made it, what was done to it, and a row a frame. */
export interface Recording {
  readonly scene: string;
  /** Tetrahedra a body that were asked for, and what came. */
  readonly size: number;
  readonly bodies: number;
  readonly vertices: number;
  readonly tetrahedra: number;
  /** At the start; later changes are in `inputs`. */
  readonly parameters: SimulationParameters;
  readonly backend: 'cpu' | 'gpu';
  /** What ran it: the GPU's or the processor's name. */
  readonly adapter: string;
  readonly workers: number;
  /** The browser's or Node's name and version. */
  readonly host: string;
  readonly version: string;
  /** Sliders and drags by the step before which they took effect. */
  readonly inputs: readonly RecordedInput[];
  /** What changed by itself in place of the scene's own script; missing where that ran. */
  readonly switches?: readonly Switch[];
  /** How the run ended that broke; its last frame has no row. */
  readonly broke?: Broke;
  readonly frames: readonly FrameRow[];
}
