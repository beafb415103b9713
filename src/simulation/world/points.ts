import { hasVolume, NONE } from '../../mesh/topology.ts';
import type { Model } from './model.ts';
import type { SimulationParameters } from '../parameters.ts';
import type { Body, Points, World } from './world.ts';

/**
 * Numbers the contact points of a world: the points that DCD tests for penetration. Points (world.ts) gives the order.
 * @param surface surface vertices of all bodies and the body of each, as in World
 * @param kinds which kinds of points to include: the parameter contactPoints; and `recovery`, for which inner points are watched
 */
export function createPoints(
  models: readonly Model[],
  bodies: readonly Body[],
  surface: { readonly surfaceVertices: Uint32Array; readonly surfaceBodies: Uint32Array },
  kinds: Pick<SimulationParameters, 'contactPoints' | 'recovery'>,
): Points {
  const { surfaceVertices, surfaceBodies } = surface;
  const firstInner = surfaceVertices.length;
  const { contactPoints, recovery } = kinds;
  const topologies = bodies.map(({ model }) => models[model].topology);
  const areWatched = contactPoints !== 'all' && recovery === 'regions' && topologies.some(hasVolume);
  if (contactPoints === 'vertices' && !areWatched) {
    const starts = { firstInner, firstCentroid: firstInner, firstEdge: firstInner, count: firstInner };
    return { ...starts, vertices: surfaceVertices, bodies: surfaceBodies, areWatched };
  }
  const hasInner = contactPoints === 'all' || areWatched;
  const hasEdges = contactPoints !== 'vertices';
  const inner = hasInner ? bodies.map(({ model }) => innerVertices(models[model])) : [];
  const firstCentroid = inner.reduce((sum, ids) => sum + ids.length, firstInner);
  const firstEdge = topologies.reduce((sum, { tetCount }) => sum + (hasInner ? tetCount : 0), firstCentroid);
  const count = topologies.reduce((sum, { edgeCount }) => sum + (hasEdges ? edgeCount : 0), firstEdge);

  const vertices = new Uint32Array(firstCentroid);
  vertices.set(surfaceVertices);
  const pointBodies = new Uint32Array(count);
  pointBodies.set(surfaceBodies);
  let next = firstInner;
  inner.forEach((ids, body) => {
    pointBodies.fill(body, next, next + ids.length);
    for (const vertex of ids) vertices[next++] = bodies[body].vertexBase + vertex;
  });
  bodies.forEach(({ tetBase, edgeBase }, body) => {
    const { tetCount, edgeCount } = topologies[body];
    if (hasInner) pointBodies.fill(body, firstCentroid + tetBase, firstCentroid + tetBase + tetCount);
    if (hasEdges) pointBodies.fill(body, firstEdge + edgeBase, firstEdge + edgeBase + edgeCount);
  });
  return { firstInner, firstCentroid, firstEdge, count, vertices, bodies: pointBodies, areWatched };
}

/** Returns the ids of the inner vertices: they belong to a tetrahedron and are not on the boundary. */
const innerVertices = ({ topology, vertexVolumes }: Model): number[] =>
  Array.from(vertexVolumes.keys()).filter((v) => topology.surfaceIndices[v] === NONE && vertexVolumes[v] > 0);

/** Vertices whose weighted mean is a contact point. The weights add up to 1. */
export interface PointSource {
  /** Number of vertices: 1, 2 or 4. */
  count: number;
  /** Vertex ids of the world. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

export const createPointSource = (): PointSource => ({
  count: 1,
  vertices: new Uint32Array(4),
  weights: new Float64Array(4),
});

/**
 * Looks up the vertices and weights of a contact point.
 * @param source receives the result
 * @param point number of the contact point
 * @param along for a point on an edge: its parameter, 0 at the edge's first vertex, 1 at the second (QUERY.along)
 */
export function lookUpSource(
  source: PointSource,
  { points, models, bodies }: World,
  point: number,
  along: number,
): void {
  const { vertices, weights } = source;
  if (point < points.firstCentroid) {
    source.count = 1;
    vertices[0] = points.vertices[point];
    weights[0] = 1;
    return;
  }
  const { model, vertexBase, tetBase, edgeBase } = bodies[points.bodies[point]];
  const { tets, edges } = models[model].topology;
  if (point < points.firstEdge) {
    const tet = point - points.firstCentroid - tetBase;
    source.count = 4;
    for (let k = 0; k < 4; k++) {
      vertices[k] = vertexBase + tets[4 * tet + k];
      weights[k] = 0.25;
    }
    return;
  }
  const edge = point - points.firstEdge - edgeBase;
  source.count = 2;
  vertices[0] = vertexBase + edges[2 * edge];
  vertices[1] = vertexBase + edges[2 * edge + 1];
  weights[0] = 1 - along;
  weights[1] = along;
}

/**
 * Writes to out[at .. at+2] the position [m] of the contact point that `source` describes. The position is rounded to float32, so that
 * containment tests and path queries use the same position.
 */
export function writeSourcePosition(source: PointSource, positions: Float32Array, out: Float32Array, at: number): void {
  const { count, vertices, weights } = source;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i] * positions[3 * vertices[i] + k];
    out[at + k] = sum;
  }
}
