import { NONE, type Topology } from '../../mesh/topology.ts';
import { NO_CELLS } from '../path/flood/cells.ts';
import { createSprings, meanEdgeLength } from './create-model.ts';
import { NO_TETRAHEDRA } from './create-sheet.ts';
import { type Dimension, type Model, NO_AREAS, NO_CLOTH } from './model.ts';

/** Options of a rope. */
export interface RopeOptions {
  /** Side of the square cross-section [m]; an edge's mass is its length times the thickness squared times the density. */
  readonly thickness: number;
  /** 2, by default, for a rope in the plane z = 0. */
  readonly dimension?: Dimension;
  /** Whether an edge joins the last vertex to the first one; by default none does. */
  readonly closed?: boolean;
  /**
   * Whether springs, as stiff as the edges, join each vertex to the next but one, so that the rope resists bending; by default none do.
   * A bend by a small angle shortens such a spring by the angle's square only, so the resistance grows with the bend.
   */
  readonly resistsBending?: boolean;
}

/**
 * Makes a model of a rope: a chain of vertices with a spring along each edge. It has edges, but neither faces nor tetrahedra. Continuous
 * detection finds contacts of its edges with those of other bodies, and none of its vertices. A closed rope can be a scene's border, if
 * a script drives its vertices.
 * @param positions rest positions [m], flat, 2 (in the plane) or 3 numbers per vertex
 * @throws Error if the thickness isn't positive, if there are fewer than 2 vertices (closed: 3), if an edge has no length, or if a number
 *   isn't finite
 */
export function createRope(name: string, positions: ArrayLike<number>, options: RopeOptions): Model {
  const { thickness, dimension = 2, closed = false, resistsBending = false } = options;
  if (!(thickness > 0 && thickness < Infinity))
    throw new Error(`The thickness of ${name} is ${thickness} m, expected a positive finite number`);
  const places = spatial(name, positions, dimension);
  const count = places.length / 3;
  const least = closed ? 3 : 2;
  if (count < least) throw new Error(`${name} has ${count} vertices, expected at least ${least}`);
  const edges = chain(count, 1, closed);
  const lengths = edgeLengths(places, edges);
  const empty = lengths.findIndex((length) => !(length > 0));
  if (empty >= 0)
    throw new Error(
      `The edge from vertex ${edges[2 * empty]} to ${edges[2 * empty + 1]} of ${name} has no length, expected a positive one`,
    );
  const volumes = new Float64Array(count);
  for (let i = 0; i < edges.length; i++) volumes[edges[i]] += (lengths[i >> 1] * thickness * thickness) / 2;
  // Three vertices of a closed rope have no pairs but the edges; of four, each pair across would be there twice.
  const across = resistsBending && !(closed && count === 3) ? chain(count, 2, closed && count > 4) : [];
  const pairs = Uint32Array.from([...edges, ...across]);
  return model(name, dimension, places, edges, pairs, Float32Array.from(volumes), thickness);
}

/**
 * Makes a model of points without any element, such as a border that a script drives. Nothing holds the points together. Only an air mesh
 * keeps other bodies from them: no detection finds contacts of points.
 * @param positions [m], flat, 2 (in the plane) or 3 numbers per vertex
 * @param dimension 2, by default, for points in the plane z = 0
 * @param volume of each point [m^3], its mass per density; 0 holds the points in place
 * @throws Error if there is no point, if a number isn't finite, or if the volume is below 0
 */
export function createPoints(
  name: string,
  positions: ArrayLike<number>,
  { dimension = 2, volume = POINT_VOLUME }: { readonly dimension?: Dimension; readonly volume?: number } = {},
): Model {
  if (!(volume >= 0 && volume < Infinity))
    throw new Error(`The volume of each point of ${name} is ${volume} m^3, expected a finite number from 0`);
  const places = spatial(name, positions, dimension);
  const none = new Uint32Array();
  const volumes = new Float32Array(places.length / 3).fill(volume);
  return model(name, dimension, places, none, none, volumes, POINT_RADIUS);
}

/** Volume of a point by default [m^3]: a litre. */
const POINT_VOLUME = 1e-3;
/** Length that penetration depths of points are compared with [m] (Model.thickness). */
const POINT_RADIUS = 0.01;

/** Returns the pairs of vertices that are `step` apart along a chain, the smaller id first, sorted by it and then by the larger one. */
function chain(count: number, step: number, closed: boolean): Uint32Array {
  const pairs: [number, number][] = [];
  for (let v = 0; v < (closed ? count : count - step); v++) {
    const w = (v + step) % count;
    pairs.push([Math.min(v, w), Math.max(v, w)]);
  }
  pairs.sort(([a, b], [c, d]) => a - c || b - d);
  return Uint32Array.from(pairs.flat());
}

/** Returns positions with 3 numbers per vertex. */
function spatial(name: string, positions: ArrayLike<number>, dimension: Dimension): Float32Array {
  if (positions.length === 0 || positions.length % dimension !== 0)
    throw new Error(`${name} has ${positions.length} coordinates, expected a multiple of ${dimension} above 0`);
  const places = new Float32Array((3 * positions.length) / dimension);
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]))
      throw new Error(`Coordinate ${i} of ${name} is ${positions[i]}, expected a finite number`);
    places[3 * Math.floor(i / dimension) + (i % dimension)] = positions[i];
  }
  return places;
}

/** Returns the length of each edge [m]. */
function edgeLengths(x: Float32Array, edges: Uint32Array): Float64Array {
  return Float64Array.from({ length: edges.length / 2 }, (_, e) => {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    const [dx, dy, dz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  });
}

function model(
  name: string,
  dimension: Dimension,
  positions: Float32Array,
  edges: Uint32Array,
  pairs: Uint32Array,
  vertexVolumes: Float32Array,
  thickness: number,
): Model {
  return {
    name,
    dimension,
    mesh: { positions, tets: new Uint32Array() },
    topology: topologyOf(edges, positions.length / 3),
    cells: NO_CELLS,
    firstFaces: new Uint32Array(),
    springs: createSprings(positions, pairs),
    elasticTets: NO_TETRAHEDRA,
    cloth: NO_CLOTH,
    areas: NO_AREAS,
    vertexVolumes,
    thickness,
    volume: 0,
    edgeLength: meanEdgeLength(positions, edges),
    modelData: {},
  };
}

/** Returns a topology of edges without faces. All vertices belong to the surface. */
function topologyOf(edges: Uint32Array, vertexCount: number): Topology {
  const vertices = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const none = new Uint32Array();
  return {
    vertexCount,
    tetCount: 0,
    faceCount: 0,
    edgeCount: edges.length / 2,
    surfaceVertexCount: vertexCount,
    tets: none,
    neighbours: none,
    faces: none,
    faceTets: none,
    faceEdges: none,
    edges,
    edgeFaces: new Uint32Array(edges.length).fill(NONE),
    surfaceVertices: vertices,
    surfaceIndices: vertices.slice(),
    vertexFaceOffsets: new Uint32Array(vertexCount + 1),
    vertexFaces: none,
    vertexTetOffsets: new Uint32Array(vertexCount + 1),
    vertexTets: none,
  };
}
