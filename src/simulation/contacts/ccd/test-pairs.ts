import { BOX_STRIDE } from '../../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../../bvh/walk.ts';
import { edgeEdgeTimeOfImpact, vertexFaceTimeOfImpact } from '../../../geometry/time-of-impact.ts';
import type { Context } from '../../program/stage.ts';
import { isDeepPair } from '../../detect/deep-pairs.ts';
import { POINT_CLASS, MOTION_BOX, type State, SWEEP } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { NONZERO_INPUT_ERROR, setCorner } from './sweep.ts';
import { type NearPairs, RUN, writeMet } from './near-pairs.ts';
import { areBroughtTogether, findCrossed } from './crossed-edges.ts';
import { GUARD, LOOK, ROUND } from '../guarantee/arrays.ts';
import { lookAt } from '../guarantee/pairs.ts';
import { keepNear } from './near-contacts.ts';
import { liesInOnePatch } from './marked-patches.ts';
import type { ViewScratch } from '../../scratch.ts';
import type { CcdQuery } from './scratch.ts';
import { boxOf, keepHit, type Search, setGroupBox } from './search.ts';

/**
 * Narrow phase of CCD for one group of vertices or edges: selects the pairs whose motions' boxes meet and that CCD tests, and finds their
 * hits. Most pairs come from the group's list of near pairs (testRuns). Pairs with an escaped vertex may be missing there; they are
 * searched for one by one (testEscaped).
 *
 * The class of a point (POINT_CLASS) decides whether CCD tests it. In mode ccd all points count as outside. In mode hybrid, a point that was outside of all bodies at the start of the step is tested. A
 * point inside inverted elements of its own body is tested only with other bodies, and any other point isn't. Bodies that are deep in one another (deep-pairs.ts)
 * aren't tested with one another. The class of an edge is the
 * largest of its ends' classes and, if edges have contact points of their own (parameter contactPoints), of that point's class.
 */

/** Largest class that is tested with elements of the own body, and with other bodies. */
const greatestClass = (isOwnBody: boolean): number => (isOwnBody ? POINT_CLASS.outside : POINT_CLASS.inverted);

/** Tells the narrow phase the greatest absolute coordinate of the present detection (see Separation.scale). */
export function setScale({ impact }: CcdQuery, { float, bits }: ViewScratch, { sweep }: State): void {
  bits[0] = sweep[SWEEP.scale];
  impact.scratch.separation.scale = float[0];
}

/**
 * Tests the listed pairs of a group.
 * @param isEdges whether the pairs are edges with edges, else vertices with faces
 * @param group the group's index
 * @returns number of pairs that reached the narrow phase
 */
export function testRuns(
  query: CcdQuery,
  search: Search,
  pairs: NearPairs,
  { world, state }: Context,
  isEdges: boolean,
  group: number,
): number {
  const ownBoxes = isEdges ? state.edgeMotionBoxes : state.motionBoxes;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  const { runs, firstRuns, runEnds } = pairs;
  const ownBody = query.group.body;
  const last = RUN.stride * runEnds[group];
  let candidates = 0;
  let run = RUN.stride * firstRuns[group];
  let begin = run === 0 ? 0 : runs[run - RUN.stride + RUN.end];
  for (; run < last; run += RUN.stride) {
    const from = begin;
    begin = runs[run + RUN.end];
    const i = runs[run + RUN.element];
    const body = runs[run + RUN.body];
    const at = search.boxes[i];
    if (ownBoxes[at + MOTION_BOX.escaped] !== 0) continue;
    if (query.isLook) {
      candidates += lookAtRun(query, search, pairs, world, state, isEdges, i, body, from, begin);
      continue;
    }
    const greatest = greatestClass(body === ownBody);
    if (ownBoxes[at + MOTION_BOX.class] > greatest) continue;
    if (query.leavesDeep && isDeepPair(state.deepPairs, world.bodies.length, ownBody, body)) continue;
    const { edgeBase, faceBase } = world.bodies[body];
    const base = BOX_STRIDE * (isEdges ? edgeBase : faceBase);
    // Faces of any class are tested.
    const most = isEdges ? greatest : POINT_CLASS.inside;
    const count = writeMet(pairs, from, begin, ownBoxes, at, boxes, base, POINT_CLASS.outside, most);
    candidates += count;
    for (let j = 0; j < count; j++) testPair(query, search, world, state, isEdges, i, body, pairs.met[j]);
  }
  return candidates;
}

/** Looks at the listed pairs of one element with a body for the guarantee: those with a vertex that is due. Other parameters as in testPair. */
function lookAtRun(
  query: CcdQuery,
  search: Search,
  pairs: NearPairs,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  from: number,
  end: number,
): number {
  const ownBoxes = isEdges ? state.edgeMotionBoxes : state.motionBoxes;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  const { edgeBase, faceBase } = world.bodies[body];
  const base = BOX_STRIDE * (isEdges ? edgeBase : faceBase);
  const at = search.boxes[i];
  const isDue = ownBoxes[at + MOTION_BOX.class] === LOOK.isDue || state.guard[GUARD.round] === ROUND.cutAll;
  if (!isDue && query.dueCount >= 0 && !meetsDue(query, ownBoxes, at, boxes)) return 0;
  const least = isDue ? 0 : LOOK.isDue;
  const count = writeMet(pairs, from, end, ownBoxes, at, boxes, base, least, LOOK.isDue);
  for (let j = 0; j < count; j++) lookAt(query, search, world, state, isEdges, i, body, pairs.met[j]);
  return count;
}

/** Whether a box meets one of those that are due near the group. @param at the box's offset */
function meetsDue({ due, dueCount }: CcdQuery, own: Float32Array, at: number, boxes: Float32Array): boolean {
  for (let k = 0; k < dueCount; k++) if (boxesMeet(own, at, boxes, BOX_STRIDE * due[k])) return true;
  return false;
}

/**
 * Tests a pair that the broad phase has found. All pairs come here: computes the time of impact, and keeps the hit if there is one; else
 * looks whether an element of a sheet is near.
 * @param target edge or face, local to the model of `body`
 */
function testPair(
  query: CcdQuery,
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): void {
  const isFree =
    query.culls && body === query.group.body && isWithinPatch(search, world, state, isEdges, i, body, target);
  query.culled += Number(isFree);
  const { group, motion, impact, partsCrossed, near, notesHits } = query;
  if (isFree && near.thickness === 0) return;
  const { model, vertexBase } = world.bodies[body];
  const { edges, faces } = world.models[model].topology;
  const { vertices } = search;
  if (isEdges) {
    const own = search.ids[i] - world.bodies[group.body].edgeBase;
    if (partsCrossed && !isFree && findCrossed(impact, world, state, group.body, own, body, target, query.leavesDeep)) {
      if (!query.leavesDeep || !areBroughtTogether(world, state, group.body, own, body, target))
        keepHit(search, i, impact, body, target);
      return;
    }
    setCorner(motion, 0, state, vertices[2 * i]);
    setCorner(motion, 1, state, vertices[2 * i + 1]);
    setCorner(motion, 2, state, vertexBase + edges[2 * target]);
    setCorner(motion, 3, state, vertexBase + edges[2 * target + 1]);
    if (!isFree && edgeEdgeTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)) {
      keepHit(search, i, impact, body, target);
      if (notesHits) {
        noteHit(state, vertices[2 * i], vertices[2 * i + 1]);
        noteHit(state, vertexBase + edges[2 * target], vertexBase + edges[2 * target + 1]);
      }
    } else if (near.thickness > 0) keepNear(query, search, world, state, true, i, body, target);
  } else {
    setCorner(motion, 0, state, vertices[i]);
    setCorner(motion, 1, state, vertexBase + faces[3 * target]);
    setCorner(motion, 2, state, vertexBase + faces[3 * target + 1]);
    setCorner(motion, 3, state, vertexBase + faces[3 * target + 2]);
    if (!isFree && vertexFaceTimeOfImpact(motion, 0, impact, NONZERO_INPUT_ERROR)) {
      keepHit(search, i, impact, body, target);
      if (notesHits) {
        noteHit(state, vertices[i], vertexBase + faces[3 * target]);
        noteHit(state, vertexBase + faces[3 * target + 1], vertexBase + faces[3 * target + 2]);
      }
    } else if (near.thickness > 0) keepNear(query, search, world, state, false, i, body, target);
  }
}

/** Notes that a pair of two vertices was hit, for the guarantee. Workers that note the same vertex write the same. */
function noteHit({ looks }: State, v: number, w: number): void {
  looks[v] = LOOK.isHit;
  looks[w] = LOOK.isHit;
}

/** Whether a pair of elements of one body is proved not to touch. Parameters as in testPair. */
function isWithinPatch(
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): boolean {
  const { vertexBase, edgeBase } = world.bodies[body];
  const own = isEdges ? search.ids[i] - edgeBase : search.vertices[i] - vertexBase;
  return liesInOnePatch(world, state, body, isEdges, own, target);
}

/** Tests the pairs of a group that have an escaped vertex. Parameters and result as in testRuns. */
export function testEscaped(query: CcdQuery, search: Search, { world, state }: Context, isEdges: boolean): number {
  const { group, groupBox } = query;
  const ownBoxes = isEdges ? state.edgeMotionBoxes : state.motionBoxes;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  const list = isEdges ? state.escapedEdges : state.escapedFaces;
  const listed = state.sweep[isEdges ? SWEEP.escapedEdges : SWEEP.escapedFaces];
  let candidates = 0;
  // The box of the group's node covers the motions of all elements that have not escaped.
  const tree = (isEdges ? world.edgeTrees : world.faceTrees)[group.body];
  setGroupBox(groupBox, isEdges ? state.sweptEdgeBoxes : state.sweptFaceBoxes, boxOf(tree, group.node));
  for (let i = 0; i < search.count; i++) {
    const at = search.boxes[i];
    if (ownBoxes[at + MOTION_BOX.escaped] === 0) continue;
    growBox(groupBox, ownBoxes, at);
    candidates += walk(query, search, world, state, isEdges, i);
  }
  for (let k = 0; k < listed; k++) {
    const body = list[2 * k];
    const target = list[2 * k + 1];
    const { edgeBase, faceBase } = world.bodies[body];
    if (!boxMeets(groupBox, boxes, BOX_STRIDE * ((isEdges ? edgeBase : faceBase) + target))) continue;
    for (let i = 0; i < search.count; i++)
      candidates += testUnlisted(query, search, world, state, isEdges, i, body, target);
  }
  return candidates;
}

/** Tests an escaped vertex or edge with the faces or edges that have not escaped. @returns number of pairs that reached the narrow phase */
function walk(query: CcdQuery, search: Search, world: World, state: State, isEdges: boolean, i: number): number {
  const { elementBox } = query;
  const trees = isEdges ? world.edgeTrees : world.faceTrees;
  const order = isEdges ? state.edgeOrder : state.faceOrder;
  const treeBoxes = isEdges ? state.sweptEdgeBoxes : state.sweptFaceBoxes;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  setGroupBox(elementBox, isEdges ? state.edgeMotionBoxes : state.motionBoxes, search.boxes[i]);
  let candidates = 0;
  for (let body = 0; body < trees.length; body++) {
    const tree = trees[body];
    const { edgeBase, faceBase } = world.bodies[body];
    const base = isEdges ? edgeBase : faceBase;
    for (
      let n = nextLeafIn(tree, treeBoxes, ROOT, elementBox);
      n !== DONE;
      n = nextLeafIn(tree, treeBoxes, nodeAfter(n), elementBox)
    ) {
      const end = leafBegin(tree, n + 1);
      for (let k = leafBegin(tree, n); k < end; k++)
        if (boxes[BOX_STRIDE * (base + order[k]) + MOTION_BOX.escaped] === 0)
          candidates += testUnlisted(query, search, world, state, isEdges, i, body, order[k]);
    }
  }
  return candidates;
}

/**
 * Tests a pair that is not from a list, under the same conditions as listed pairs: their boxes meet, they share no vertex, CCD tests their
 * classes and, for edges, the group's edge is the one that searches the other.
 * @returns 1 if the pair reached the narrow phase, else 0
 */
function testUnlisted(
  query: CcdQuery,
  search: Search,
  world: World,
  state: State,
  isEdges: boolean,
  i: number,
  body: number,
  target: number,
): 0 | 1 {
  const { model, vertexBase, edgeBase, faceBase } = world.bodies[body];
  const { edges, faces } = world.models[model].topology;
  const ownBoxes = isEdges ? state.edgeMotionBoxes : state.motionBoxes;
  const boxes = isEdges ? state.edgeMotionBoxes : state.faceMotionBoxes;
  const own = search.boxes[i];
  const at = BOX_STRIDE * ((isEdges ? edgeBase : faceBase) + target);
  if (!boxesMeet(ownBoxes, own, boxes, at)) return 0;
  if (
    query.isLook &&
    Math.max(ownBoxes[own + MOTION_BOX.class], boxes[at + MOTION_BOX.class]) < LOOK.isDue &&
    state.guard[GUARD.round] !== ROUND.cutAll
  )
    return 0;
  const ownBody = query.group.body;
  if (query.leavesDeep && isDeepPair(state.deepPairs, world.bodies.length, ownBody, body)) return 0;
  const greatest = query.isLook ? LOOK.isDue : greatestClass(body === ownBody);
  if (ownBoxes[own + MOTION_BOX.class] > greatest) return 0;
  const corners = isEdges ? 2 : 3;
  const elements = isEdges ? edges : faces;
  for (let k = corners * target; k < corners * (target + 1); k++) {
    const vertex = vertexBase + elements[k];
    if (
      isEdges
        ? vertex === search.vertices[2 * i] || vertex === search.vertices[2 * i + 1]
        : vertex === search.vertices[i]
    )
      return 0;
  }
  if (isEdges) {
    if (body > ownBody || boxes[at + MOTION_BOX.class] > greatest) return 0;
    if (body === ownBody && state.edgePlaces[edgeBase + target] >= state.edgePlaces[search.ids[i]]) return 0;
  }
  if (query.isLook) lookAt(query, search, world, state, isEdges, i, body, target);
  else testPair(query, search, world, state, isEdges, i, body, target);
  return 1;
}

/** Whether two boxes meet. @param a, b offsets of the boxes in `p` and `q` */
const boxesMeet = (p: Float32Array, a: number, q: Float32Array, b: number): boolean =>
  p[a + 4] >= q[b] &&
  p[a] <= q[b + 4] &&
  p[a + 5] >= q[b + 1] &&
  p[a + 1] <= q[b + 5] &&
  p[a + 6] >= q[b + 2] &&
  p[a + 2] <= q[b + 6];

/** Whether a box (lower corner, upper corner: 6 numbers) meets one of an array of boxes. @param at the latter's offset */
export const boxMeets = (box: Float32Array, boxes: Float32Array, at: number): boolean =>
  box[3] >= boxes[at] &&
  box[0] <= boxes[at + 4] &&
  box[4] >= boxes[at + 1] &&
  box[1] <= boxes[at + 5] &&
  box[5] >= boxes[at + 2] &&
  box[2] <= boxes[at + 6];

/** Enlarges a box (6 numbers) by one of an array of boxes. @param at the latter's offset */
function growBox(box: Float32Array, boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[at + axis] < box[axis]) box[axis] = boxes[at + axis];
    if (boxes[at + 4 + axis] > box[3 + axis]) box[3 + axis] = boxes[at + 4 + axis];
  }
}
