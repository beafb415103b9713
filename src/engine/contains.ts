import { BOX_STRIDE, type TreeLayout } from '../bvh/tree.ts';
import { DONE, leafBegin, nodeAfter, ROOT } from '../bvh/walk.ts';
import { tetrahedronContains } from '../geometry/tetrahedron.ts';
import { visitContainingTets } from '../simulation/detect/containing-tets.ts';
import { createContainingScratch } from '../simulation/detect/scratch.ts';
import { INSIDE_MARGIN, type State } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { placedWorld, refittedState, type Shape, type Vector } from './shape.ts';

/** A point and a tetrahedron that contains it; can be passed to shortestPaths as a query. */
export interface HeldPoint {
  /** Index of the point in the argument. */
  readonly index: number;
  /** [m] */
  readonly point: Vector;
  /** Body that holds the point, by its number in the world. */
  readonly body: number;
  /** Tetrahedron of that body, by its number in the body's mesh. */
  readonly tet: number;
}

/** A surface vertex and a tetrahedron that contains it without having it as a corner; can be passed to shortestPaths as a query. */
export interface HeldVertex extends Omit<HeldPoint, 'index'> {
  /** The vertex, by its body's number in the world and its own in that body's mesh. */
  readonly vertex: { readonly body: number; readonly id: number };
}

/**
 * Finds the tetrahedra that contain each point. Bodies may overlap each other and themselves, so several tetrahedra may contain a
 * point. A point on a face, within a millionth of the tetrahedron's height, counts as inside the tetrahedra on both sides. Inverted
 * tetrahedra contain the points that they cover; tetrahedra without volume contain none.
 * @param points finite points [m]
 * @returns one entry per pair of point and tetrahedron, ascending by index, then body, then tetrahedron; no entry for a point outside
 *   all bodies
 * @throws RangeError if a point isn't finite, Error if createBody rejects the mesh
 */
export function contains(shape: Shape, points: readonly Vector[]): HeldPoint[] {
  const placed = placedWorld(shape);
  const state = refittedState(placed);
  return points.flatMap((point, index) => {
    if (!point.every(Number.isFinite)) throw new RangeError(`point ${index} is (${point}), expected finite numbers`);
    return tetsThatHold(placed.world, state, point).map((held) => ({ index, point, ...held }));
  });
}

function tetsThatHold(world: World, state: State, point: Vector): { body: number; tet: number }[] {
  const found: { body: number; tet: number }[] = [];
  visitPlaces(world.bodyTree, state.bodyBoxes, point, (place) => {
    const body = state.bodyOrder[place];
    const { model, vertexBase } = world.bodies[body];
    const { tets } = world.models[model].topology;
    visitPlaces(world.tetTrees[body], state.tetBoxes, point, (inTree) => {
      const tet = state.tetOrder[inTree];
      const [a, b, c, d] = tets.subarray(4 * tet, 4 * tet + 4).map((v) => 3 * (vertexBase + v));
      if (tetrahedronContains(state.positions, a, b, c, d, point, -INSIDE_MARGIN)) found.push({ body, tet });
    });
  });
  return found.sort((p, q) => p.body - q.body || p.tet - q.tet);
}

/**
 * Visits the primitives of all leaves whose closed boxes contain a point. A step's traversal uses open boxes instead.
 * @param visit receives a primitive's index in the tree's order
 */
function visitPlaces(tree: TreeLayout, boxes: Float32Array, point: Vector, visit: (place: number) => void): void {
  const base = BOX_STRIDE * (tree.nodeBase - 1);
  for (let node = ROOT; node !== DONE; ) {
    const at = base + BOX_STRIDE * node;
    const isHeld = point.every((x, axis) => x >= boxes[at + axis] && x <= boxes[at + 4 + axis]);
    if (isHeld && node < 1 << tree.levels) {
      node <<= 1;
      continue;
    }
    if (isHeld) for (let k = leafBegin(tree, node); k < leafBegin(tree, node + 1); k++) visit(k);
    node = nodeAfter(node);
  }
}

/**
 * Finds all penetrating surface vertices. A vertex counts as penetrating if it lies inside a tetrahedron of any body, its own
 * included, by more than a millionth of the tetrahedron's height, and isn't a corner of that tetrahedron.
 * @returns one entry per pair of vertex and tetrahedron, ascending by the vertex's body, the vertex, the tetrahedron's body, the
 *   tetrahedron
 * @throws Error if createBody rejects the mesh
 */
export function containedVertices(shape: Shape): HeldVertex[] {
  const placed = placedWorld(shape);
  return containedVerticesIn(placed.world, refittedState(placed));
}

/**
 * Like containedVertices, for a state whose trees are refitted. The traversal is that of contact detection, without its limit of pairs
 * per vertex.
 */
export function containedVerticesIn(world: World, state: State): HeldVertex[] {
  const pairs: HeldVertex[] = [];
  let found: (readonly [body: number, tet: number])[] = [];
  const containing = createContainingScratch();
  const visitor = {
    visit(body: number, tet: number): boolean {
      found.push([body, tet]);
      return false;
    },
  };
  // Surface vertices are listed by body, then id.
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
