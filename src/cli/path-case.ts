import { createModel } from '../simulation/create-model.ts';
import { createWorld } from '../simulation/create-world.ts';
import type { World } from '../simulation/world.ts';
import { UsageError } from './errors.ts';

/** A file of shortest-path queries, checked and made a world. */
export interface PathCase {
  readonly world: World;
  readonly positions: Float32Array;
  readonly queries: PathQueries;
}

export interface PathQueries {
  readonly count: number;
  /** Body of the vertex and its id there, or -1: a free point. */
  readonly obj: Int32Array;
  readonly vertex: Int32Array;
  /** Body whose boundary is asked for, and the element of it that holds the point. */
  readonly tobj: Int32Array;
  readonly elem: Int32Array;
  /** Points [model's unit], 3 a query. */
  readonly points: Float32Array;
}

type Json = Record<string, unknown>;

/** A point may lie outside its element by this share of the element's size: float32 input and a vertex on its face. */
const OUTSIDE_TOLERANCE = 1e-4;

/**
 * Checks the parsed file of `shortest-path` or `contains` and lays out its world.
 * @param withQueries whether queries have to be there
 * @throws UsageError that says what was found and what is expected
 */
export function parsePathCase(json: unknown, withQueries: boolean): PathCase {
  const file = record(json, 'the file');
  if (file.dim !== 3) throw new UsageError(`dim is ${JSON.stringify(file.dim)}; expected 3 (tetrahedra)`);
  if (!Array.isArray(file.objects) || file.objects.length === 0) {
    throw new UsageError(`objects is ${describe(file.objects)}; expected a list of at least one object`);
  }
  const placements = file.objects.map((object, i) => parseObject(record(object, `objects[${i}]`), i));
  const { world, positions } = createWorld(placements, []);
  const queries = withQueries || file.queries !== undefined ? parseQueries(file.queries, world) : NO_QUERIES;
  for (let q = 0; q < queries.count; q++) checkInside(queries, q, world, positions);
  return { world, positions, queries };
}

const NO_QUERIES: PathQueries = {
  count: 0,
  obj: new Int32Array(),
  vertex: new Int32Array(),
  tobj: new Int32Array(),
  elem: new Int32Array(),
  points: new Float32Array(),
};

function parseObject(object: Json, index: number) {
  const name = `objects[${index}]`;
  const rest = numbers(object.rest, `${name}.rest`, 3);
  const positions = numbers(object.pos, `${name}.pos`, 3);
  if (rest.length !== positions.length) {
    throw new UsageError(`${name}.pos has ${positions.length} numbers; expected ${rest.length}, as many as rest`);
  }
  const elements = integers(object.elem, `${name}.elem`, 0, rest.length / 3 - 1);
  if (elements.length === 0 || elements.length % 4 !== 0) {
    throw new UsageError(`${name}.elem has ${elements.length} indices; expected 4 an element, at least one element`);
  }
  try {
    const model = createModel(name, { positions: rest, tets: Uint32Array.from(elements) }, 0);
    return { model, positions };
  } catch (error) {
    throw new UsageError(`${name} is no tetrahedral mesh: ${(error as Error).message}`);
  }
}

function parseQueries(json: unknown, world: World): PathQueries {
  const queries = record(json, 'queries');
  const bodies = world.bodies.length;
  const obj = integers(queries.obj, 'queries.obj', -1, bodies - 1);
  const count = obj.length;
  const vertex = integers(queries.vertex, 'queries.vertex', -1, world.vertexCount - 1);
  const tobj = integers(queries.tobj, 'queries.tobj', 0, bodies - 1);
  const elem = integers(queries.elem, 'queries.elem', 0, world.tetCount - 1);
  const points = numbers(queries.p, 'queries.p', 3);
  for (const [name, length] of [
    ['vertex', vertex.length],
    ['tobj', tobj.length],
    ['elem', elem.length],
    ['p', points.length / 3],
  ] as const) {
    if (length !== count) throw new UsageError(`queries.${name} has ${length} entries; expected ${count}, as many as obj`);
  }
  for (let q = 0; q < count; q++) {
    const topology = (body: number) => world.models[world.bodies[body]!.model]!.topology;
    const tets = topology(tobj[q]!).tetCount;
    if (elem[q]! >= tets) throw new UsageError(`queries.elem[${q}] is ${elem[q]}; expected 0 to ${tets - 1}`);
    if (vertex[q]! < 0) continue;
    const vertices = obj[q]! < 0 ? 0 : topology(obj[q]!).vertexCount;
    if (vertex[q]! >= vertices) {
      throw new UsageError(`queries.vertex[${q}] is ${vertex[q]} of object ${obj[q]}; expected -1 to ${vertices - 1}`);
    }
  }
  return { count, obj, vertex, tobj, elem, points };
}

/** @throws UsageError where a point isn't in its element */
function checkInside(queries: PathQueries, q: number, world: World, positions: Float32Array): void {
  const body = world.bodies[queries.tobj[q]!]!;
  const { tets } = world.models[body.model]!.topology;
  const corner = (i: number) => 3 * (body.vertexBase + tets[4 * queries.elem[q]! + i]!);
  const at = (i: number, from: number) =>
    [0, 1, 2].map((k) => positions[corner(i) + k]! - (from < 0 ? queries.points[3 * q + k]! : positions[corner(from) + k]!));
  const volume = determinant(at(1, 0), at(2, 0), at(3, 0));
  const p = [0, 1, 2, 3].map((i) => at(i, -1));
  const parts = [
    determinant(p[1]!, p[2]!, p[3]!),
    -determinant(p[0]!, p[2]!, p[3]!),
    determinant(p[0]!, p[1]!, p[3]!),
    -determinant(p[0]!, p[1]!, p[2]!),
  ];
  const least = Math.min(...parts.map((part) => part / volume));
  if (!(least >= -OUTSIDE_TOLERANCE) && volume !== 0) {
    throw new UsageError(
      `queries.p[${q}] isn't in its element ${queries.elem[q]} of object ${queries.tobj[q]}: ` +
        `its least barycentric coordinate is ${least.toPrecision(3)}; expected at least ${-OUTSIDE_TOLERANCE}`,
    );
  }
}

function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return (
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) + a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) + a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  );
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return value === null ? 'null' : `a ${typeof value}`;
}

function record(value: unknown, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name} is ${describe(value)}; expected an object`);
  }
  return value as Json;
}

/** Finite numbers, in groups of a size. */
function numbers(value: unknown, name: string, group: number): Float32Array {
  if (!Array.isArray(value)) throw new UsageError(`${name} is ${describe(value)}; expected a list of numbers`);
  if (value.length % group !== 0) {
    throw new UsageError(`${name} has ${value.length} numbers; expected a multiple of ${group}`);
  }
  const bad = value.findIndex((number) => typeof number !== 'number' || !Number.isFinite(Math.fround(number)));
  if (bad >= 0) throw new UsageError(`${name}[${bad}] is ${JSON.stringify(value[bad])}; expected a finite number`);
  return Float32Array.from(value as number[]);
}

function integers(value: unknown, name: string, min: number, max: number): Int32Array {
  if (!Array.isArray(value)) throw new UsageError(`${name} is ${describe(value)}; expected a list of whole numbers`);
  const bad = value.findIndex((number) => !Number.isInteger(number) || number < min || number > max);
  if (bad >= 0) {
    throw new UsageError(`${name}[${bad}] is ${JSON.stringify(value[bad])}; expected a whole number from ${min} to ${max}`);
  }
  return Int32Array.from(value as number[]);
}
