import { BOUNDARY, type Topology } from '../../mesh/topology.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Elements of the boundary that are turned inside out: they lie inside their own body without any path that could tell
 * where from. So contacts leave out what they take part in within their body, until the material has turned them back.
 * Source: Chen et al. 2023, section 3.5 and Figure 7.
 */

/** Whether a tetrahedron has a boundary face and is turned inside out. @param tet local to the body */
export function isInvertedBoundary(
  { bodies, models }: World,
  { positions }: State,
  body: number,
  tet: number,
): boolean {
  const { model, vertexBase } = bodies[body];
  const { topology } = models[model];
  return hasBoundaryFace(topology, tet) && volume6(positions, topology.tets, vertexBase, tet) < 0;
}

/**
 * Whether a point is of such an element: of a surface vertex or an edge's point, one that holds the vertex or both ends; of a
 * centroid its own. An inner vertex isn't of the boundary.
 * @param point its number (world.points)
 */
export function isOfInvertedBoundary(world: World, state: State, point: number): boolean {
  const { points } = world;
  const body = points.bodies[point];
  const { model, vertexBase, tetBase, edgeBase } = world.bodies[body];
  if (point >= points.firstEdge) {
    const { edges } = world.models[model].topology;
    const edge = point - points.firstEdge - edgeBase;
    return isHeldByInverted(world, state, body, edges[2 * edge], edges[2 * edge + 1]);
  }
  if (point >= points.firstCentroid)
    return isInvertedBoundary(world, state, body, point - points.firstCentroid - tetBase);
  if (point >= points.firstInner) return false;
  const vertex = points.vertices[point] - vertexBase;
  return isHeldByInverted(world, state, body, vertex, vertex);
}

/** Whether one holds the surface vertices p and q. @param p, q local to the body */
function isHeldByInverted(world: World, state: State, body: number, p: number, q: number): boolean {
  const { tets, surfaceIndices, vertexTetOffsets, vertexTets } = world.models[world.bodies[body].model].topology;
  const end = vertexTetOffsets[surfaceIndices[p] + 1];
  for (let k = vertexTetOffsets[surfaceIndices[p]]; k < end; k++) {
    const tet = vertexTets[k];
    const t = 4 * tet;
    if (tets[t] !== q && tets[t + 1] !== q && tets[t + 2] !== q && tets[t + 3] !== q) continue;
    if (isInvertedBoundary(world, state, body, tet)) return true;
  }
  return false;
}

function hasBoundaryFace({ neighbours }: Topology, tet: number): boolean {
  const t = 4 * tet;
  return ((neighbours[t] | neighbours[t + 1] | neighbours[t + 2] | neighbours[t + 3]) & BOUNDARY) !== 0;
}

/** Six times a tetrahedron's signed volume [m^3]. */
function volume6(x: Float32Array, tets: Uint32Array, vertexBase: number, tet: number): number {
  const a = 3 * (vertexBase + tets[4 * tet]);
  const b = 3 * (vertexBase + tets[4 * tet + 1]);
  const c = 3 * (vertexBase + tets[4 * tet + 2]);
  const d = 3 * (vertexBase + tets[4 * tet + 3]);
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}
