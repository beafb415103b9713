import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/create-model.ts';
import { createWorld } from '../simulation/create-world.ts';
import type { Placement, World } from '../simulation/world.ts';
import { describe, integers, type Json, list, numbers, record } from './checked-json.ts';
import { UsageError } from './errors.ts';
import { readJson } from './files.ts';
import { NO_QUERIES, parsePathQueries, type PathQueries } from './path-queries.ts';

/** A file of shortest-path queries, checked and made a world: body i is object i. */
export interface PathCase {
  readonly world: World;
  readonly positions: Float32Array;
  readonly queries: PathQueries;
}

/** Reads and checks a file of path queries. @throws UsageError that names the file, what was found and what is expected */
export function readPathCase(path: string, withQueries: boolean): PathCase {
  const json = readJson(path, `an object with dim, objects${withQueries ? ', queries' : ''}`);
  try {
    return parsePathCase(json, withQueries);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`'${path}': ${error.message}`) : error;
  }
}

/**
 * Checks the parsed file of `shortest-path` or `contains` and lays out its world.
 * @param withQueries whether queries have to be there; else they aren't read
 * @throws UsageError that says what was found and what is expected
 */
export function parsePathCase(json: unknown, withQueries: boolean): PathCase {
  const file = record(json, 'the file');
  if (file.dim !== 3) throw new UsageError(`dim is ${describe(file.dim)}; expected 3 (tetrahedra)`);
  const objects = list(file.objects, 'objects', 'objects');
  if (objects.length === 0) throw new UsageError('objects is an empty list; expected at least one object');
  const placements = objects.map((object, i) => parseObject(record(object, `objects[${i}]`), `objects[${i}]`));
  const { world, positions } = createWorld(placements, []);
  const queries = withQueries ? parsePathQueries(file.queries, world, positions) : NO_QUERIES;
  return { world, positions, queries };
}

function parseObject(object: Json, name: string): Placement {
  const rest = numbers(object.rest, `${name}.rest`, 3);
  const positions = numbers(object.pos, `${name}.pos`, 3);
  if (rest.length !== positions.length) {
    throw new UsageError(`${name}.pos has ${positions.length} numbers; expected ${rest.length}, as many as rest`);
  }
  if (rest.length === 0) throw new UsageError(`${name}.rest is an empty list; expected at least 4 vertices`);
  const elements = integers(object.elem, `${name}.elem`, 0, rest.length / 3 - 1);
  if (elements.length === 0 || elements.length % 4 !== 0) {
    throw new UsageError(`${name}.elem has ${elements.length} indices; expected 4 an element, at least one element`);
  }
  const mesh = { positions: rest, tets: Uint32Array.from(elements) };
  checkOrientation(signedVolumes(mesh), name);
  try {
    return { model: createModel(name, mesh, 0), positions };
  } catch (error) {
    throw new UsageError(`${name}.elem is no tetrahedral mesh with a closed boundary: ${(error as Error).message}`);
  }
}

/** @throws UsageError that names the first element which isn't positively oriented in `rest` */
function checkOrientation(volumes: Float64Array, name: string): void {
  const bad = volumes.findIndex((volume) => !(volume > 0));
  if (bad < 0) return;
  const found = volumes[bad] < 0 ? 'negatively oriented' : 'degenerate';
  throw new UsageError(
    `${name}: element ${bad} (elem[${4 * bad}..${4 * bad + 3}]) is ${found} in rest, its volume is ` +
      `${volumes[bad].toPrecision(3)}; expected a positive one`,
  );
}
