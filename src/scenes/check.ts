import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import type { SceneBuild } from './parts/scene-build.ts';

/** A measured figure and the bound that it must meet; without a bound it is only recorded. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** SI unit; or '%', where the value is a share; '' by default. */
  readonly unit?: string;
  readonly relation?: '<' | '<=' | '=' | '>=' | '>';
  readonly bound?: number;
}

/** The state at the end of a frame, for checks. The arrays are the simulation's own; the next step changes them. */
export interface Moment {
  readonly row: FrameRow;
  readonly world: World;
  /** 3 per vertex [m]. */
  readonly positions: Float32Array;
  /** Penetration depth per vertex [m]; 0 outside. */
  readonly depths: Float32Array;
}

export interface RunOptions {
  /** In place of the scene's own. */
  readonly parameters?: Partial<SimulationParameters>;
  /** Replaces the script's switches. */
  readonly switches?: readonly Switch[];
  /** In place of the scene's own. */
  readonly frames?: number;
  /** Accepts that the simulation breaks, for a run that is to show that. */
  readonly mayBreak?: boolean;
  /** Called after each frame. Return true to end the run early. */
  observe?(moment: Moment): unknown;
  /** Called after each step. The next step changes the positions. */
  eachStep?(positions: Float32Array, step: number): void;
}

export interface RunResult {
  readonly build: SceneBuild;
  readonly world: World;
  readonly rows: readonly FrameRow[];
  /** Whether the simulation broke: positions left the range of finite numbers. */
  readonly broke: boolean;
}

/** Runs a scene for its check, at a fixed size and on a fixed backend. */
export interface CheckRunner {
  readonly size: number;
  /** @param label names the run in recordings */
  run(label: string, options?: RunOptions): Promise<RunResult>;
}

/** Runs a scene as often as needed. @returns the measured figures */
export type SceneCheck = (runner: CheckRunner) => Promise<readonly Figure[]>;

/** Mean of a figure over the last `count` rows. Checks compare it with bounds for the state at rest. */
export function lastMean(rows: readonly FrameRow[], count: number, figure: (row: FrameRow) => number): number {
  const last = rows.slice(-count);
  return last.reduce((sum, row) => sum + figure(row), 0) / last.length;
}

/** Share of the surface vertices with a penetration depth above `depth` [m]. */
export function deeperThan({ world, depths }: Moment, depth: number): number {
  let count = 0;
  for (const v of world.surfaceVertices) if (depths[v] > depth) count++;
  return count / world.surfaceVertexCount;
}

export const peakEnergy = (rows: readonly FrameRow[]): number => Math.max(...rows.map((row) => row.kineticEnergy));
