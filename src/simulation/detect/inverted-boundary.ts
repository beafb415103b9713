import { sixVolumes } from '../../geometry/tetrahedron.ts';
import { BOUNDARY, type Topology } from '../../mesh/topology.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';

/**
 * This file tells which pairs of a point and a tetrahedron, both of one body, are excluded from contacts because of inverted
 * tetrahedra.
 *
 * An inverted tetrahedron with a boundary face lies inside its own body, but no path through the body shows where it came in. Pairs that
 * involve it are excluded until the material has turned it back (Chen et al. 2023, section 3.5 and Figure 7).
 *
 * For inner vertices and centroids, inverted tetrahedra without a boundary face exclude pairs as well. If a tetrahedron at such a point
 * is inverted, the point already lies in neighbouring tetrahedra, and a path would pull the point through the whole body. (With this
 * rule, a coil of bent-bars.ts that starts tangled keeps 1 of 58 penetrating vertices after 100 steps; without it, 6.)
 */

/**
 * Whether all pairs of a point with tetrahedra of its own body are excluded. They are if the point is a surface vertex or lies on an edge,
 * and this vertex or edge belongs to an inverted tetrahedron with a boundary face; or if the point is the centroid of an inverted
 * tetrahedron. False for inner vertices.
 * @param point number of the point (world.points)
 */
export function isPointExcluded({ points, bodies, models }: World, { positions }: State, point: number): boolean {
  const { model, vertexBase, tetBase, edgeBase } = bodies[points.bodies[point]];
  const { topology } = models[model];
  if (point < points.firstInner) {
    const vertex = points.vertices[point] - vertexBase;
    return shareInvertedBoundary(positions, topology, vertexBase, vertex, vertex);
  }
  if (point < points.firstCentroid) return false;
  if (point < points.firstEdge)
    return isInverted(positions, topology, vertexBase, point - points.firstCentroid - tetBase);
  const edge = 2 * (point - points.firstEdge - edgeBase);
  return shareInvertedBoundary(positions, topology, vertexBase, topology.edges[edge], topology.edges[edge + 1]);
}

/**
 * Whether the pair of a point and a tetrahedron of its own body is excluded because the tetrahedron is inverted. For surface vertices
 * and edges, the tetrahedron must also have a boundary face.
 * @param tet local to the body
 */
export function isTetExcluded(
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
 * Whether a path within a point's own body touches an inverted tetrahedron: the path ends at a face of an inverted tetrahedron, or the
 * point lies on an edge, one end of which is a vertex of an inverted tetrahedron with a boundary face.
 *
 * If bodies start tangled (depenetrationSpeed > 0), contacts skip these paths. Contacts would push on the inverted tetrahedra from
 * outside, so the tetrahedra would stay inverted, and parts of the body around them would stay inside. (After ten steps a tangled
 * noodle keeps 1 % of its penetrating vertices; without skipping, 5 %. Both are means of twelve starts.)
 *
 * If bodies start apart, contacts use these paths: they keep out points that have just entered. Without them a flattened ball keeps 5
 * inverted tetrahedra.
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
    shareInvertedBoundary(positions, topology, vertexBase, p, p) ||
    shareInvertedBoundary(positions, topology, vertexBase, q, q)
  );
}

/**
 * Whether the surface vertices p and q (local to the body) both belong to one inverted tetrahedron that has a boundary face. If p = q,
 * only this vertex must belong to it.
 */
function shareInvertedBoundary(x: Float32Array, topology: Topology, vertexBase: number, p: number, q: number): boolean {
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
  return sixVolumes(x, a, b, c, d) < 0;
}
