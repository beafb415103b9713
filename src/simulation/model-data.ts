import type { Model, NamedArrays } from './model.ts';
import { restTree } from './path/rest-shape.ts';
import type { World } from './world.ts';

/**
 * Data of a model that takes its time to make and that only some passes ask (Pass.modelData): made in a worker before such a pass
 * first runs, the same for all bodies of the model, and kept as long as the world.
 */
export const MODEL_DATA = { restTree } as const satisfies Record<string, (model: Model) => NamedArrays>;
export type ModelDataName = keyof typeof MODEL_DATA;
/** Those that workers are handed. */
export type ModelDataTable = Readonly<Record<string, (model: Model) => NamedArrays>>;

/** Makes what is missing on the calling thread. */
export function makeModelData({ models }: World, names: readonly ModelDataName[]): void {
  for (const name of names) for (const model of models) model.made[name] ??= MODEL_DATA[name](model);
}
