import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import type { Context } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import type { CcdQuery, EdgeEdgeScratch } from './scratch.ts';
import { endRun, roomForTargets } from './near-pairs.ts';
import { addSearcher, boxOf, type Group, leavesBelow, type Search, setGroupBox } from './search.ts';

/**
 * Which edges a group of CCD has, and which edges are near them. A group is the edges of a subtree of a body's tree. They descend the other
 * trees together (bvh/descent.ts). Each pair is listed once: an edge's partners are the edges of bodies of smaller index, and those edges of
 * its own body that are further left in the tree.
 */

/** Collects the edges of a group. */
export function gatherEdges(search: Search, world: World, { edgeOrder }: State, { body, node }: Group): void {
  const { model, vertexBase, edgeBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const tree = world.edgeTrees[body];
  const leaves = leavesBelow(tree, node);
  // Each leaf holds one edge or none; those without an edge are the last ones. So leaf j holds element j of the tree's order.
  const firstLeaf = 1 << tree.levels;
  const end = Math.min((node + 1) * leaves, firstLeaf + tree.primitiveCount);
  search.count = 0;
  for (let leaf = node * leaves; leaf < end; leaf++) {
    const edge = edgeOrder[tree.orderBase + leaf - firstLeaf];
    const i = addSearcher(search, edgeBase + edge, BOX_STRIDE * (edgeBase + edge));
    search.leaves[i] = leaf;
    search.vertices[2 * i] = vertexBase + edges[2 * edge];
    search.vertices[2 * i + 1] = vertexBase + edges[2 * edge + 1];
  }
}

/** Lists the near pairs of a group's edges. */
export function listNearEdges(ccd: CcdQuery, scratch: EdgeEdgeScratch, context: Context): void {
  const { world, state } = context;
  const { group, groupBox } = ccd;
  const tree = world.bodyTree;
  const boxes = state.sweptBodyBoxes;
  setGroupBox(groupBox, state.sweptEdgeBoxes, boxOf(world.edgeTrees[group.body], group.node));
  for (
    let n = nextLeafIn(tree, boxes, ROOT, groupBox);
    n !== DONE;
    n = nextLeafIn(tree, boxes, nodeAfter(n), groupBox)
  ) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++)
      if (state.bodyOrder[k] <= group.body) listBody(ccd, scratch, context, state.bodyOrder[k]);
  }
}

/** Lists the near pairs of a group's edges with the edges of one body. */
function listBody(ccd: CcdQuery, { search, pairs }: EdgeEdgeScratch, { world, state }: Context, body: number): void {
  const { descent, group } = ccd;
  const { edgeOrder, sweptEdgeBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { edges } = world.models[model].topology;
  const ownTree = world.edgeTrees[group.body];
  const tree = world.edgeTrees[body];
  beginDescent(descent, ownTree, sweptEdgeBoxes, group.node, tree, sweptEdgeBoxes, body === group.body);
  // Each leaf holds one edge or none. Node n is leaf n - 2^levels, so its edge is edgeOrder[n - toOrder].
  const toOrder = (1 << tree.levels) - tree.orderBase;
  for (let i = 0; i < search.count; i++) {
    descendTo(descent, search.leaves[i]);
    const count = listPartners(descent, sweptEdgeBoxes, boxOf(ownTree, search.leaves[i]));
    const nodes = descent.partners;
    const c = search.vertices[2 * i];
    const d = search.vertices[2 * i + 1];
    const targets = roomForTargets(pairs, count);
    let end = pairs.targetCount;
    for (let j = 0; j < count; j++) {
      const edge = edgeOrder[nodes[j] - toOrder];
      const a = vertexBase + edges[2 * edge];
      const b = vertexBase + edges[2 * edge + 1];
      // Leave out edges that share a vertex, among them the edge itself. Vertex ids are unique over all bodies.
      targets[end] = edge;
      end += Number(a !== c) & Number(a !== d) & Number(b !== c) & Number(b !== d);
    }
    endRun(pairs, i, body, end);
  }
}
