import type { Model, NamedArrays } from './model.ts';
import { restTree } from './path/rest-shape.ts';
import type { World } from './world.ts';

/**
 * Data of a model that are slow to make and that only some passes need (Pass.modelData). A worker makes them before such a pass
 * first runs; all bodies of the model share them, and they are kept as long as the world.
 */
export const MODEL_DATA = { restTree } as const satisfies Record<string, (model: Model) => NamedArrays>;
export type ModelDataName = keyof typeof MODEL_DATA;
/** Table of functions that make model data, as handed to workers. */
export type ModelDataTable = Readonly<Record<string, (model: Model) => NamedArrays>>;

/** Makes missing model data on the calling thread. */
export function makeModelData({ models }: World, names: readonly ModelDataName[]): void {
  for (const name of names) for (const model of models) model.made[name] ??= MODEL_DATA[name](model);
}
