import { describe, type Json, list, record } from './checked-json.ts';
import { UsageError } from './errors.ts';
import { readJson } from './files.ts';
import { type PathCase2d, parsePathCase2d } from './path-case-2d.ts';
import { type PathCase, parsePathCase3d } from './path-case-3d.ts';

export type { PathCase, PathCase2d };

/**
 * Reads and checks a file of path queries in 2D or 3D.
 * @param withQueries whether queries have to be there; else they aren't read
 * @throws UsageError that names the file, what was found and what is expected
 */
export const readAnyPathCase = (path: string, withQueries: boolean): PathCase | PathCase2d =>
  readWith(parseAnyPathCase, path, withQueries);

/** The same for a file of tetrahedra. */
export const readPathCase = (path: string, withQueries: boolean): PathCase =>
  readWith(parsePathCase, path, withQueries);

function readWith<T>(parse: (json: unknown, withQueries: boolean) => T, path: string, withQueries: boolean): T {
  const json = readJson(path, `an object with dim, objects${withQueries ? ', queries' : ''}`);
  try {
    return parse(json, withQueries);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`'${path}': ${error.message}`) : error;
  }
}

/**
 * Checks the parsed file of `shortest-path` or `contains` in 2D or 3D.
 * @throws UsageError that says what was found and what is expected
 */
export function parseAnyPathCase(json: unknown, withQueries: boolean): PathCase | PathCase2d {
  const file = record(json, 'the file');
  if (file.dim === 2) return parsePathCase2d(file, objectsOf(file), withQueries);
  if (file.dim === 3) return parsePathCase3d(file, objectsOf(file), withQueries);
  throw new UsageError(`dim is ${describe(file.dim)}; expected 3 (tetrahedra) or 2 (triangles)`);
}

/** The same for tetrahedra alone: lays out their world. */
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
