import { BOX_STRIDE, type TreeLayout } from '../bvh/tree.ts';
import { DONE, leafBegin, nodeAfter, ROOT } from '../bvh/walk.ts';
import { tetrahedronContains } from '../geometry/tetrahedron.ts';
import { visitContainingTets } from '../simulation/detect/containing-tets.ts';
import { createContainingScratch } from '../simulation/detect/scratch.ts';
import { INSIDE_MARGIN, type State } from '../simulation/state.ts';
import type { World } from '../simulation/world/world.ts';
import { placedWorld, refittedState, type Shape, type Vector } from './shape.ts';

/** A point, and a tetrahedron that contains the point. shortestPaths accepts this object as a query. */
export interface ContainedPoint {
  /** Index of the point in the list `points` that was given to `contains`. */
  readonly index: number;
  /** [m] */
  readonly point: Vector;
  /** The body that contains the point, by its number in the world. */
  readonly body: number;
  /** Number of the tetrahedron in this body's mesh. */
  readonly tet: number;
}

/**
 * A surface vertex, and a tetrahedron that contains the vertex but doesn't have it as a corner. shortestPaths accepts this object as a
 * query.
 */
export interface ContainedVertex extends Omit<ContainedPoint, 'index'> {
  /** The vertex: the number of its body in the world, and its id in this body's mesh. */
  readonly vertex: { readonly body: number; readonly id: number };
}

/**
 * Finds the tetrahedra that contain each point. Bodies may overlap each other and themselves, so several tetrahedra may contain a
 * point. If a point's distance from a face is less than a millionth of the tetrahedron's height, the point counts as inside the tetrahedra
 * on both sides of the face. Inverted tetrahedra contain points too; tetrahedra without volume contain none.
 * @param points finite points [m]
 * @returns one entry per pair of a point and a tetrahedron that contains it, sorted by index, then body, then tetrahedron; no entry for a
 *   point outside all bodies
 * @throws RangeError if a point isn't finite, Error if createBody rejects the mesh
 */
export function contains(shape: Shape, points: readonly Vector[]): ContainedPoint[] {
  const placed = placedWorld(shape);
  const state = refittedState(placed);
  return points.flatMap((point, index) => {
    if (!point.every(Number.isFinite)) throw new RangeError(`point ${index} is (${point}), expected finite numbers`);
    return containingTets(placed.world, state, point).map((tet) => ({ index, point, ...tet }));
  });
}

function containingTets(world: World, state: State, point: Vector): { body: number; tet: number }[] {
  const found: { body: number; tet: number }[] = [];
  visitPrimitives(world.bodyTree, state.bodyBoxes, point, (index) => {
    const body = state.bodyOrder[index];
    const { model, vertexBase } = world.bodies[body];
    const { tets } = world.models[model].topology;
    visitPrimitives(world.tetTrees[body], state.tetBoxes, point, (tetIndex) => {
      const tet = state.tetOrder[tetIndex];
      const [a, b, c, d] = tets.subarray(4 * tet, 4 * tet + 4).map((v) => 3 * (vertexBase + v));
      if (tetrahedronContains(state.positions, a, b, c, d, point, -INSIDE_MARGIN)) found.push({ body, tet });
    });
  });
  return found.sort((p, q) => p.body - q.body || p.tet - q.tet);
}

/**
 * Visits the primitives of all leaves whose boxes contain a point. A point on the surface of a box counts as inside the box; in the
 * traversals of a simulation step it doesn't.
 * @param boxes boxes of the tree's nodes
 * @param visit receives the index of a primitive (a body or a tetrahedron) in the tree's order
 */
function visitPrimitives(tree: TreeLayout, boxes: Float32Array, point: Vector, visit: (index: number) => void): void {
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  for (let node = ROOT; node !== DONE; ) {
    const at = base + BOX_STRIDE * node;
    const isInBox = point.every((x, axis) => x >= boxes[at + axis] && x <= boxes[at + 4 + axis]);
    if (isInBox && node < 1 << tree.levels) {
      node <<= 1; // go to the left child
      continue;
    }
    if (isInBox) for (let k = leafBegin(tree, node); k < leafBegin(tree, node + 1); k++) visit(k);
    node = nodeAfter(node);
  }
}

/**
 * Finds all penetrating surface vertices. A vertex counts as penetrating if it lies inside a tetrahedron of its own or another body, and
 * isn't a corner of this tetrahedron. The vertex' distance from each face must exceed a millionth of the tetrahedron's height over this
 * face.
 * @returns one entry per pair of a vertex and a tetrahedron that contains it, sorted by the vertex's body, then the vertex, then the
 *   tetrahedron's body, then the tetrahedron
 * @throws Error if createBody rejects the mesh
 */
export function containedVertices(shape: Shape): ContainedVertex[] {
  const placed = placedWorld(shape);
  return containedVerticesIn(placed.world, refittedState(placed));
}

/**
 * Finds penetrating vertices like containedVertices, for a state whose trees are already refitted. The traversal is the same as in contact
 * detection, but the number of tetrahedra per vertex is not limited.
 */
export function containedVerticesIn(world: World, state: State): ContainedVertex[] {
  const pairs: ContainedVertex[] = [];
  let found: (readonly [body: number, tet: number])[] = [];
  const containing = createContainingScratch();
  const visitor = {
    visit(body: number, tet: number): boolean {
      found.push([body, tet]);
      return false; // continue the traversal
    },
  };
  // visitContainingTets takes the index of a contact point. The first contact points are the surface vertices (World.points), by body,
  // then id.
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    visitContainingTets(containing, world, state, s, visitor);
    if (found.length === 0) continue;
    const owner = world.surfaceBodies[s];
    const at = 3 * world.surfaceVertices[s];
    const vertex = { body: owner, id: world.surfaceVertices[s] - world.bodies[owner].vertexBase };
    const point: Vector = [state.positions[at], state.positions[at + 1], state.positions[at + 2]];
    found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    for (const [body, tet] of found) pairs.push({ vertex, point, body, tet });
    found = [];
  }
  return pairs;
}
