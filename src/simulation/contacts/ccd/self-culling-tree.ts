import { buildPatchTree, type PatchTree } from '../../self-collision/patch-tree.ts';
import type { Model, NamedArrays } from '../../world/model.ts';

/** Builds the tree of patches of a model's surface, as model data. */
export function patchTree({ topology, mesh }: Model): NamedArrays {
  const { faceCount: _, nodeCount: __, faces: ___, ...arrays } = buildPatchTree(topology, mesh.positions);
  return arrays;
}

/** Returns a model's tree of patches. @throws Error if its model data are missing */
export function patchTreeOf({ name, topology, modelData }: Model): PatchTree {
  const data = modelData.patchTree as Omit<PatchTree, 'faceCount' | 'nodeCount' | 'faces'> | undefined;
  if (!data) throw new Error(`Model ${name} has no data 'patchTree', expected them before the pass that needs them`);
  return { ...data, faceCount: topology.faceCount, nodeCount: data.begins.length, faces: topology.faces };
}
