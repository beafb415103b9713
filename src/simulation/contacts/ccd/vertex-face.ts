import { beginDescent, descendTo, listPartners } from '../../../bvh/descent.ts';
import { fitInnerNodes } from '../../../bvh/refit.ts';
import { BOX_STRIDE, LEAF_SIZE, treeLevels } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { vertexFaceTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, DETECTIONS, INSIDE, type State, SWEEP } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NONZERO_INPUT_ERROR, setCorner } from './sweep.ts';
import type { CcdQuery, VertexFaceScratch } from './scratch.ts';
import {
  boxesMeet,
  boxMeets,
  dropLists,
  endRun,
  growBox,
  prepareNearPairs,
  roomForTargets,
  RUN,
  writeMet,
} from './near-pairs.ts';
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
    const { world, state, scratch, argument } = context;
    const { query: ccd, vertexFace } = scratch.ccd;
    const { search, pairs } = vertexFace;
    const isOnly = argument === DETECTIONS.only;
    if (!isOnly) prepareNearPairs(pairs, state.sweep[SWEEP.serial], world.faceTrees, FACE_GROUP_HEIGHT);
    let candidates = 0;
    for (let i = begin; i < end; i++) {
      findGroup(world.faceTrees, FACE_GROUP_HEIGHT, i, ccd.group);
      gather(search, world, state, ccd.group);
      if (search.count > 0) {
        if (isOnly) {
          dropLists(pairs);
          listGroup(ccd, vertexFace, context);
          candidates += testRuns(ccd, vertexFace, context, 0, pairs.runCount);
        } else {
          if (pairs.runEnds[i] < 0) {
            pairs.firstRuns[i] = pairs.runCount;
            listGroup(ccd, vertexFace, context);
            pairs.runEnds[i] = pairs.runCount;
          }
          candidates += testRuns(ccd, vertexFace, context, pairs.firstRuns[i], pairs.runEnds[i]);
        }
        if (state.sweep[SWEEP.escapedVertices] > 0) candidates += searchEscaped(ccd, vertexFace, context);
      }
      writeSearch(search, state.vertexHits, world.surfaceVertexCount);
    }
    Atomics.add(state.counters, COUNTERS.ccdCandidates, candidates);
  },
};

/** Lists the near pairs of a group's vertices. */
function listGroup(ccd: CcdQuery, scratch: VertexFaceScratch, context: Context): void {
  const { world, state } = context;
  const { bodyTree } = world;
  const { sweptBodyBoxes, bodyOrder } = state;
  const { group, groupBox } = ccd;
  fitTree(scratch, state);
  setGroupBox(groupBox, scratch.boxes, 0);
  for (
    let n = nextLeafIn(bodyTree, sweptBodyBoxes, ROOT, groupBox);
    n !== DONE;
    n = nextLeafIn(bodyTree, sweptBodyBoxes, nodeAfter(n), groupBox)
  ) {
    const end = leafBegin(bodyTree, n + 1);
    for (let k = leafBegin(bodyTree, n); k < end; k++) listBody(ccd, scratch, context, bodyOrder[k], group.body);
  }
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
  for (let at = firstBox + BOX_STRIDE * search.count; at < firstBox + BOX_STRIDE * firstLeaf; at += BOX_STRIDE)
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Infinity;
      boxes[at + 4 + axis] = -Infinity;
    }
  fitInnerNodes(tree, 0, firstLeaf - 1, boxes);
}

/** Lists the near pairs of a group's vertices with the faces of one body. */
function listBody(
  { descent }: CcdQuery,
  { search, tree, boxes, pairs }: VertexFaceScratch,
  { world, state }: Context,
  body: number,
  ownBody: number,
): void {
  const { faceOrder, sweptFaceBoxes, reachBoxes } = state;
  const { model, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const other = world.faceTrees[body];
  beginDescent(descent, tree, boxes, ROOT, other, sweptFaceBoxes, false);
  for (let i = 0; i < search.count; i++) {
    if (body === ownBody && state.inside[search.ids[i]] !== INSIDE.outside) continue;
    const vertex = search.vertices[i];
    const leaf = (1 << tree.levels) + i;
    const box = boxOf(tree, leaf);
    descendTo(descent, leaf);
    const count = listPartners(descent, boxes, box);
    const nodes = descent.partners;
    const targets = roomForTargets(pairs, LEAF_SIZE * count);
    let last = pairs.targetCount;
    for (let j = 0; j < count; j++) {
      const end = leafBegin(other, nodes[j] + 1);
      for (let k = leafBegin(other, nodes[j]); k < end; k++) {
        const face = faceOrder[k];
        const a = vertexBase + faces[3 * face];
        const b = vertexBase + faces[3 * face + 1];
        const c = vertexBase + faces[3 * face + 2];
        // Skip faces that have the vertex as a corner. Vertex ids are unique over all bodies.
        if (a === vertex || b === vertex || c === vertex) continue;
        if (meetsFace(reachBoxes, boxes, box, BOX_STRIDE * a, BOX_STRIDE * b, BOX_STRIDE * c)) targets[last++] = face;
      }
    }
    endRun(pairs, i, body, last);
  }
}

/**
 * Whether the box of a vertex meets the box of a face, which covers its corners' boxes. Leaves hold several faces, and a leaf's box is much
 * larger than that of one face: of the pairs whose leaf boxes meet, one in hundreds passes this test.
 * @param reachBoxes boxes of all vertices; a, b, c are the offsets of the face's corners
 * @param boxes array with the vertex's box at offset `at`
 */
function meetsFace(
  reachBoxes: Float32Array,
  boxes: Float32Array,
  at: number,
  a: number,
  b: number,
  c: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const lower = boxes[at + axis];
    const upper = boxes[at + 4 + axis];
    if (reachBoxes[a + axis] > upper && reachBoxes[b + axis] > upper && reachBoxes[c + axis] > upper) return false;
    const i = axis + 4;
    if (reachBoxes[a + i] < lower && reachBoxes[b + i] < lower && reachBoxes[c + i] < lower) return false;
  }
  return true;
}

/**
 * Tests the listed pairs of a group from run `first` up to, not including, run `last`. If the boxes of the BVHs have margins, only pairs
 * whose motions' boxes meet are tested. Pairs with an escaped vertex are left to searchEscaped.
 * @returns number of pairs that reached the narrow phase
 */
function testRuns(ccd: CcdQuery, scratch: VertexFaceScratch, context: Context, first: number, last: number): number {
  const { world, state, argument } = context;
  const { search, pairs } = scratch;
  const { motionBoxes, faceMotionBoxes, escaped, sweep } = state;
  const { runs } = pairs;
  const isFiltered = argument !== DETECTIONS.only;
  const anyEscaped = sweep[SWEEP.escapedVertices] > 0;
  let candidates = 0;
  let begin = first === 0 ? 0 : runs[RUN.stride * (first - 1) + RUN.end];
  for (let run = RUN.stride * first; run < RUN.stride * last; run += RUN.stride) {
    const i = runs[run + RUN.element];
    const body = runs[run + RUN.body];
    const end = runs[run + RUN.end];
    const from = begin;
    begin = end;
    const vertex = search.vertices[i];
    if (anyEscaped && escaped[vertex] !== 0) continue;
    const { model, vertexBase, faceBase } = world.bodies[body];
    const { faces } = world.models[model].topology;
    const count = isFiltered
      ? writeMet(pairs, from, end, motionBoxes, BOX_STRIDE * vertex, faceMotionBoxes, BOX_STRIDE * faceBase)
      : end - from;
    if (count === 0) continue;
    const targets = isFiltered ? pairs.met : pairs.targets;
    const offset = isFiltered ? 0 : from;
    setCorner(ccd.motion, 0, state, vertex);
    for (let j = offset; j < offset + count; j++) {
      const face = targets[j];
      const a = vertexBase + faces[3 * face];
      const b = vertexBase + faces[3 * face + 1];
      const c = vertexBase + faces[3 * face + 2];
      if (anyEscaped && (escaped[a] | escaped[b] | escaped[c]) !== 0) continue;
      candidates++;
      setCorner(ccd.motion, 1, state, a);
      setCorner(ccd.motion, 2, state, b);
      setCorner(ccd.motion, 3, state, c);
      if (vertexFaceTimeOfImpact(ccd.motion, 0, ccd.impact, NONZERO_INPUT_ERROR))
        keepHit(search, i, ccd.impact, body, face);
    }
  }
  return candidates;
}

/** Tests the pairs of a group that have an escaped vertex, or a face at one. @returns number of pairs that reached the narrow phase */
function searchEscaped(ccd: CcdQuery, { search }: VertexFaceScratch, context: Context): number {
  const { world, state } = context;
  const { groupBox } = ccd;
  const { escaped, escapedFaces, sweep, motionBoxes, faceMotionBoxes } = state;
  let candidates = 0;
  groupBox.fill(Infinity, 0, 3);
  groupBox.fill(-Infinity, 3);
  for (let i = 0; i < search.count; i++) {
    growBox(groupBox, motionBoxes, BOX_STRIDE * search.vertices[i]);
    if (escaped[search.vertices[i]] !== 0) candidates += walk(ccd, search, context, i);
  }
  // Faces at escaped vertices, for all vertices of the group.
  for (let k = 0; k < sweep[SWEEP.escapedFaces]; k++) {
    const body = escapedFaces[2 * k];
    const face = escapedFaces[2 * k + 1];
    if (!boxMeets(groupBox, faceMotionBoxes, BOX_STRIDE * (world.bodies[body].faceBase + face))) continue;
    for (let i = 0; i < search.count; i++) candidates += testPair(ccd, search, context, i, body, face);
  }
  return candidates;
}

/** Tests an escaped vertex with the faces that have no escaped corner. @returns number of pairs that reached the narrow phase */
function walk(ccd: CcdQuery, search: Search, context: Context, i: number): number {
  const { world, state } = context;
  const { elementBox } = ccd;
  const { escaped, faceOrder, sweptFaceBoxes, faceMotionBoxes } = state;
  setGroupBox(elementBox, state.motionBoxes, BOX_STRIDE * search.vertices[i]);
  let candidates = 0;
  for (let body = 0; body < world.bodies.length; body++) {
    const tree = world.faceTrees[body];
    const { model, vertexBase, faceBase } = world.bodies[body];
    const { faces } = world.models[model].topology;
    for (
      let n = nextLeafIn(tree, sweptFaceBoxes, ROOT, elementBox);
      n !== DONE;
      n = nextLeafIn(tree, sweptFaceBoxes, nodeAfter(n), elementBox)
    ) {
      const end = leafBegin(tree, n + 1);
      for (let k = leafBegin(tree, n); k < end; k++) {
        const face = faceOrder[k];
        if (!boxMeets(elementBox, faceMotionBoxes, BOX_STRIDE * (faceBase + face))) continue;
        const corner = 3 * face;
        const escapes =
          escaped[vertexBase + faces[corner]] |
          escaped[vertexBase + faces[corner + 1]] |
          escaped[vertexBase + faces[corner + 2]];
        if (escapes === 0) candidates += testPair(ccd, search, context, i, body, face);
      }
    }
  }
  return candidates;
}

/** Tests a vertex and a face, unless their boxes are apart, the vertex is a corner, or CCD doesn't test the pair. @returns 1 if it was tested */
function testPair(
  ccd: CcdQuery,
  search: Search,
  { world, state }: Context,
  i: number,
  body: number,
  face: number,
): 0 | 1 {
  const { motion, impact, group } = ccd;
  const { model, vertexBase, faceBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const vertex = search.vertices[i];
  if (!boxesMeet(state.motionBoxes, BOX_STRIDE * vertex, state.faceMotionBoxes, BOX_STRIDE * (faceBase + face)))
    return 0;
  if (body === group.body && state.inside[search.ids[i]] !== INSIDE.outside) return 0;
  const a = vertexBase + faces[3 * face];
  const b = vertexBase + faces[3 * face + 1];
  const c = vertexBase + faces[3 * face + 2];
  if (a === vertex || b === vertex || c === vertex) return 0;
  setCorner(motion, 0, state, vertex);
  setCorner(motion, 1, state, a);
  setCorner(motion, 2, state, b);
  setCorner(motion, 3, state, c);
  if (vertexFaceTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)) keepHit(search, i, impact, body, face);
  return 1;
}
