import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { fitInnerNodes } from '../../../bvh/fit-boxes.ts';
import { emptyBox } from '../../../bvh/refit.ts';
import { BOX_STRIDE, INDEX_MASK, LEAF_SIZE, treeLevels } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import type { Context } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import type { CcdQuery, VertexFaceScratch } from './scratch.ts';
import { endRun, roomForTargets } from './near-pairs.ts';
import { addSearcher, boxOf, type Group, leavesBelow, type Search, setGroupBox } from './search.ts';

/**
 * Which vertices a group of CCD has, and which faces are near them. A group is the vertices of a subtree of a body's tree. They descend the
 * other trees together (bvh/descent.ts). A vertex belongs to the group of the first of its faces.
 */

/** Lists the near pairs of a group's vertices. */
export function listNearFaces(ccd: CcdQuery, scratch: VertexFaceScratch, context: Context): void {
  const { world, state } = context;
  const { bodyTree } = world;
  const { sweptBodyBoxes, bodyOrder } = state;
  const { groupBox } = ccd;
  fitTree(scratch, state);
  setGroupBox(groupBox, scratch.boxes, 0);
  for (
    let n = nextLeafIn(bodyTree, sweptBodyBoxes, ROOT, groupBox);
    n !== DONE;
    n = nextLeafIn(bodyTree, sweptBodyBoxes, nodeAfter(n), groupBox)
  ) {
    const end = leafBegin(bodyTree, n + 1);
    for (let k = leafBegin(bodyTree, n); k < end; k++) listBody(ccd, scratch, context, bodyOrder[k]);
  }
}

/** Collects the vertices of a group. */
export function gatherVertices(search: Search, world: World, state: State, { body, node }: Group): void {
  const { model, vertexBase, surfaceBase } = world.bodies[body];
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = world.models[model].topology;
  const faceTree = world.faceTrees[body];
  const leaves = leavesBelow(faceTree, node);
  search.count = 0;
  for (let leaf = node * leaves; leaf < (node + 1) * leaves; leaf++) {
    const end = leafBegin(faceTree, leaf + 1);
    for (let k = leafBegin(faceTree, leaf); k < end; k++) {
      const face = state.faceOrder[k];
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const surface = surfaceIndices[faces[corner]];
        if (vertexFaces[vertexFaceOffsets[surface]] !== face) continue; // the vertex belongs to the group of another face
        const vertex = vertexBase + faces[corner];
        search.vertices[addSearcher(search, surfaceBase + surface, BOX_STRIDE * vertex)] = vertex;
      }
    }
  }
}

/** Lays out the BVH over the group's vertices and fits its boxes. */
function fitTree({ search, tree, boxes }: VertexFaceScratch, { reachBoxes }: State): void {
  tree.primitiveCount = search.count;
  tree.levels = treeLevels(search.count, 1);
  const firstLeaf = 1 << tree.levels;
  const firstBox = boxOf(tree, firstLeaf);
  for (let i = 0; i < search.count; i++) {
    const at = firstBox + BOX_STRIDE * i;
    const from = BOX_STRIDE * search.vertices[i];
    for (let k = 0; k < 7; k++) boxes[at + k] = reachBoxes[from + k];
  }
  // Leaves without a vertex get empty boxes.
  for (let i = search.count; i < firstLeaf; i++) emptyBox(boxes, firstBox + BOX_STRIDE * i);
  fitInnerNodes(boxes, tree.nodeBase, 0, firstLeaf - 1);
}

/**
 * Lists the near pairs of a group's vertices with the faces of one body. Leaves hold several faces, and a leaf's box is much larger than
 * that of one face, so each face's own box is tested too, without branches.
 */
function listBody(
  { descent }: CcdQuery,
  { search, tree, boxes, pairs }: VertexFaceScratch,
  { world, state }: Context,
  body: number,
): void {
  const { faceOrder, sweptFaceBoxes, faceReachBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const other = world.faceTrees[body];
  beginDescent(descent, tree, boxes, ROOT, other, sweptFaceBoxes, false);
  for (let i = 0; i < search.count; i++) {
    const vertex = search.vertices[i];
    const leaf = (1 << tree.levels) + i;
    const box = boxOf(tree, leaf);
    descendTo(descent, leaf);
    const count = listPartners(descent, boxes, box);
    const nodes = descent.partners;
    const targets = roomForTargets(pairs, LEAF_SIZE * count + 1);
    let last = pairs.targetCount;
    const x0 = boxes[box];
    const y0 = boxes[box + 1];
    const z0 = boxes[box + 2];
    const x1 = boxes[box + 4];
    const y1 = boxes[box + 5];
    const z1 = boxes[box + 6];
    for (let j = 0; j < count; j++) {
      const end = leafBegin(other, nodes[j] + 1);
      for (let k = leafBegin(other, nodes[j]); k < end; k++) {
        const at = (BOX_STRIDE * k) & INDEX_MASK;
        targets[last] = faceOrder[k];
        last +=
          Number(x1 >= faceReachBoxes[at]) &
          Number(x0 <= faceReachBoxes[at + 4]) &
          Number(y1 >= faceReachBoxes[at + 1]) &
          Number(y0 <= faceReachBoxes[at + 5]) &
          Number(z1 >= faceReachBoxes[at + 2]) &
          Number(z0 <= faceReachBoxes[at + 6]);
      }
    }
    // Leave out faces that have the vertex as a corner. Vertex ids are unique over all bodies.
    let kept = pairs.targetCount;
    for (let j = kept; j < last; j++) {
      const face = targets[j];
      targets[kept] = face;
      kept +=
        Number(vertexBase + faces[3 * face] !== vertex) &
        Number(vertexBase + faces[3 * face + 1] !== vertex) &
        Number(vertexBase + faces[3 * face + 2] !== vertex);
    }
    endRun(pairs, i, body, kept);
  }
}
