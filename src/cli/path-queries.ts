import type { World } from '../simulation/world.ts';
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
  /** Points [model's unit], 3 a query. They lead, also where a query's vertex lies elsewhere. */
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

/**
 * Checks the queries of a path case.
 * @param positions of the world's vertices
 * @throws UsageError that says what was found and what is expected
 */
export function parsePathQueries(json: unknown, world: World, positions: Float32Array): PathQueries {
  const fields = record(json, 'queries');
  const lastBody = world.bodies.length - 1;
  const obj = integers(fields.obj, 'queries.obj', -1, lastBody);
  const count = obj.length;
  const vertex = integers(fields.vertex, 'queries.vertex', -1, world.vertexCount - 1);
  const tobj = integers(fields.tobj, 'queries.tobj', 0, lastBody);
  const elem = integers(fields.elem, 'queries.elem', 0, world.tetCount - 1);
  const points = numbers(fields.p, 'queries.p', 3);
  checkLengths(count, { vertex: vertex.length, tobj: tobj.length, elem: elem.length, p: points.length / 3 });
  const queries = { count, obj, vertex, tobj, elem, points };
  for (let q = 0; q < count; q++) {
    checkIds(queries, q, world);
    checkInside(queries, q, world, positions);
  }
  return queries;
}

function checkLengths(count: number, lengths: Readonly<Record<string, number>>): void {
  for (const [name, length] of Object.entries(lengths)) {
    if (length === count) continue;
    throw new UsageError(`queries.${name} has ${length} entries; expected ${count}, as many as queries.obj`);
  }
}

const topologyOf = (world: World, body: number) => world.models[world.bodies[body].model].topology;

/** @throws UsageError where an object has no such vertex or element */
function checkIds({ obj, vertex, tobj, elem }: PathQueries, q: number, world: World): void {
  const { tetCount } = topologyOf(world, tobj[q]);
  if (elem[q] >= tetCount) {
    throw new UsageError(
      `queries.elem[${q}] is ${elem[q]}; expected ` +
        (tetCount === 1
          ? `0, the only element of object ${tobj[q]}`
          : `0 to ${tetCount - 1}, elements of object ${tobj[q]}`),
    );
  }
  if (vertex[q] < 0) return;
  if (obj[q] < 0)
    throw new UsageError(`queries.vertex[${q}] is ${vertex[q]} of no object; expected -1 where obj is -1`);
  const { vertexCount } = topologyOf(world, obj[q]);
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
function checkInside({ tobj, elem, points }: PathQueries, q: number, world: World, positions: Float32Array): void {
  const { tets } = topologyOf(world, tobj[q]);
  const { vertexBase } = world.bodies[tobj[q]];
  const corners = [0, 1, 2, 3].map((i) => at(positions, vertexBase + tets[4 * elem[q] + i]));
  const outside = distanceOutside(corners, at(points, q));
  if (outside <= OUTSIDE_TOLERANCE * longestEdge(corners)) return;
  throw new UsageError(
    `queries.p[${3 * q}..${3 * q + 2}] isn't in its element: it lies ${outside.toPrecision(3)} outside of element ` +
      `${elem[q]} of object ${tobj[q]}; expected a point inside`,
  );
}

type Vector = readonly [number, number, number];

const at = (array: Float32Array, i: number): Vector => [array[3 * i], array[3 * i + 1], array[3 * i + 2]];
const difference = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

function longestEdge(corners: readonly Vector[]): number {
  const lengths = corners.flatMap((p) => corners.map((q) => Math.hypot(...difference(p, q))));
  return Math.max(...lengths);
}

/**
 * The largest distance by which a point lies past the plane of a face, seen from the opposite corner, or past the
 * element's box: 0 inside, whether or not the element is inverted. Where the corner lies in its face's plane the distance
 * to the plane counts; the box bounds what planes of a flat element can't.
 */
function distanceOutside(corners: readonly Vector[], point: Vector): number {
  let outside = 0;
  for (let axis = 0; axis < 3; axis++) {
    const values = corners.map((corner) => corner[axis]);
    outside = Math.max(outside, Math.min(...values) - point[axis], point[axis] - Math.max(...values));
  }
  for (let i = 0; i < 4; i++) {
    const [a, b, c] = corners.filter((_, k) => k !== i);
    const normal = cross(difference(b, a), difference(c, a));
    const length = Math.hypot(...normal);
    if (length === 0) continue;
    const side = Math.sign(dot(normal, difference(corners[i], a)));
    const height = dot(normal, difference(point, a)) / length;
    outside = Math.max(outside, side === 0 ? Math.abs(height) : -side * height);
  }
  return outside;
}
