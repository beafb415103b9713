import type { PathQueries } from '../engine/answer-path-queries.ts';
import { signedVolumes } from '../mesh/quality.ts';
import { createModel } from '../simulation/create-model.ts';
import { createWorld } from '../simulation/create-world.ts';
import type { Placement, World } from '../simulation/world.ts';
import type { Json } from './checked-json.ts';
import { UsageError } from './errors.ts';
import { checkOrientation, parsePathObject, parsePathObjects } from './path-object.ts';
import { NO_QUERIES, parsePathQueries } from './path-queries.ts';

/** A file of shortest-path queries in 3D, checked and made a world: body i is object i. */
export interface PathCase {
  readonly dim: 3;
  readonly world: World;
  readonly positions: Float32Array;
  readonly queries: PathQueries;
}

/** @throws UsageError that says what was found and what is expected */
export function parsePathCase3d(file: Json, objects: readonly Json[], withQueries: boolean): PathCase {
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
    throw new UsageError(`${name}.elem is no tetrahedral mesh with a closed boundary: ${(error as Error).message}`);
  }
}

function parseQueries(json: unknown, world: World, positions: Float32Array): PathQueries {
  const queried = world.bodies.map(({ model, vertexBase }) => {
    const { vertexCount, tets } = world.models[model].topology;
    return { positions: positions.subarray(3 * vertexBase, 3 * (vertexBase + vertexCount)), elements: tets };
  });
  return parsePathQueries(json, queried, 3);
}
