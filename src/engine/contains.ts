import { NONE } from '../mesh/topology.ts';
import { visitContainingTets, visitTetsAt } from '../simulation/detect/containing-tets.ts';
import { createContainingScratch } from '../simulation/detect/scratch.ts';
import type { State } from '../simulation/state.ts';
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
 * point. A point on a face, an edge or a vertex between tetrahedra (nearer than a millionth of their height) is in one of them, that with the smallest
 * number. A point on a body's boundary isn't inside. Inverted tetrahedra contain points too; tetrahedra without volume contain none.
 * @param points finite points [m], rounded to float32 as positions are
 * @returns one entry per pair of a point and a tetrahedron that contains it, sorted by index, then body, then tetrahedron; no entry for a
 *   point outside all bodies
 * @throws RangeError if a point isn't finite, Error if createBody rejects the mesh
 */
export function contains(shape: Shape, points: readonly Vector[]): ContainedPoint[] {
  const placed = placedWorld(shape);
  const { world } = placed;
  const state = refittedState(placed);
  const finder = new TetFinder();
  return points.flatMap((point, index) => {
    if (!point.every(Number.isFinite)) throw new RangeError(`point ${index} is (${point}), expected finite numbers`);
    finder.containing.at.set(point);
    visitTetsAt(finder.containing, world, state, NONE, NONE, NONE, finder);
    return finder.take().map((found) => ({ index, point, ...found }));
  });
}

/** Collects the tetrahedra that contain a point. */
class TetFinder {
  readonly containing = createContainingScratch();
  private found: { readonly body: number; readonly tet: number }[] = [];

  constructor() {
    this.containing.isClosed = true;
  }

  visit(body: number, tet: number): boolean {
    this.found.push({ body, tet });
    return false; // continue the traversal
  }

  /** Returns what was found since the last call, by body, then tetrahedron. */
  take(): readonly { readonly body: number; readonly tet: number }[] {
    const { found } = this;
    this.found = [];
    return found.sort((p, q) => p.body - q.body || p.tet - q.tet);
  }
}

/**
 * Finds all penetrating surface vertices. A vertex counts as penetrating if it lies inside a tetrahedron of its own or another body, and
 * isn't a corner of this tetrahedron. A vertex on a face, an edge or a vertex between tetrahedra (nearer than a millionth of their height) lies in one of
 * them, that with the smallest number. A vertex on a body's boundary doesn't penetrate it.
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
  const finder = new TetFinder();
  // visitContainingTets takes the index of a contact point. The first contact points are the surface vertices (World.points), by body,
  // then id.
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    visitContainingTets(finder.containing, world, state, s, finder);
    const found = finder.take();
    if (found.length === 0) continue;
    const owner = world.surfaceBodies[s];
    const at = 3 * world.surfaceVertices[s];
    const vertex = { body: owner, id: world.surfaceVertices[s] - world.bodies[owner].vertexBase };
    const point: Vector = [state.positions[at], state.positions[at + 1], state.positions[at + 2]];
    for (const { body, tet } of found) pairs.push({ vertex, point, body, tet });
  }
  return pairs;
}
