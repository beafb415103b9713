import type { Model, NamedArrays } from './world/model.ts';
import { restTree } from './path/rest-shape.ts';
import { exactDistances, firstOrderDistances, secondOrderDistances } from './path/distance-field/node-distances.ts';
import { elementIncidence } from './integrators/implicit-euler/incidence.ts';
import { patchTree } from './contacts/ccd/self-culling-tree.ts';
import type { World } from './world/world.ts';

/**
 * Functions that compute a model's additional data (Model.modelData): `restTree`, a BVH of its rest shape for shortest paths;
 * `elementIncidence`, the elements at each vertex, for implicit Euler; `...Distances`, distances to the boundary, for distance fields; `patchTree`, the
 * patches of its surface, for the culling of self-collisions. Such
 * data take long to compute, and only some passes need them (Pass.modelData names the data that a pass needs). A worker computes the data before
 * such a pass first runs. All bodies of the model share the data, which stay in memory as long as the world.
 */
export const MODEL_DATA = {
  restTree,
  elementIncidence,
  exactDistances,
  firstOrderDistances,
  secondOrderDistances,
  patchTree,
} as const satisfies Record<string, (model: Model) => NamedArrays>;
export type ModelDataName = keyof typeof MODEL_DATA;
/** Type of a table such as MODEL_DATA, for code that is handed the table instead of importing it. */
export type ModelDataTable = Readonly<Record<string, (model: Model) => NamedArrays>>;

/** Computes the named data of all models on the calling thread, if they are missing. */
export function makeModelData({ models }: World, names: readonly ModelDataName[]): void {
  for (const name of names) for (const model of models) model.modelData[name] ??= MODEL_DATA[name](model);
}
