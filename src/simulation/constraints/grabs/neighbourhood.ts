import { groupByKey } from '../../../mesh/counting-sort.ts';
import { hasVolume } from '../../../mesh/topology.ts';
import { GRAB_POINT, type Words } from '../../state.ts';
import type { Model } from '../../world/model.ts';
import { bodyOfVertex, type World } from '../../world/world.ts';

/** The vertices that a grab moves, as GRAB_POINT records, by ascending vertex id. */
export interface Neighbourhood {
  readonly points: Words;
  readonly count: number;
}

/** Elements (tetrahedra, triangles of a sheet, or edges of a rope) at each vertex of a model: those of vertex v are items[offsets[v] .. offsets[v+1]]. */
interface Elements {
  readonly vertices: Uint32Array;
  /** Vertices per element. */
  readonly corners: 2 | 3 | 4;
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
}

/**
 * Distance up to which a moving grab carries the body along, in grab radii. With 6, an octopus that is grabbed at its head is carried with
 * all its arms, and a noodle for a stretch on both sides.
 */
const CARRY_REACH = 6;

/**
 * Radius of a grab by default, in thicknesses of the body (Model.thickness), and its maximum as a share of the body's size. An octopus is
 * grabbed by half an arm, a ball by half its side.
 */
const RADIUS_IN_THICKNESSES = 3.2;
const MAX_RADIUS_SHARE = 0.25;

/** Returns the default radius of grabs of a model [m]. */
export function grabRadius({ mesh: { positions }, thickness }: Model): number {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    lower[i % 3] = Math.min(lower[i % 3], positions[i]);
    upper[i % 3] = Math.max(upper[i % 3], positions[i]);
  }
  const size = Math.max(...upper.map((x, k) => x - lower[k]));
  return Math.min(RADIUS_IN_THICKNESSES * thickness, MAX_RADIUS_SHARE * size);
}

/**
 * Finds the neighbourhoods of vertices: the vertices of the body within a distance along the body. The distance is the length of the
 * shortest way along edges of the rest shape, so that an arm that lies on another one isn't grabbed with it, and a grab takes the same
 * vertices however the body is deformed. (Edges zigzag, so a distance is up to some 20 % more than the shortest way through the body.)
 *
 * Only sums, products and square roots of float64 numbers are used, which are the same in every engine, so that replays repeat.
 */
export class Neighbourhoods {
  private readonly elements = new Map<Model, Elements>();

  constructor(private readonly world: World) {}

  /** @param radius [m]; 0 for the vertex alone @throws RangeError if there is no such vertex, or no such radius */
  of(vertex: number, radius: number): Neighbourhood {
    const { vertexCount, bodies, models } = this.world;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount))
      throw new RangeError(`vertex ${vertex} is grabbed; expected a whole number from 0 to ${vertexCount - 1}`);
    if (!(radius >= 0 && radius < Infinity))
      throw new RangeError(`the radius of a grab is ${radius} m; expected a finite number from 0`);
    const { vertexBase, model: index } = bodies[bodyOfVertex(this.world, vertex)];
    const model = models[index];
    const elements = this.elements.get(model) ?? elementsOf(model);
    this.elements.set(model, elements);
    const distances = distancesWithin(model.mesh.positions, elements, vertex - vertexBase, CARRY_REACH * radius);
    return pointsOf(distances, vertexBase, radius);
  }
}

function elementsOf({ topology }: Model): Elements {
  const [vertices, corners] = hasVolume(topology)
    ? [topology.tets, 4 as const]
    : topology.faceCount > 0
      ? [topology.faces, 3 as const]
      : [topology.edges, 2 as const];
  return { vertices, corners, ...groupByKey(vertices, topology.vertexCount, corners) };
}

/**
 * Returns the distance of each vertex that is less than `reach` from a vertex [m], by vertex; the vertex itself is always among them.
 * Corrects distances until none changes. Since rounded addition is monotonic, the order of the corrections doesn't matter.
 * @param positions rest positions [m], 3 per vertex
 */
function distancesWithin(
  positions: Float32Array,
  elements: Elements,
  vertex: number,
  reach: number,
): Map<number, number> {
  const { vertices, corners, offsets, items } = elements;
  const distances = new Map([[vertex, 0]]);
  const queue = [vertex];
  for (const from of queue) {
    for (let i = offsets[from]; i < offsets[from + 1]; i++) {
      for (let c = corners * items[i]; c < corners * (items[i] + 1); c++) {
        const to = vertices[c];
        const distance = distances.get(from)! + edgeLength(positions, from, to);
        if (distance >= reach || distance >= (distances.get(to) ?? Infinity)) continue;
        distances.set(to, distance);
        queue.push(to);
      }
    }
  }
  return distances;
}

/** Returns the distance of two vertices [m]. Math.hypot isn't the same in every engine. */
function edgeLength(positions: Float32Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns GRAB_POINT records. @param distances distance [m] by vertex of the model @param radius [m] */
function pointsOf(distances: ReadonlyMap<number, number>, vertexBase: number, radius: number): Neighbourhood {
  const buffer = new ArrayBuffer(4 * GRAB_POINT.stride * distances.size);
  const points = { f32: new Float32Array(buffer), u32: new Uint32Array(buffer) };
  const ascending = [...distances].sort(([a], [b]) => a - b);
  ascending.forEach(([vertex, distance], i) => {
    const at = GRAB_POINT.stride * i;
    points.u32[at + GRAB_POINT.vertex] = vertexBase + vertex;
    points.f32[at + GRAB_POINT.weight] = radius > 0 ? falloff(distance / radius) : 1;
    points.f32[at + GRAB_POINT.carry] = radius > 0 ? falloff(distance / (CARRY_REACH * radius)) : 0;
  });
  return { points, count: distances.size };
}

/** Returns the weight at a distance: 1 at distance 0, falling off smoothly to 0 at distance 1. */
const falloff = (distance: number): number =>
  distance < 1 ? (1 - distance * distance) * (1 - distance * distance) : 0;

/**
 * Returns the point that a grab moves to its target [m]: the mean position of the neighbourhood, weighted by mass times weight.
 * @param positions [m], 3 per vertex @param inverseMasses [1/kg], per vertex @returns undefined if all its vertices are held in place
 */
export function grabbedPoint(
  { points, count }: Neighbourhood,
  positions: Float32Array,
  inverseMasses: Float32Array,
): [number, number, number] | undefined {
  let mass = 0;
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < GRAB_POINT.stride * count; at += GRAB_POINT.stride) {
    const vertex = points.u32[at + GRAB_POINT.vertex];
    if (inverseMasses[vertex] === 0) continue;
    const m = points.f32[at + GRAB_POINT.weight] / inverseMasses[vertex];
    mass += m;
    for (let k = 0; k < 3; k++) sum[k] += m * positions[3 * vertex + k];
  }
  return mass > 0 ? [sum[0] / mass, sum[1] / mass, sum[2] / mass] : undefined;
}
