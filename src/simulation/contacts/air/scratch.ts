import { type ClosestPoint, createClosestPoint } from '../../../geometry/closest-point.ts';
import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { CAPACITY } from '../../capacities.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { type SolidFacets, solidFacets } from './facets.ts';

/** Memory for walks over the air of one world. */
export interface AirContactMemory {
  readonly world: World;
  readonly capacity: number;
  readonly solid: SolidFacets;
  /** The body of each vertex. */
  readonly bodies: Uint32Array;
  /** The two vertices of each edge of the world. */
  readonly edges: Uint32Array;
  /** Elements that the present walk has reached, in the order in which it did. */
  readonly reached: Uint32Array;
  /** Per element: the number of the last walk that reached it. */
  readonly walks: Uint32Array;
  /** Facets of bodies that the present walk has met: each is AIR_STRIDE times its element plus the number of the opposite corner. */
  readonly met: Uint32Array;
}

/** A worker's memory for contacts of air. */
export interface AirContactScratch {
  memory: AirContactMemory | undefined;
  /** Number of walks so far. */
  walk: number;
  readonly space: WalkSpace;
  /** Point to which the nearest facet is sought [m]. */
  readonly point: Float64Array;
  readonly closest: ClosestPoint;
  readonly pair: EdgePair;
  /** The pair looked at. */
  readonly tried: PointPair;
  readonly found: FoundContact;
  /** Normal of the facet looked at. */
  readonly normal: Float64Array;
  /** Sum of the normals of the facets at the nearest edge. */
  readonly outward: Float64Array;
  /** Third vertices of these facets, and their number. Further ones than fit in are not told apart. */
  readonly apexes: Uint32Array;
  apexCount: number;
}

/** Space that a walk doesn't leave (setSpace): a box [m], and the part of it between two planes, n . x = from and n . x = to. */
export interface WalkSpace {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The vector n [m]. */
  readonly along: Float64Array;
  /** [m^2] */
  from: number;
  to: number;
}

/** The nearest points of two edges: their parameters, the vector from the other edge's point to the own one [m], and the edges' cross product. */
export interface EdgePair {
  s: number;
  t: number;
  readonly gap: Float64Array;
  readonly cross: Float64Array;
}

/** Points of two primitives, as a contact has them: vertices of the own primitive first, weights of the other one negative. */
export interface PointPair {
  count: number;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

/** The nearest pair of primitives that a walk has met so far. */
export interface FoundContact extends PointPair {
  /** Distance squared [m^2]; infinite if there is none. */
  distanceSquared: number;
  /** Height above the facet, or of equally near facets the one whose air the vertex is in [m]. */
  height: number;
  readonly normal: Float64Array;
}

const createPointPair = (): PointPair => ({ count: 0, vertices: new Uint32Array(4), weights: new Float64Array(4) });

export const createAirContactScratch = (): AirContactScratch => ({
  memory: undefined,
  walk: 0,
  space: {
    low: new Float64Array(3),
    high: new Float64Array(3),
    along: new Float64Array(3),
    from: 0.5,
    to: 0.5,
  },
  point: new Float64Array(3),
  closest: createClosestPoint(),
  pair: { s: 0.5, t: 0.5, gap: new Float64Array(3), cross: new Float64Array(3) },
  tried: createPointPair(),
  found: { ...createPointPair(), distanceSquared: 0.5, height: 0.5, normal: new Float64Array(3) },
  normal: new Float64Array(3),
  outward: new Float64Array(3),
  apexes: new Uint32Array(8),
  apexCount: 0,
});

/** Returns what a world's memory holds of its bodies. */
function tablesOf(world: World): Pick<AirContactMemory, 'solid' | 'bodies' | 'edges'> {
  const bodies = new Uint32Array(world.vertexCount);
  const edges = new Uint32Array(2 * world.edgeCount);
  world.bodies.forEach(({ model, vertexBase, edgeBase }, body) => {
    const { topology } = world.models[model];
    bodies.fill(body, vertexBase, vertexBase + topology.vertexCount);
    edges.set(
      topology.edges.map((v) => vertexBase + v),
      2 * edgeBase,
    );
  });
  return { solid: solidFacets(world), bodies, edges };
}

/** Returns the memory for a world's air. It is made anew only if the world or the capacity has changed. */
export function airContactMemory(scratch: AirContactScratch, world: World, { capacities }: State): AirContactMemory {
  const capacity = capacities[CAPACITY.airElements];
  const { memory } = scratch;
  if (memory?.world === world && memory.capacity === capacity) return memory;
  const made = {
    ...(memory?.world === world ? memory : tablesOf(world)),
    world,
    capacity,
    reached: new Uint32Array(capacity),
    walks: new Uint32Array(capacity),
    met: new Uint32Array(AIR_STRIDE * capacity),
  };
  scratch.memory = made;
  scratch.walk = 0;
  return made;
}

/** Copies a pair of points. */
export function takePair(to: PointPair, from: PointPair): void {
  to.count = from.count;
  for (let i = 0; i < from.count; i++) {
    to.vertices[i] = from.vertices[i];
    to.weights[i] = from.weights[i];
  }
}
