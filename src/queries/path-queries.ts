import type { PathQueries } from '../engine/answer-path-queries.ts';
import { outsideElement, vertexAt } from '../geometry/outside-element.ts';
import { integers, numbers, record } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';

/** An empty list of queries. */
export const NO_QUERIES: PathQueries = {
  count: 0,
  obj: new Int32Array(),
  vertex: new Int32Array(),
  tobj: new Int32Array(),
  elem: new Int32Array(),
  points: new Float32Array(),
};

/** An object that queries refer to. `dim` is the number of dimensions: 2 or 3. */
export interface QueriedObject {
  /** Deformed positions, `dim` numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, dim + 1 per element. */
  readonly elements: Uint32Array;
}

/**
 * Checks a file's shortest-path queries against its objects. The file's lists are described at PathQueries.
 * @param queried the file's objects
 * @throws UsageError
 */
export function parsePathQueries(json: unknown, queried: readonly QueriedObject[], dim: number): PathQueries {
  const fields = record(json, 'queries');
  const objects = queried.map((object) => countObject(object, dim));
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
    checkVertex(queries, q, objects, dim);
    checkInside(queries, q, objects, dim);
  }
  return queries;
}

interface CountedObject extends QueriedObject {
  readonly vertexCount: number;
  readonly elementCount: number;
  /** Maximum allowed distance between a query's point and the vertex that the query names [unit of the file's lengths]. */
  readonly tolerance: number;
}

type Objects = readonly CountedObject[];

/** Tolerance as a share of the diagonal of the object's bounding box: the precision of an object that was scaled or moved in float32. */
const VERTEX_TOLERANCE = 1e-5;
/** Tolerance as a share of the largest coordinate: two roundings to float32. It dominates for a small object far from the origin. */
const ROUNDING_TOLERANCE = 2 ** -23;

/**
 * Counts an object's vertices and elements. Its tolerance is the larger of VERTEX_TOLERANCE and ROUNDING_TOLERANCE, converted to lengths.
 */
function countObject({ positions, elements }: QueriedObject, dim: number): CountedObject {
  const low = new Array<number>(dim).fill(Infinity);
  const high = new Array<number>(dim).fill(-Infinity);
  positions.forEach((x, i) => {
    low[i % dim] = Math.min(low[i % dim], x);
    high[i % dim] = Math.max(high[i % dim], x);
  });
  const largestCoordinate = Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  const diagonal = Math.hypot(...high.map((x, axis) => x - low[axis]));
  return {
    positions,
    elements,
    vertexCount: positions.length / dim,
    elementCount: elements.length / (dim + 1),
    tolerance: Math.max(VERTEX_TOLERANCE * diagonal, ROUNDING_TOLERANCE * largestCoordinate * Math.sqrt(dim)),
  };
}

function checkLengths(count: number, lengths: Readonly<Record<string, number>>): void {
  for (const [name, length] of Object.entries(lengths)) {
    if (length === count) continue;
    throw new UsageError(`queries.${name} has ${length} entries; expected ${count}, as many as queries.obj`);
  }
}

/** Checks that the objects of query q have the vertex and the element that it names. @throws UsageError */
function checkIds({ obj, vertex, tobj, elem }: PathQueries, q: number, objects: Objects): void {
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
    throw new UsageError(
      `queries.vertex[${q}] is ${vertex[q]} but queries.obj[${q}] is -1, no object; expected vertex -1`,
    );
  const { vertexCount } = objects[obj[q]];
  if (vertex[q] >= vertexCount) {
    throw new UsageError(
      `queries.vertex[${q}] is ${vertex[q]}; expected -1 to ${vertexCount - 1}, vertices of object ${obj[q]}`,
    );
  }
}

/**
 * Maximum allowed distance of a point outside its element, as a share of the element's longest edge: a point that was rounded to float32
 * may lie past a face. Barycentric coordinates are not used here, since they would exaggerate the distance in a flat element.
 */
const OUTSIDE_TOLERANCE = 1e-4;

/** Returns the place of query q's point in the file, for messages. */
const pointName = (q: number, dim: number): string => `queries.p[${dim * q}..${dim * (q + 1) - 1}]`;

/** Checks that the point of query q lies at the vertex that the query names, if it names one. @throws UsageError */
function checkVertex({ obj, vertex, points }: PathQueries, q: number, objects: Objects, dim: number): void {
  if (vertex[q] < 0) return;
  const { positions, tolerance } = objects[obj[q]];
  const at = vertexAt(positions, vertex[q], dim);
  const distance = Math.hypot(...vertexAt(points, q, dim).map((x, axis) => x - at[axis]));
  if (distance <= tolerance) return;
  throw new UsageError(
    `${pointName(q, dim)} isn't at its vertex: it lies ${distance.toPrecision(3)} from vertex ${vertex[q]} of ` +
      `object ${obj[q]}; expected the vertex's position, or vertex -1 for a point that is no vertex`,
  );
}

/** Checks that the point of query q lies in the element that the query names. @throws UsageError */
function checkInside({ tobj, elem, points }: PathQueries, q: number, objects: Objects, dim: number): void {
  const { positions, elements } = objects[tobj[q]];
  const first = (dim + 1) * elem[q];
  const corners = Array.from(elements.subarray(first, first + dim + 1), (v) => vertexAt(positions, v, dim));
  const { distance, longestEdge } = outsideElement(corners, vertexAt(points, q, dim));
  if (distance <= OUTSIDE_TOLERANCE * longestEdge) return;
  throw new UsageError(
    `${pointName(q, dim)} isn't in its element: it lies ${distance.toPrecision(3)} outside ` +
      `element ${elem[q]} of object ${tobj[q]}; expected a point inside`,
  );
}
