import { BOUNDARY, type Topology } from '../../mesh/topology.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Elements of the boundary that are turned inside out lie inside their own body without any path that could tell where from.
 * So contacts leave out what they take part in within their body, until the material has turned them back: with their
 * vertices, edges at those, themselves, and as what a path ends at. Source: Chen et al. 2023, section 3.5 and Figure 7.
 * Any of them pushed on keeps them inside out, and with them what they belong to inside: with contacts of edges that only
 * end at one, and of paths that end at one, a tangled noodle keeps 5 % of its penetrating vertices after ten steps
 * instead of 0.4 %, the mean of twelve starts.
 *
 * An inner vertex or a centroid lies in its neighbours already where any element there is inverted, and its path would pull it
 * through the whole body: for these every inverted element counts. (A coil of bent-bars.ts that starts tangled
 * keeps 1 of 58 penetrating vertices after 100 steps instead of 6.)
 */

/** Whether nothing that a point finds in its own body counts, since it is of such an element. @param point its number (world.points) */
export function isOfInverted({ points, bodies, models }: World, { positions }: State, point: number): boolean {
  const { model, vertexBase, tetBase, edgeBase } = bodies[points.bodies[point]];
  const { topology } = models[model];
  if (point < points.firstInner) {
    const vertex = points.vertices[point] - vertexBase;
    return isHeldByInverted(positions, topology, vertexBase, vertex);
  }
  if (point < points.firstCentroid) return false;
  if (point < points.firstEdge)
    return isInverted(positions, topology, vertexBase, point - points.firstCentroid - tetBase);
  const edge = 2 * (point - points.firstEdge - edgeBase);
  return (
    isHeldByInverted(positions, topology, vertexBase, topology.edges[edge]) ||
    isHeldByInverted(positions, topology, vertexBase, topology.edges[edge + 1])
  );
}

/** Whether a tetrahedron of a point's own body is such an element to it. @param tet local to the body */
export function isInvertedTo(
  { points, bodies, models }: World,
  { positions }: State,
  point: number,
  tet: number,
): boolean {
  const { model, vertexBase } = bodies[points.bodies[point]];
  const { topology } = models[model];
  const isInner = point >= points.firstInner && point < points.firstEdge;
  return (isInner || hasBoundaryFace(topology, tet)) && isInverted(positions, topology, vertexBase, tet);
}

/** Whether a path of a body's own point ends at such an element. @param face of the boundary, local to the body */
export const endsAtInverted = (x: Float32Array, topology: Topology, vertexBase: number, face: number): boolean =>
  isInverted(x, topology, vertexBase, topology.faceTets[face]);

/** Whether an inverted element of the boundary holds a surface vertex, local to the body. */
function isHeldByInverted(x: Float32Array, topology: Topology, vertexBase: number, vertex: number): boolean {
  const { surfaceIndices, vertexTetOffsets, vertexTets } = topology;
  const end = vertexTetOffsets[surfaceIndices[vertex] + 1];
  for (let k = vertexTetOffsets[surfaceIndices[vertex]]; k < end; k++) {
    const tet = vertexTets[k];
    if (hasBoundaryFace(topology, tet) && isInverted(x, topology, vertexBase, tet)) return true;
  }
  return false;
}

function hasBoundaryFace({ neighbours }: Topology, tet: number): boolean {
  const t = 4 * tet;
  return ((neighbours[t] | neighbours[t + 1] | neighbours[t + 2] | neighbours[t + 3]) & BOUNDARY) !== 0;
}

function isInverted(x: Float32Array, { tets }: Topology, vertexBase: number, tet: number): boolean {
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
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx) < 0;
}
