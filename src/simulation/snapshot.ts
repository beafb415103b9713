import type { Backend } from './backend.ts';
import type { Grab, HandState } from './constraints/grabs/hand.ts';
import { inUseOf, keptFeatureArrays } from './feature-arrays.ts';
import type { SimulationParameters } from './parameters.ts';
import { type StateArray, STEP_STATE } from './state.ts';
import { ORDERS, type ScheduleState } from './tree-rebuild.ts';
import type { World } from './world/world.ts';

/** User input that took effect in one step: changed parameters and grabs. */
export interface RecordedInput {
  /** Index of the step, from 0. */
  readonly step: number;
  readonly parameters?: Partial<SimulationParameters>;
  /** All grabs from this step on; undefined if they did not change. */
  readonly grabs?: readonly Grab[];
}

/** Arrays of a snapshot by their names. */
export type SnapshotArrays = Readonly<Record<string, Float32Array | Uint32Array>>;

/** All that a run goes on from. Plain data. */
export interface Snapshot {
  readonly steps: number;
  readonly frames: number;
  /** Simulated time [s]. */
  readonly time: number;
  /** Inputs since the run's start. */
  readonly inputs: readonly RecordedInput[];
  /** Number of the script's switches that have taken effect. */
  readonly appliedSwitches: number;
  /** Parameters of the next step. */
  readonly parameters: SimulationParameters;
  readonly schedule: ScheduleState;
  readonly hand: HandState;
  /** Whether the grabs take effect in the next step only. */
  readonly areGrabsNew: boolean;
  /** Arrays that a step starts from, leaf orders of the BVHs, and `rebuildPositions` while a rebuild is running. */
  readonly arrays: SnapshotArrays;
}

/** Names of the arrays that every snapshot of a world has, in the order in which they are written. */
export const snapshotArrays = (world: World): readonly StateArray[] => [
  ...STEP_STATE,
  ...keptFeatureArrays(world),
  ...ORDERS,
];

/** Copies the arrays of a snapshot, those of features as far as they are in use. @param rebuild positions of a running rebuild */
export async function readSnapshotArrays(backend: Backend, rebuild: Float32Array | undefined): Promise<SnapshotArrays> {
  const kept: Record<string, Float32Array | Uint32Array> = {};
  for (const name of keptFeatureArrays(backend.world)) kept[name] = await backend.read(name);
  const inUse = inUseOf(kept);
  const used = new Map(Object.keys(kept).map((name, i) => [name, inUse[i]]));
  const arrays: Record<string, Float32Array | Uint32Array> = {};
  for (const name of snapshotArrays(backend.world)) {
    const array = used.get(name) ?? (await backend.read(name));
    arrays[name] = (array as Float32Array | Uint32Array).slice();
  }
  return rebuild ? { ...arrays, rebuildPositions: rebuild.slice() } : arrays;
}

/** Writes the arrays of a snapshot into a backend's state, after `checkArrays`. */
export async function writeSnapshotArrays(backend: Backend, { arrays }: Snapshot): Promise<void> {
  // Writing positions sets remainders to 0, so that they come first.
  for (const name of snapshotArrays(backend.world)) if (arrays[name]) await backend.write(name, arrays[name]);
}

/** Arrays that files of older versions lack: the next step finds out whether it begins free, and planes that waited go on at once. */
const LATER_ARRAYS: readonly string[] = ['freedom', 'planeWaits'];

/** Checks that all arrays are here, and are of the lengths and kinds of the backend's. @throws RangeError if not */
export function checkArrays(backend: Backend, { arrays, schedule }: Snapshot): void {
  const { world } = backend;
  const { state } = backend.pool;
  const kept: readonly string[] = keptFeatureArrays(world);
  for (const name of snapshotArrays(world)) {
    const [array, own] = [arrays[name], state[name] as Float32Array | Uint32Array];
    if (!array && LATER_ARRAYS.includes(name)) continue;
    const fits = array && (kept.includes(name) ? array.length <= own.length : array.length === own.length);
    if (!fits)
      throw new RangeError(
        `the state has ${array?.length ?? 0} numbers in ${name}; expected ${kept.includes(name) ? 'at most ' : ''}${own.length}`,
      );
    if (array.constructor !== own.constructor)
      throw new RangeError(`the state has ${wordOf(array)} in ${name}; expected ${wordOf(own)}`);
  }
  const { rebuildPositions } = arrays;
  if (schedule.due === undefined) return;
  if (rebuildPositions?.length !== 3 * world.vertexCount || !(rebuildPositions instanceof Float32Array))
    throw new RangeError(`the state has no rebuildPositions; expected ${3 * world.vertexCount} numbers there`);
}

const wordOf = (array: Float32Array | Uint32Array): string =>
  array instanceof Float32Array ? 'float32 numbers' : 'whole numbers';
