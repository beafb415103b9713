import type { PathQueries } from '../engine/answer-path-queries.ts';
import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/world/create-model.ts';
import { createWorld } from '../simulation/world/create-world.ts';
import type { Placement, World } from '../simulation/world/world.ts';
import { describe, type Json, list, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';
import { quoted } from '../math/text.ts';
import { checkOrientation, parsePathObject, parsePathObjects } from './path-object.ts';
import { NO_QUERIES, parsePathQueries } from './path-queries.ts';
import { readJson } from '../node/files.ts';
import { parsePathCase2d, type PathCase2d } from './path-case-2d.ts';

/** The checked content of a file of shortest-path queries in 3D, and a world made from it. Body i is the file's object i. */
export interface PathCase {
  readonly dim: 3;
  readonly world: World;
  readonly positions: Float32Array;
  readonly queries: PathQueries;
}

/** Checks the objects and queries of a 3D file and creates their world. @throws UsageError */
function parsePathCase3d(file: Json, objects: readonly Json[], withQueries: boolean): PathCase {
  const placements = parsePathObjects(objects, 3, parseObject);
  const { world, positions } = createWorld(placements, []);
  return { dim: 3, world, positions, queries: withQueries ? parseQueries(file.queries, world, positions) : NO_QUERIES };
}

function parseObject(object: Json, name: string): Placement {
  const { rest, positions, elements } = parsePathObject(object, name, 3);
  const mesh = { positions: rest, tets: elements };
  checkOrientation(signedVolumes(mesh), name, 3);
  try {
    return { model: createModel(name, mesh, 0), positions };
  } catch (error) {
    throw new UsageError(`${name}.elem isn't a tetrahedral mesh with a closed boundary: ${(error as Error).message}`);
  }
}

function parseQueries(json: unknown, world: World, positions: Float32Array): PathQueries {
  const queried = world.bodies.map(({ model, vertexBase }) => {
    const { vertexCount, tets } = world.models[model].topology;
    return { positions: positions.subarray(3 * vertexBase, 3 * (vertexBase + vertexCount)), elements: tets };
  });
  return parsePathQueries(json, queried, 3);
}

export type { PathCase2d };

/**
 * Reads and checks a file of path queries in 2D or 3D.
 * @param withQueries whether the file must have queries; if false, its queries aren't read
 * @throws UsageError that names the file, what was found and what was expected
 */
export const readAnyPathCase = (path: string, withQueries: boolean): PathCase | PathCase2d =>
  readWith(parseAnyPathCase, path, withQueries);

/** Reads and checks a file of path queries like `readAnyPathCase`, but in 3D only. */
export const readPathCase = (path: string, withQueries: boolean): PathCase =>
  readWith(parsePathCase, path, withQueries);

function readWith<T>(parse: (json: unknown, withQueries: boolean) => T, path: string, withQueries: boolean): T {
  const json = readJson(path, `an object with dim, objects${withQueries ? ', queries' : ''}`);
  try {
    return parse(json, withQueries);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${quoted(path)}: ${error.message}`) : error;
  }
}

/**
 * Checks the parsed file of the command `shortest-path` or `contains`, in 2D or 3D.
 * @throws UsageError that says what was found and what was expected
 */
export function parseAnyPathCase(json: unknown, withQueries: boolean): PathCase | PathCase2d {
  const file = record(json, 'the file');
  if (file.dim === 2) return parsePathCase2d(file, objectsOf(file), withQueries);
  if (file.dim === 3) return parsePathCase3d(file, objectsOf(file), withQueries);
  throw new UsageError(`dim is ${describe(file.dim)}; expected 3 (tetrahedra) or 2 (triangles)`);
}

/** Checks a parsed file like `parseAnyPathCase`, but in 3D only. */
export function parsePathCase(json: unknown, withQueries: boolean): PathCase {
  const file = record(json, 'the file');
  if (file.dim !== 3) throw new UsageError(`dim is ${describe(file.dim)}; expected 3 (tetrahedra)`);
  return parsePathCase3d(file, objectsOf(file), withQueries);
}

function objectsOf(file: Json): readonly Json[] {
  const objects = list(file.objects, 'objects', 'objects');
  if (objects.length === 0) throw new UsageError('objects is an empty list; expected at least one object');
  return objects.map((object, i) => record(object, `objects[${i}]`));
}
