import type { Capacities } from './capacities.ts';
import { PRESSURE_ARRAYS } from './constraints/pressure/arrays.ts';
import type { FeatureArray, UnmeasuredWorld } from './feature-array-definition.ts';
import type { NamedArrays } from './model.ts';
import type { SimulationParameters } from './parameters.ts';
import type { World } from './world.ts';

/** Array tables of all features. */
const FEATURE_ARRAYS = { ...PRESSURE_ARRAYS } as const satisfies Readonly<Record<string, FeatureArray>>;

type FeatureArrays = typeof FEATURE_ARRAYS;
const tableOf: Readonly<Record<string, FeatureArray>> = FEATURE_ARRAYS;

export const featureArrayLengths = (world: UnmeasuredWorld, parameters: SimulationParameters): Record<string, number> =>
  Object.fromEntries(Object.entries(tableOf).map(([name, array]) => [name, array.length(world, parameters)]));

const KEPT = (Object.keys(tableOf) as (keyof FeatureArrays)[]).filter((name) => tableOf[name].inUse);

/** The features' part of the state's layout. */
export const featureLayout = ({ arrayLengths }: World, capacities: Capacities) =>
  Object.fromEntries(
    Object.entries(tableOf).map(([name, { kind, capacity }]) => [
      name,
      { kind, length: arrayLengths[name] * (capacity ? capacities[capacity] : 1) },
    ]),
  ) as { readonly [A in keyof FeatureArrays]: { readonly kind: FeatureArrays[A]['kind']; readonly length: number } };

/** Writes the initial values of the features' arrays into a state. */
export function fillFeatureArrays(world: World, state: Readonly<Record<string, unknown>>): void {
  for (const [name, { initial }] of Object.entries(tableOf))
    if (initial && world.arrayLengths[name] > 0) (state[name] as Float32Array).set(initial(world));
}

/** Names of the features' arrays that steps start from in this world. */
export const keptFeatureArrays = ({ arrayLengths }: World): (keyof FeatureArrays)[] =>
  KEPT.filter((name) => arrayLengths[name] > 0);

/** The part in use of each kept array; hashes cover only this. */
export const inUseOf = (kept: NamedArrays): (Float32Array | Uint32Array)[] =>
  Object.entries(kept).map(([name, array]) => array.subarray(0, tableOf[name].inUse?.(kept)));
