import { buildOrder } from '../../bvh/build.ts';
import { fitTree } from '../../bvh/refit.ts';
import { BOX_STRIDE, layoutForest, LEAF_SIZE, nodeCount, type TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { NamedArrays } from '../model.ts';
import type { Made, Model } from '../model.ts';

/** The tree over a model's boundary faces in its rest shape: boxes and order as in the state. */
export function restTree({ topology, mesh }: Pick<Model, 'topology' | 'mesh'>): NamedArrays {
  const { faces, faceCount } = topology;
  const { positions } = mesh;
  const tree = layoutAtRest(topology);
  const centres = new Float32Array(3 * faceCount);
  for (let i = 0; i < faces.length; i++)
    for (let k = 0; k < 3; k++) centres[3 * Math.floor(i / 3) + k] += positions[3 * faces[i] + k] / 3;
  const order = new Uint32Array(faceCount);
  buildOrder(tree, centres, order);
  const boxes = new Float32Array(BOX_STRIDE * nodeCount(tree));
  fitTree(tree, order, { vertices: faces, corners: 3, vertexBase: 0 }, positions, boxes);
  return { boxes, order };
}

/** @throws Error where nobody has made it: a pass that asks says so (Pass.modelData) */
export function treeAtRest(
  topology: Topology,
  { restTree }: Made,
): { tree: TreeLayout; boxes: Float32Array; order: Uint32Array } {
  if (!restTree) throw new Error('The model has no tree at rest, expected that makeModelData or a pool made it');
  const { boxes, order } = restTree;
  return { tree: layoutAtRest(topology), boxes: boxes as Float32Array, order: order as Uint32Array };
}

const layoutAtRest = ({ faceCount }: Topology): TreeLayout => layoutForest([faceCount], LEAF_SIZE)[0];
