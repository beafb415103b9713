import { leavesAtLength } from '../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafAt, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { cornersAbove, tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { ALL_CORNERS, isBoundaryFeature } from '../../mesh/boundary-feature.ts';
import { BOUNDARY, NONE, type Topology } from '../../mesh/topology.ts';
import { lookUpSource, writeSourcePosition } from '../world/points.ts';
import { INSIDE_MARGIN, type State } from '../state.ts';
import type { World } from '../world/world.ts';
import type { TetVisitor } from './pair-visitors.ts';
import type { ContainingScratch } from './scratch.ts';

/**
 * Visits the tetrahedra of all bodies that contain a point, in the order of the trees. Point and tetrahedron form a pair of discrete
 * collision detection (DCD). The point's own tetrahedra are skipped: those around a vertex, or the tetrahedron that a centroid belongs
 * to. Before the call, the trees must be refitted to the positions (refitTets, refitBodies).
 *
 * A point is inside if all of its barycentric coordinates exceed INSIDE_MARGIN. With `containing.isClosed` this goes for the boundary alone, and a
 * point on a face, an edge or a vertex between elements counts as inside of one of them: else a mesh that is aligned with another one would lie in none of
 * its elements.
 * @param point number of a surface vertex, an inner vertex or a centroid (world.points)
 * @param visitor called with each tetrahedron found
 * @returns whether the visitor stopped the search
 */
export function visitContainingTets(
  containing: ContainingScratch,
  world: World,
  state: State,
  point: number,
  visitor: TetVisitor,
): boolean {
  const { source, at } = containing;
  const { points } = world;
  const ownBody = points.bodies[point];
  lookUpSource(source, world, point, 0);
  writeSourcePosition(source, state.positions, at, 0);
  const isVertex = point < points.firstCentroid;
  const ownVertex = isVertex ? points.vertices[point] - world.bodies[ownBody].vertexBase : NONE;
  const ownTet = isVertex ? NONE : point - points.firstCentroid - world.bodies[ownBody].tetBase;
  return visitTetsAt(containing, world, state, ownBody, ownVertex, ownTet, visitor);
}

/**
 * Visits the tetrahedra of all bodies that contain the point in `containing.at`, as visitContainingTets does.
 * @param ownVertex, ownTet vertex of `ownBody` whose tetrahedra are skipped, and tetrahedron of it that is; NONE for none
 */
export function visitTetsAt(
  containing: ContainingScratch,
  world: World,
  state: State,
  ownBody: number,
  ownVertex: number,
  ownTet: number,
  visitor: TetVisitor,
): boolean {
  const { at } = containing;
  const tree = world.bodyTree;
  let n = nextLeafAt(tree, state.bodyBoxes, ROOT, at);
  for (; n !== DONE; n = nextLeafAt(tree, state.bodyBoxes, nodeAfter(n), at)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const body = state.bodyOrder[k];
      if (visitor.knows?.(body)) continue;
      const isOwn = body === ownBody;
      if (visitTetsOfBody(containing, world, state, body, isOwn ? ownVertex : NONE, isOwn ? ownTet : NONE, visitor))
        return true;
    }
  }
  return false;
}

/**
 * Visits the tetrahedra of one body that contain the point in `containing.at`.
 * @param vertex the tetrahedra around this vertex of the body are skipped; NONE if the point is not a vertex of this body
 * @param tet this tetrahedron of the body is skipped; NONE if the point is not a centroid of this body
 * @returns whether the visitor stopped the search
 */
function visitTetsOfBody(
  containing: ContainingScratch,
  world: World,
  state: State,
  body: number,
  vertex: number,
  tet: number,
  visitor: TetVisitor,
): boolean {
  const { at, search, isClosed } = containing;
  const { tetBoxes, tetOrder, positions } = state;
  const { model, vertexBase } = world.bodies[body];
  const { topology } = world.models[model];
  const { tets } = topology;
  // Smallest id of the elements around the inner face, edge or corner on which the point lies.
  let onFace = NONE;
  const tree = world.tetTrees[body];
  const base = 3 * vertexBase;
  const length = leavesAtLength(tree.levels);
  if (search.nodes.length < length) search.nodes = new Uint32Array(length);
  const { nodes } = search;
  const count = search.leavesAt(tetBoxes, tree.nodeBase, tree.levels, at[0], at[1], at[2], nodes);
  // As in leafStart (tree.ts); what is the same for all leaves is computed once.
  const size = tree.primitiveCount >>> tree.levels;
  const larger = tree.primitiveCount - (size << tree.levels);
  for (let i = 0; i < count; i++) {
    const leaf = nodes[i] - (1 << tree.levels);
    const begin = tree.orderBase + leaf * size + Math.min(leaf, larger);
    const end = begin + size + Number(leaf < larger);
    for (let k = begin; k < end; k++) {
      const t = 4 * tetOrder[k];
      const a = tets[t];
      const b = tets[t + 1];
      const c = tets[t + 2];
      const d = tets[t + 3];
      if (a === vertex || b === vertex || c === vertex || d === vertex || tetOrder[k] === tet) continue;
      const p = base + 3 * a;
      const q = base + 3 * b;
      const r = base + 3 * c;
      const s = base + 3 * d;
      // Two calls with constants: for a margin that varies, the JavaScript engine would allocate an object per call.
      const isNear = isClosed
        ? tetrahedronContains(positions, p, q, r, s, at, -INSIDE_MARGIN)
        : tetrahedronContains(positions, p, q, r, s, at, INSIDE_MARGIN);
      if (!isNear) continue;
      const corners = isClosed ? cornersInside(positions, base, tets, t, at) : ALL_CORNERS;
      if (corners === ALL_CORNERS) {
        if (visitor.visit(body, tetOrder[k])) return true;
      } else if (!isBoundaryFeature(topology, t, corners))
        onFace = Math.min(onFace, firstAround(containing, topology, tetOrder[k], corners, vertex, tet));
    }
  }
  return onFace !== NONE && visitor.visit(body, onFace);
}

/**
 * Returns the corners of an element whose barycentric coordinates say that the point is inside: all of them, or those of the feature that it lies on. Few
 * elements get this far, so it is a function of its own: the loop over all others stays short.
 */
const cornersInside = (positions: Float32Array, base: number, tets: Uint32Array, t: number, at: Float32Array): number =>
  cornersAbove(
    positions,
    base + 3 * tets[t],
    base + 3 * tets[t + 1],
    base + 3 * tets[t + 2],
    base + 3 * tets[t + 3],
    at,
    INSIDE_MARGIN,
  );

/**
 * Returns the element with the smallest id of all those around an inner feature: not each of them is found (leavesAt), and which are depends on the order of the trees.
 * @param tet, corners one of them, and the feature's corners in it as bits
 * @param vertex, own elements around this vertex, and this element, don't count
 */
function firstAround(
  { around }: ContainingScratch,
  { tets, neighbours }: Topology,
  tet: number,
  corners: number,
  vertex: number,
  own: number,
): number {
  const feature = [0, 1, 2, 3].filter((k) => (corners & (1 << k)) !== 0).map((k) => tets[4 * tet + k]);
  let first = tet;
  around.length = 0;
  around.push(tet);
  for (let i = 0; i < around.length; i++) {
    for (let k = 4 * around[i]; k < 4 * around[i] + 4; k++) {
      // Across the face opposite a corner that belongs to the feature lies an element that doesn't touch all of it.
      if (feature.includes(tets[k]) || (neighbours[k] & BOUNDARY) !== 0 || around.includes(neighbours[k])) continue;
      const next = neighbours[k];
      around.push(next);
      const isOwn = next === own || tets.subarray(4 * next, 4 * next + 4).includes(vertex);
      if (next < first && !isOwn) first = next;
    }
  }
  return first;
}
