import type { Model, NamedArrays } from './model.ts';
import { restTree } from './path/rest-shape.ts';
import type { World } from './world.ts';

/**
 * Functions that compute a model's additional data (Model.modelData). These data are slow to compute and only some passes need them
 * (Pass.modelData). A worker computes them before such a pass first runs; all bodies of the model share them, and they are kept as
 * long as the world.
 */
export const MODEL_DATA = { restTree } as const satisfies Record<string, (model: Model) => NamedArrays>;
export type ModelDataName = keyof typeof MODEL_DATA;
/** Type of MODEL_DATA, as handed to workers. */
export type ModelDataTable = Readonly<Record<string, (model: Model) => NamedArrays>>;

/** Makes missing model data on the calling thread. */
export function makeModelData({ models }: World, names: readonly ModelDataName[]): void {
  for (const name of names) for (const model of models) model.modelData[name] ??= MODEL_DATA[name](model);
}
