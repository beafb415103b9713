import { outsideElement, vertexAt } from '../geometry/outside-element.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import type { PathMethod } from '../simulation/path/tables.ts';
import { answerPathQueries, type PathAnswers, type PathQueries } from './answer-path-queries.ts';
import { onThisThread } from './inline-pool.ts';
import { openBackend } from './open-backend.ts';
import { type PlacedWorld, placedWorld, type Shape, type Vector } from './shape.ts';

/** Query for the shortest path from a point inside a body to the body's boundary. */
export interface PathQuery {
  /** [m] */
  readonly point: Vector;
  /** Queried body, by its number in the world: the path leads to the boundary of this body. 0 by default. */
  readonly body?: number;
  /** Tetrahedron that contains the point, by its number in the queried body's mesh. `contains` finds it. */
  readonly tet: number;
  /** The vertex at the point, if there is one: its body's number and its id in this body's mesh. The path can't end at this vertex. */
  readonly vertex?: { readonly body: number; readonly id: number };
}

/** The shortest path from a point to the boundary of its body, through the inside of the body. */
export interface ShortestPath {
  /** End of the path [m]. */
  readonly point: Vector;
  /** Length of the path [m]. */
  readonly depth: number;
  /** The boundary face at which the path ends: three vertices of the body's mesh, counter-clockwise seen from outside. */
  readonly face: readonly [number, number, number];
}

export interface PathOptions {
  /**
   * Method of the search; 'flood' by default. 'flood' and 'tree' are exact; near elements turned inside out, 'flood' is measured, not
   * proved (docs/method.md). 'paper' is the search as published; it may be wrong near such elements. The other methods are common approximations, for comparison.
   */
  readonly method?: PathMethod;
  /**
   * True if the methods 'tree' and 'paper' cull faces by their infeasible regions; true by default. By 'tree' the answers are the same
   * with and without culling.
   */
  readonly culling?: boolean;
}

/** Maximum distance of a query's point from its tetrahedron, as a share of the tetrahedron's longest edge: room for rounding to float32. */
const OUTSIDE_TOLERANCE = 1e-4;

/**
 * Finds shortest paths to the boundary, on the calling thread. Points are rounded to float32.
 * @param shape a world with the positions of its bodies, or a mesh in its rest shape
 * @param queries the queries; results of contains and containedVertices are queries too
 * @returns one path per query; undefined if no straight path leads through the body to the boundary
 * @throws RangeError if a query's body, tetrahedron or vertex doesn't exist, if the body is a sheet, or if the point isn't in the
 *   tetrahedron
 * @throws Error if createBody rejects the mesh
 */
export async function shortestPaths(
  shape: Shape,
  queries: readonly PathQuery[],
  { method = 'flood', culling = true }: PathOptions = {},
): Promise<(ShortestPath | undefined)[]> {
  const placed = placedWorld(shape);
  queries.forEach((query, q) => {
    checkQuery(placed, query, q);
  });
  const backend = await openBackend({ ...placed, parameters: defaultParameters(), workers: onThisThread });
  const worldQueries = { world: placed.world, queries: toArrays(queries) };
  try {
    const { answers } = await answerPathQueries(backend, worldQueries, culling, method);
    return queries.map((_, q) => pathOf(answers, q));
  } finally {
    await backend.dispose();
  }
}

function checkQuery({ world, positions }: PlacedWorld, { point, body = 0, tet, vertex }: PathQuery, q: number): void {
  checkId(body, world.bodies.length, `queries[${q}].body`);
  const { model, vertexBase } = world.bodies[body];
  const { tets, tetCount } = world.models[model].topology;
  if (tetCount === 0)
    throw new RangeError(`queries[${q}].body is ${body}, a surface without volume; expected a body of tetrahedra`);
  checkId(tet, tetCount, `queries[${q}].tet`);
  if (vertex) {
    checkId(vertex.body, world.bodies.length, `queries[${q}].vertex.body`);
    const owner = world.models[world.bodies[vertex.body].model];
    checkId(vertex.id, owner.topology.vertexCount, `queries[${q}].vertex.id`);
  }
  const corners = Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => vertexAt(positions, vertexBase + v, 3));
  const { distance, longestEdge } = outsideElement(corners, point);
  if (!(distance <= OUTSIDE_TOLERANCE * longestEdge))
    throw new RangeError(
      `queries[${q}].point is (${point}), ${distance} m outside of tetrahedron ${tet} of body ${body}, expected a point inside`,
    );
}

function checkId(id: number, count: number, name: string): void {
  if (!(Number.isInteger(id) && id >= 0 && id < count))
    throw new RangeError(`${name} is ${id}, expected a whole number from 0 to ${count - 1}`);
}

const toArrays = (queries: readonly PathQuery[]): PathQueries => ({
  count: queries.length,
  obj: Int32Array.from(queries, ({ vertex }) => vertex?.body ?? -1),
  vertex: Int32Array.from(queries, ({ vertex }) => vertex?.id ?? -1),
  tobj: Int32Array.from(queries, ({ body = 0 }) => body),
  elem: Int32Array.from(queries, ({ tet }) => tet),
  points: Float32Array.from(queries.flatMap(({ point }) => point)),
});

function pathOf({ distance, point, face }: PathAnswers, q: number): ShortestPath | undefined {
  const depth = distance[q];
  if (depth === null) return undefined;
  const [x, y, z, a, b, c] = [...point.slice(3 * q, 3 * q + 3), ...face.slice(3 * q, 3 * q + 3)];
  return { point: [x, y, z], depth, face: [a, b, c] };
}
