import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import type { SceneBuild } from './parts/scene-build.ts';

/** A figure that a check measured, and the bound that it has to hold; without a bound it is only recorded. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** SI unit, or % with the value as a share; '' by default. */
  readonly unit?: string;
  readonly relation?: '<' | '<=' | '=' | '>=' | '>';
  readonly bound?: number;
}

/** The end of a frame: what checks look at. The arrays are the simulation's own, which the next step changes. */
export interface Moment {
  readonly row: FrameRow;
  readonly world: World;
  /** [m], 3 a vertex. */
  readonly positions: Float32Array;
  /** Of each vertex [m]; 0 outside. */
  readonly depths: Float32Array;
}

export interface RunOptions {
  /** In place of the scene's own. */
  readonly parameters?: Partial<SimulationParameters>;
  /** In place of the script's own. */
  readonly switches?: readonly Switch[];
  /** In place of the scene's own. */
  readonly frames?: number;
  /** Its simulation may break: that is what it is to show. */
  readonly mayBreak?: boolean;
  /** Called after each frame; the run ends early where it returns true, and only then. */
  observe?(moment: Moment): unknown;
  /** Called after each step with positions that the next step changes. */
  eachStep?(positions: Float32Array, step: number): void;
}

export interface RunResult {
  readonly build: SceneBuild;
  readonly world: World;
  readonly rows: readonly FrameRow[];
  /** The run ended as the simulation broke: positions left the numbers' range. */
  readonly broke: boolean;
}

/** Runs a scene for its check: at one size, on one backend. */
export interface CheckRunner {
  readonly size: number;
  /** @param label names the run in the record */
  run(label: string, options?: RunOptions): Promise<RunResult>;
}

/** Runs a scene as often as it has to. @returns what was measured */
export type SceneCheck = (runner: CheckRunner) => Promise<readonly Figure[]>;

/** Mean of a figure over the last rows: what bounds are held against at rest. */
export function lastMean(rows: readonly FrameRow[], count: number, figure: (row: FrameRow) => number): number {
  const last = rows.slice(-count);
  return last.reduce((sum, row) => sum + figure(row), 0) / last.length;
}

/** Share of the surface vertices that are deeper than a depth [m]. */
export function deeperThan({ world, depths }: Moment, depth: number): number {
  let count = 0;
  for (const v of world.surfaceVertices) if (depths[v] > depth) count++;
  return count / world.surfaceVertexCount;
}

export const peakEnergy = (rows: readonly FrameRow[]): number => Math.max(...rows.map((row) => row.kineticEnergy));
