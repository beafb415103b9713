import { integers, numbers, record } from './checked-json.ts';
import { UsageError } from './errors.ts';

/** Points that ask for their shortest paths. */
export interface PathQueries {
  readonly count: number;
  /** Body of the vertex and its id there, or -1: a free point. */
  readonly obj: Int32Array;
  readonly vertex: Int32Array;
  /** Body whose boundary is asked for, and the element of it that holds the point. */
  readonly tobj: Int32Array;
  readonly elem: Int32Array;
  /** Points [model's unit], as many numbers a query as there are dimensions. They lead, also where a query's vertex lies elsewhere. */
  readonly points: Float32Array;
}

export const NO_QUERIES: PathQueries = {
  count: 0,
  obj: new Int32Array(),
  vertex: new Int32Array(),
  tobj: new Int32Array(),
  elem: new Int32Array(),
  points: new Float32Array(),
};

/** What queries are checked against. */
export interface QueriedObjects {
  readonly dim: number;
  readonly objects: readonly { readonly vertexCount: number; readonly elementCount: number }[];
  /** How far a point lies outside of an element of an object, and the element's longest edge, in the same unit. */
  outside(object: number, element: number, point: readonly number[]): { distance: number; longestEdge: number };
}

/**
 * Checks the queries of a path case.
 * @throws UsageError that says what was found and what is expected
 */
export function parsePathQueries(json: unknown, of: QueriedObjects): PathQueries {
  const fields = record(json, 'queries');
  const { objects, dim } = of;
  const lastBody = objects.length - 1;
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const vertexCount = total(objects.map((object) => object.vertexCount));
  const elementCount = total(objects.map((object) => object.elementCount));
  const obj = integers(fields.obj, 'queries.obj', -1, lastBody);
  const count = obj.length;
  const vertex = integers(fields.vertex, 'queries.vertex', -1, vertexCount - 1);
  const tobj = integers(fields.tobj, 'queries.tobj', 0, lastBody);
  const elem = integers(fields.elem, 'queries.elem', 0, elementCount - 1);
  const points = numbers(fields.p, 'queries.p', dim);
  checkLengths(count, { vertex: vertex.length, tobj: tobj.length, elem: elem.length, p: points.length / dim });
  const queries = { count, obj, vertex, tobj, elem, points };
  for (let q = 0; q < count; q++) {
    checkIds(queries, q, objects);
    checkInside(queries, q, of);
  }
  return queries;
}

function checkLengths(count: number, lengths: Readonly<Record<string, number>>): void {
  for (const [name, length] of Object.entries(lengths)) {
    if (length === count) continue;
    throw new UsageError(`queries.${name} has ${length} entries; expected ${count}, as many as queries.obj`);
  }
}

/** @throws UsageError where an object has no such vertex or element */
function checkIds({ obj, vertex, tobj, elem }: PathQueries, q: number, objects: QueriedObjects['objects']): void {
  const { elementCount } = objects[tobj[q]];
  if (elem[q] >= elementCount) {
    throw new UsageError(
      `queries.elem[${q}] is ${elem[q]}; expected ` +
        (elementCount === 1
          ? `0, the only element of object ${tobj[q]}`
          : `0 to ${elementCount - 1}, elements of object ${tobj[q]}`),
    );
  }
  if (vertex[q] < 0) return;
  if (obj[q] < 0)
    throw new UsageError(`queries.vertex[${q}] is ${vertex[q]} of no object; expected -1 where obj is -1`);
  const { vertexCount } = objects[obj[q]];
  if (vertex[q] >= vertexCount) {
    throw new UsageError(
      `queries.vertex[${q}] is ${vertex[q]}; expected -1 to ${vertexCount - 1}, vertices of object ${obj[q]}`,
    );
  }
}

/**
 * How far a point may lie outside its element, as a share of the element's longest edge: a point that was rounded to
 * float32 may lie past a face, and in a flat element the barycentric coordinates alone would make much of it.
 */
const OUTSIDE_TOLERANCE = 1e-4;

/** @throws UsageError where a point isn't in its element */
function checkInside({ tobj, elem, points }: PathQueries, q: number, { dim, outside }: QueriedObjects): void {
  const { distance, longestEdge } = outside(tobj[q], elem[q], [...points.subarray(dim * q, dim * (q + 1))]);
  if (distance <= OUTSIDE_TOLERANCE * longestEdge) return;
  throw new UsageError(
    `queries.p[${dim * q}..${dim * (q + 1) - 1}] isn't in its element: it lies ${distance.toPrecision(3)} outside of ` +
      `element ${elem[q]} of object ${tobj[q]}; expected a point inside`,
  );
}
