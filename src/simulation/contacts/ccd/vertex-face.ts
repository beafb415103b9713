import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { fitInnerNodes } from '../../../bvh/refit.ts';
import { BOX_STRIDE, treeLevels } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { vertexFaceTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, INSIDE, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NONZERO_INPUT_ERROR, setCorner } from './sweep.ts';
import type { CcdQuery, VertexFaceScratch } from './scratch.ts';
import {
  addSearcher,
  boxOf,
  clearSearch,
  FACE_GROUP_HEIGHT,
  findGroup,
  type Group,
  groupCount,
  keepHit,
  leavesBelow,
  type Search,
  setGroupBox,
  writeSearch,
} from './search.ts';

/**
 * CCD of surface vertices with boundary faces. Vertices move on straight lines from x0 (their positions at the start of the step) to x.
 * A vertex that was outside of all bodies at x0 (P_out) is tested with the faces of all bodies, except the faces around the vertex. A
 * vertex inside inverted elements of its own body (INSIDE.inverted) is tested only with faces of other bodies. Other vertices are not
 * tested.
 *
 * The stage writes each vertex's earliest hit to vertexHits; u and v are the weights of the face's corners 1 and 2. The stages
 * sweepFaces and sweepBodies must have run before. An element of the stage is a group: the vertices of a subtree of a body's tree over
 * faces. They descend the other trees together (bvh/descent.ts). A vertex belongs to the group of the first of its faces.
 */
export const vertexFace: Stage = {
  chunk: 2,
  count: ({ world }) => groupCount(world.faceTrees, FACE_GROUP_HEIGHT),
  run(context, begin, end) {
    const { world, state, scratch } = context;
    const { query: ccd, vertexFace } = scratch.ccd;
    let candidates = 0;
    for (let i = begin; i < end; i++) {
      findGroup(world.faceTrees, FACE_GROUP_HEIGHT, i, ccd.group);
      candidates += searchTogether(ccd, vertexFace, context, ccd.group);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** Searches for the hits of one group. @returns number of vertex-face pairs that reached the narrow phase */
function searchTogether(ccd: CcdQuery, groupSearch: VertexFaceScratch, context: Context, group: Group): number {
  const { world, state } = context;
  const { search, boxes } = groupSearch;
  const { groupBox } = ccd;
  const { bodyTree } = world;
  const { sweptBodyBoxes, bodyOrder } = state;
  gather(search, world, state, group);
  let candidates = 0;
  if (search.count > 0) {
    fitTree(groupSearch, state);
    setGroupBox(groupBox, boxes, 0);
    for (
      let n = nextLeafIn(bodyTree, sweptBodyBoxes, ROOT, groupBox);
      n !== DONE;
      n = nextLeafIn(bodyTree, sweptBodyBoxes, nodeAfter(n), groupBox)
    ) {
      const end = leafBegin(bodyTree, n + 1);
      for (let k = leafBegin(bodyTree, n); k < end; k++)
        candidates += searchBody(ccd, groupSearch, context, bodyOrder[k], group.body);
    }
  }
  writeSearch(search, state.vertexHits, world.surfaceVertexCount);
  return candidates;
}

/** Collects the ids of all vertices of a group. Adds those that CCD tests (see vertexFace) to the search. */
function gather(search: Search, world: World, state: State, { body, node }: Group): void {
  const { model, vertexBase, surfaceBase } = world.bodies[body];
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = world.models[model].topology;
  const faceTree = world.faceTrees[body];
  const leaves = leavesBelow(faceTree, node);
  clearSearch(search);
  for (let leaf = node * leaves; leaf < (node + 1) * leaves; leaf++) {
    const end = leafBegin(faceTree, leaf + 1);
    for (let k = leafBegin(faceTree, leaf); k < end; k++) {
      const face = state.faceOrder[k];
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const surface = surfaceIndices[faces[corner]];
        if (vertexFaces[vertexFaceOffsets[surface]] !== face) continue; // the vertex belongs to the group of another face
        search.groupIds[search.groupIdCount++] = surfaceBase + surface;
        if (state.inside[surfaceBase + surface] === INSIDE.inside) continue;
        search.vertices[addSearcher(search, surfaceBase + surface)] = vertexBase + faces[corner];
      }
    }
  }
}

/** Lays out the BVH over the group's vertices and fits its boxes. A vertex with a NaN coordinate gets an empty box, which meets nothing. */
function fitTree({ search, tree, boxes }: VertexFaceScratch, { positionsT0, positions }: State): void {
  tree.primitiveCount = search.count;
  tree.levels = treeLevels(search.count, 1);
  const firstLeaf = 1 << tree.levels;
  const firstBox = boxOf(tree, firstLeaf);
  for (let i = 0; i < search.count; i++) {
    const at = firstBox + BOX_STRIDE * i;
    const from = 3 * search.vertices[i];
    for (let axis = 0; axis < 3; axis++) {
      const x0 = positionsT0[from + axis];
      const x1 = positions[from + axis];
      boxes[at + axis] = x0 <= x1 ? x0 : x1 < x0 ? x1 : Infinity;
      boxes[at + 4 + axis] = x0 <= x1 ? x1 : x1 < x0 ? x0 : -Infinity;
    }
  }
  // Leaves without a vertex get empty boxes.
  for (let at = firstBox + BOX_STRIDE * search.count; at < firstBox + BOX_STRIDE * firstLeaf; at += BOX_STRIDE)
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Infinity;
      boxes[at + 4 + axis] = -Infinity;
    }
  fitInnerNodes(tree, 0, firstLeaf - 1, boxes);
}

/** Searches the faces of one body for hits. @returns number of vertex-face pairs that reached the narrow phase */
function searchBody(
  ccd: CcdQuery,
  groupSearch: VertexFaceScratch,
  { world, state }: Context,
  body: number,
  ownBody: number,
): number {
  const { motion, impact, descent } = ccd;
  const { search, tree, boxes } = groupSearch;
  const { faceOrder, sweptFaceBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const other = world.faceTrees[body];
  beginDescent(descent, tree, boxes, ROOT, other, sweptFaceBoxes, false);
  let candidates = 0;
  for (let i = 0; i < search.count; i++) {
    if (body === ownBody && state.inside[search.ids[i]] !== INSIDE.outside) continue;
    const vertex = search.vertices[i];
    const leaf = (1 << tree.levels) + i;
    const box = boxOf(tree, leaf);
    descendTo(descent, leaf);
    const count = listPartners(descent, boxes, box);
    const nodes = descent.partners;
    setCorner(motion, 0, state, vertex);
    for (let j = 0; j < count; j++) {
      const end = leafBegin(other, nodes[j] + 1);
      for (let k = leafBegin(other, nodes[j]); k < end; k++) {
        const face = faceOrder[k];
        const a = vertexBase + faces[3 * face];
        const b = vertexBase + faces[3 * face + 1];
        const c = vertexBase + faces[3 * face + 2];
        // Skip faces that have the vertex as a corner. Vertex ids are unique over all bodies.
        if (a === vertex || b === vertex || c === vertex || !meetsFace(state, boxes, box, 3 * a, 3 * b, 3 * c))
          continue;
        candidates++;
        setCorner(motion, 1, state, a);
        setCorner(motion, 2, state, b);
        setCorner(motion, 3, state, c);
        if (vertexFaceTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)) keepHit(search, i, impact, body, face);
      }
    }
  }
  return candidates;
}

/**
 * Whether the box of a vertex's motion meets the box of a face's motion. Leaves hold several faces, and a leaf's box is much larger than
 * that of one face: of the pairs whose leaf boxes meet, one in hundreds passes this test. (Boxes per face are not stored, since fitting
 * them would take as long as this test.)
 * @param at offset of the vertex's box    @param a, b, c offsets of the face's corners in positions
 */
function meetsFace(
  { positionsT0: p, positions: q }: State,
  boxes: Float32Array,
  at: number,
  a: number,
  b: number,
  c: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const lower = boxes[at + axis];
    const upper = boxes[at + 4 + axis];
    const i = a + axis;
    const j = b + axis;
    const k = c + axis;
    if (p[i] > upper && q[i] > upper && p[j] > upper && q[j] > upper && p[k] > upper && q[k] > upper) return false;
    if (p[i] < lower && q[i] < lower && p[j] < lower && q[j] < lower && p[k] < lower && q[k] < lower) return false;
  }
  return true;
}
