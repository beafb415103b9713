import { leavesAtLength } from '../../bvh/tree.ts';
import { DONE, leafBegin, nextLeafAt, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { BOUNDARY, NONE } from '../../mesh/topology.ts';
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
 * A point is inside if all of its barycentric coordinates exceed INSIDE_MARGIN. With `containing.isClosed` this goes for boundary faces alone, and a
 * point on a face between two elements counts as inside of one of them: else a mesh that is aligned with another one would lie in none of its elements.
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
  const { tets, neighbours } = world.models[model].topology;
  const margin = isClosed ? -INSIDE_MARGIN : INSIDE_MARGIN;
  // Of the elements on whose common face, edge or corner the point lies, the one with the smallest id.
  let onFace = NONE;
  const tree = world.tetTrees[body];
  const base = 3 * vertexBase;
  const length = leavesAtLength(tree.levels);
  if (search.nodes.length < length) search.nodes = new Uint32Array(length);
  const { nodes } = search;
  const count = search.leavesAt(tetBoxes, tree.nodeBase, tree.levels, at[0], at[1], at[2], nodes);
  for (let i = 0; i < count; i++) {
    const end = leafBegin(tree, nodes[i] + 1);
    for (let k = leafBegin(tree, nodes[i]); k < end; k++) {
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
      if (!tetrahedronContains(positions, p, q, r, s, at, margin)) continue;
      if (isClosed && !tetrahedronContains(positions, p, q, r, s, at, INSIDE_MARGIN)) {
        if (tetOrder[k] < onFace && !isOnBoundary(positions, tets, neighbours, base, t, at)) onFace = tetOrder[k];
      } else if (visitor.visit(body, tetOrder[k])) return true;
    }
  }
  return onFace !== NONE && visitor.visit(body, onFace);
}

/**
 * Whether a point that lies in a tetrahedron, or within INSIDE_MARGIN outside of it, is on one of its boundary faces or beyond. On all other
 * faces a neighbouring element begins, so that a point there is inside the body.
 * @param base offset of the body's first vertex in `x`    @param t index in `tets` of the tetrahedron's first vertex
 */
function isOnBoundary(
  x: Float32Array,
  tets: Uint32Array,
  neighbours: Uint32Array,
  base: number,
  t: number,
  point: Float32Array,
): boolean {
  for (let k = 0; k < 4; k++) {
    if ((neighbours[t + k] & BOUNDARY) === 0) continue;
    const o = base + 3 * tets[t + k];
    const a = base + 3 * tets[t + ((k + 1) & 3)];
    const b = base + 3 * tets[t + ((k + 2) & 3)];
    const c = base + 3 * tets[t + ((k + 3) & 3)];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    // Heights over the face's plane, times twice its area: that of the opposite corner, and that of the point.
    const height = nx * (x[o] - x[a]) + ny * (x[o + 1] - x[a + 1]) + nz * (x[o + 2] - x[a + 2]);
    const own = nx * (point[0] - x[a]) + ny * (point[1] - x[a + 1]) + nz * (point[2] - x[a + 2]);
    if (height > 0 ? own <= INSIDE_MARGIN * height : own >= INSIDE_MARGIN * height) return true;
  }
  return false;
}
