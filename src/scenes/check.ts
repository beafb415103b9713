import type { SimulationParameters } from '../simulation/parameters.ts';
import type { Switch } from '../simulation/script/script.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world/world.ts';
import type { SceneBuild } from './parts/scene-build.ts';

/** A measured quantity and the bound that its value must meet. A figure without a bound is only recorded. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** SI unit of the value, or '%' for a share, which is displayed in percent. By default the value has no unit. */
  readonly unit?: string;
  readonly relation?: '<' | '<=' | '=' | '>=' | '>';
  readonly bound?: number;
}

/** Bound of the share of surface edges that pierce triangles, for scenes at rest. */
export const PIERCING_AT_REST = { relation: '<', bound: 0.005 } as const;

/** The state at the end of a frame, for checks. The arrays belong to the simulation; the next step changes them. */
export interface FrameState {
  readonly row: FrameRow;
  readonly world: World;
  /** 3 per vertex [m]. */
  readonly positions: Float32Array;
  /** Penetration depth per vertex [m]; 0 for vertices that don't penetrate. */
  readonly depths: Float32Array;
}

/** Options of one run of a check; all are optional. */
export interface RunOptions {
  /** Parameters that override the scene's parameters. */
  readonly parameters?: Partial<SimulationParameters>;
  /** Timed parameter changes that replace those of the scene's script. */
  readonly switches?: readonly Switch[];
  /** Number of frames. By default, the number that the scene has. */
  readonly frames?: number;
  /** Whether the check tolerates that the simulation breaks in this run: that a position becomes infinite or NaN. */
  readonly mayBreak?: boolean;
  /** Called after each frame. If it returns true, the run ends early. */
  observe?(state: FrameState): unknown;
  /** Called after each step. @param positions 3 per vertex [m]; the next step changes them. @param step number of steps done */
  eachStep?(positions: Float32Array, step: number): void;
}

export interface RunResult {
  readonly build: SceneBuild;
  readonly world: World;
  readonly rows: readonly FrameRow[];
  /** Whether the simulation broke: a position became infinite or NaN. */
  readonly broke: boolean;
}

/** Runs a scene for its check, at a fixed size and on a fixed backend. */
export interface CheckRunner {
  readonly size: number;
  /** @param label name of the run in recordings */
  run(label: string, options?: RunOptions): Promise<RunResult>;
}

/** Runs a scene once or several times. @returns the measured figures */
export type SceneCheck = (runner: CheckRunner) => Promise<readonly Figure[]>;

/** Returns the mean of a figure over the last `count` frames. Checks compare this mean with bounds for the state at rest. */
export function lastMean(rows: readonly FrameRow[], count: number, figure: (row: FrameRow) => number): number {
  const last = rows.slice(-count);
  return last.reduce((sum, row) => sum + figure(row), 0) / last.length;
}

/** Returns the share of the surface vertices whose penetration depth is above `depth` [m]. */
export function shareDeeperThan({ world, depths }: FrameState, depth: number): number {
  let count = 0;
  for (const v of world.surfaceVertices) if (depths[v] > depth) count++;
  return count / world.surfaceVertexCount;
}

/** Share of the volume that lies in other volume, as a mean over the last frames, for scenes whose bodies come apart. */
export const overlapAtEnd = (prefix: string, rows: readonly FrameRow[], last: number): Figure => ({
  name: `${prefix}volume in other volume, at the end`,
  value: lastMean(rows, last, (row) => row.overlapShare),
  unit: '%',
  relation: '<',
  bound: 0.001,
});

/** Returns the greatest kinetic energy over the frames [J]. */
export const peakKineticEnergy = (rows: readonly FrameRow[]): number =>
  Math.max(...rows.map((row) => row.kineticEnergy));
