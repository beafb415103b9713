import { type Capacities, contactCapacity } from './capacities.ts';
import { GUARANTEE_ARRAYS } from './contacts/guarantee/arrays.ts';
import { REGION_ARRAYS } from './contacts/regions/arrays.ts';
import { CCD_ARRAYS } from './contacts/ccd/arrays.ts';
import { AIR_CONTACT_ARRAYS } from './contacts/air/arrays.ts';
import { AIR_ARRAYS } from './constraints/air/arrays.ts';
import { PRESSURE_ARRAYS } from './constraints/pressure/arrays.ts';
import { IMPLICIT_EULER_ARRAYS } from './integrators/implicit-euler/arrays.ts';
import { SCRIPT_ARRAYS } from './script/arrays.ts';
import { FIELD_ARRAYS } from './path/distance-field/arrays.ts';
import type { FeatureArray, WorldWithoutLengths } from './tables/feature-array-definition.ts';
import type { NamedArrays } from './world/model.ts';
import type { SimulationParameters } from './parameters.ts';
import type { World } from './world/world.ts';

/** Array tables of all features. */
const FEATURE_ARRAYS = {
  ...GUARANTEE_ARRAYS,
  ...CCD_ARRAYS,
  ...PRESSURE_ARRAYS,
  ...IMPLICIT_EULER_ARRAYS,
  ...FIELD_ARRAYS,
  ...AIR_ARRAYS,
  ...AIR_CONTACT_ARRAYS,
  ...SCRIPT_ARRAYS,
  ...REGION_ARRAYS,
} as const satisfies Readonly<Record<string, FeatureArray>>;

type FeatureArrays = typeof FEATURE_ARRAYS;
const definitions: Readonly<Record<string, FeatureArray>> = FEATURE_ARRAYS;

/**
 * Returns the length of each feature's array (FeatureArray.length). For an array with a capacity it is the length per entry, and the array
 * has as many entries as the capacity says.
 */
export const featureArrayLengths = (
  world: WorldWithoutLengths,
  parameters: SimulationParameters,
): Record<string, number> =>
  Object.fromEntries(Object.entries(definitions).map(([name, array]) => [name, array.length(world, parameters)]));

/** Names of the arrays of 32-bit numbers. Only these can be carried from step to step, since the device has no others. */
type Carriable = {
  [A in keyof FeatureArrays]: FeatureArrays[A]['kind'] extends 'f64' ? never : A;
}[keyof FeatureArrays];

/** Names of the arrays that are carried from step to step: those whose definition has the function countInUse. */
const CARRIED = (Object.keys(definitions) as Carriable[]).filter((name) => definitions[name].countInUse);

/** Returns the features' part of the state's layout (stateLayout in state.ts): kind and length of each array. */
export const featureLayout = (world: World, capacities: Capacities) =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, { kind, capacity }]) => [
      name,
      { kind, length: world.arrayLengths[name] * entryCount(world, capacities, capacity) },
    ]),
  ) as { readonly [A in keyof FeatureArrays]: { readonly kind: FeatureArrays[A]['kind']; readonly length: number } };

/** Returns the number of entries of an array with this capacity (FeatureArray.capacity). */
function entryCount(world: World, capacities: Capacities, capacity: FeatureArray['capacity']): number {
  if (capacity === undefined) return 1;
  return capacity === 'contacts' ? contactCapacity(world, capacities) : capacities[capacity];
}

/** Writes the initial values of the features' arrays into a state. */
export function fillFeatureArrays(world: World, state: Readonly<Record<string, unknown>>): void {
  for (const [name, { initial }] of Object.entries(definitions))
    if (initial && world.arrayLengths[name] > 0) (state[name] as Float32Array).set(initial(world));
}

/** Returns the names of the features' arrays that are carried from step to step in this world. */
export const keptFeatureArrays = ({ arrayLengths }: World): Carriable[] =>
  CARRIED.filter((name) => arrayLengths[name] > 0);

/** Returns the part in use of each array in `carried` (FeatureArray.countInUse). Hashes cover only these parts. */
export const inUseOf = (carried: NamedArrays): (Float32Array | Uint32Array)[] =>
  Object.entries(carried).map(([name, array]) => array.subarray(0, definitions[name].countInUse?.(carried)));
