import { buildTriTopology, twofoldAreas } from '../mesh/triangles/tri-topology.ts';
import { NONE } from '../mesh/topology.ts';
import type { PathQueries2d } from '../simulation/path-2d/answer-queries.ts';
import { createPathBody2d, type PathBody2d } from '../simulation/path-2d/path-body.ts';
import { type Json, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';
import { checkOrientation, parsePathObject, parsePathObjects } from './path-object.ts';
import { parsePathQueries } from './path-queries.ts';

/** The checked content of a file of shortest-path queries in 2D. Body i is the file's object i. */
export interface PathCase2d {
  readonly dim: 2;
  readonly bodies: readonly PathBody2d[];
  readonly queries: PathQueries2d;
}

/** Checks the objects and queries of a 2D file. @param withQueries if false, the queries aren't read. @throws UsageError */
export function parsePathCase2d(file: Json, objects: readonly Json[], withQueries: boolean): PathCase2d {
  const bodies = parsePathObjects(objects, 2, parseObject);
  return { dim: 2, bodies, queries: withQueries ? parseQueries(file.queries, bodies) : NO_QUERIES };
}

const NO_QUERIES: PathQueries2d = {
  count: 0,
  points: new Float64Array(),
  bodies: new Uint32Array(),
  triangles: new Uint32Array(),
  vertices: new Uint32Array(),
};

function parseObject(object: Json, name: string): PathBody2d {
  const { rest, positions, elements } = parsePathObject(object, name, 2);
  checkOrientation(
    twofoldAreas(rest, elements).map((area) => 0.5 * area),
    name,
    2,
  );
  try {
    return createPathBody2d(buildTriTopology(elements, rest.length / 2), positions);
  } catch (error) {
    throw new UsageError(
      `${name}.elem isn't a triangle mesh whose boundary consists of closed polylines: ${(error as Error).message}`,
    );
  }
}

function parseQueries(json: unknown, bodies: readonly PathBody2d[]): PathQueries2d {
  const queried = bodies.map(({ positions, topology }) => ({ positions, elements: topology.triangles }));
  const { count, obj, vertex, tobj, elem } = parsePathQueries(json, queried, 2);
  return {
    count,
    // The file's numbers without rounding to float32, because the 2D code works in float64.
    points: Float64Array.from(record(json, 'queries').p as number[]),
    bodies: Uint32Array.from(tobj),
    triangles: Uint32Array.from(elem),
    // NONE unless the point is a vertex of the queried body.
    vertices: Uint32Array.from(vertex, (v, q) => (v >= 0 && obj[q] === tobj[q] ? v : NONE)),
  };
}
