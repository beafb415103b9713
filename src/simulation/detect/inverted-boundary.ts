import { BOUNDARY, type Topology } from '../../mesh/topology.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Inverted tetrahedra on the boundary ("such elements" below) lie inside their own body without any path that could tell where they
 * came from. Contacts therefore skip pairs within one body that involve them, until the material has turned them back. Source: Chen
 * et al. 2023, section 3.5 and Figure 7.
 *
 * For inner vertices and centroids every inverted element counts, not only those on the boundary. If an element there is inverted,
 * such a point already lies in its neighbours, and its path would pull it through the whole body. (A coil of bent-bars.ts that
 * starts tangled keeps 1 of 58 penetrating vertices after 100 steps instead of 6.)
 */

/**
 * Whether a point belongs to such an element, so that none of its pairs within its own body count.
 * @param point its number (world.points)
 */
export function isOfInverted({ points, bodies, models }: World, { positions }: State, point: number): boolean {
  const { model, vertexBase, tetBase, edgeBase } = bodies[points.bodies[point]];
  const { topology } = models[model];
  if (point < points.firstInner) {
    const vertex = points.vertices[point] - vertexBase;
    return isHeldByInverted(positions, topology, vertexBase, vertex, vertex);
  }
  if (point < points.firstCentroid) return false;
  if (point < points.firstEdge)
    return isInverted(positions, topology, vertexBase, point - points.firstCentroid - tetBase);
  const edge = 2 * (point - points.firstEdge - edgeBase);
  return isHeldByInverted(positions, topology, vertexBase, topology.edges[edge], topology.edges[edge + 1]);
}

/** Whether a tetrahedron of a point's own body is such an element for it. @param tet local to the body */
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

/**
 * Whether a path within a point's own body touches such an element without lying in one: the path ends at its face, or the point is
 * on an edge that ends at one. In bodies that start tangled (depenetrationSpeed > 0), contacts skip these paths too: pushed from
 * outside, the elements would stay inverted, and the parts of the body that they belong to would stay inside. (After ten steps a
 * tangled noodle keeps 1 % of its penetrating vertices instead of 5 %, the mean of twelve starts.) If bodies start apart, such
 * contacts keep out points that have just entered, so they are kept: without them a flattened ball keeps 5 inverted elements.
 * @param face the face that the path ends at, local to the body
 */
export function touchesInverted(
  { points, bodies, models }: World,
  { positions }: State,
  point: number,
  face: number,
): boolean {
  const { model, vertexBase, edgeBase } = bodies[points.bodies[point]];
  const { topology } = models[model];
  if (isInverted(positions, topology, vertexBase, topology.faceTets[face])) return true;
  if (point < points.firstEdge) return false;
  const edge = 2 * (point - points.firstEdge - edgeBase);
  const p = topology.edges[edge];
  const q = topology.edges[edge + 1];
  return (
    isHeldByInverted(positions, topology, vertexBase, p, p) || isHeldByInverted(positions, topology, vertexBase, q, q)
  );
}

/** Whether an inverted element on the boundary holds the surface vertices p and q, local to the body; p = q asks for one vertex. */
function isHeldByInverted(x: Float32Array, topology: Topology, vertexBase: number, p: number, q: number): boolean {
  const { tets, surfaceIndices, vertexTetOffsets, vertexTets } = topology;
  const end = vertexTetOffsets[surfaceIndices[p] + 1];
  for (let k = vertexTetOffsets[surfaceIndices[p]]; k < end; k++) {
    const tet = vertexTets[k];
    const t = 4 * tet;
    if (p !== q && tets[t] !== q && tets[t + 1] !== q && tets[t + 2] !== q && tets[t + 3] !== q) continue;
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
