import {
  type ClosestPoint,
  closestPointOnTriangle,
  FACE,
  FIRST_CORNER,
  FIRST_EDGE,
} from '../../../geometry/closest-point.ts';
import type { Impact } from '../../../geometry/time-of-impact.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';

/**
 * Nearest points of a vertex and a face, and of two edges, and whether this pair is the one that stands for the place.
 *
 * Around a vertex there are always several faces that are nearer than the thickness: the face below it, and that face's neighbours. Only one
 * pair of each place makes a contact, the one whose distance is locally the smallest, so that a place isn't pushed several times:
 * - a vertex and a face, if the nearest point is inside the face;
 * - if it is on an edge: if the nearest points of both faces beside the edge are on the edge. The face of smaller id stands for both;
 * - if it is a corner: if the same holds for all edges at the corner. The corner's first face stands for all;
 * - two edges, if both nearest points are inside them, and if each edge sticks out towards the other one: the faces beside an edge lead away
 *   from the other edge. Otherwise a point of a face is nearer, and a vertex makes the contact.
 * Source: the feasible regions of Chen et al. 2025, "Offset Geometric Contact", section 3.
 */

/**
 * The faces beside an edge lead away from the other edge if the sine of their slope is at least this. Over flat ground edges have no slope;
 * rounding would then decide about each of the many crossings of two flat layers' edges, whose vertices keep them apart already.
 */
const LEAST_SLOPE = 1e-3;
/**
 * A vertex counts as over the border of two faces if its way to the edge deviates from a right angle to a face by at most this [rad]. Rounding
 * could make each face leave the place to the other one. Then both faces make a contact.
 */
const BORDER = 1e-6;
/** Two edges count as parallel if the squared sine of their angle is at most this. Their vertices are then as near as their insides. */
const PARALLEL_SQUARED = 1e-8;

/** A body's surface, and where its vertices are. */
export interface Surface {
  topology: Topology;
  /** Index of the body's first vertex in `positions`. */
  vertexBase: number;
  positions: Float32Array;
}

/**
 * Finds the point of a face that is nearest to a vertex.
 * @param closest scratch; its distanceSquared is written
 * @param motion the query's corners (setCorner): vertex, then the face's corners. Those at the end of the motion count
 * @param impact u and v are written: weights of the face's corners 1 and 2
 * @returns whether the pair stands for the place
 */
export function findNearestOnFace(
  closest: ClosestPoint,
  motion: Float64Array,
  impact: Impact,
  surface: Surface,
  face: number,
  reach: number,
): boolean {
  const { triangle } = closest;
  for (let i = 0; i < 9; i++) triangle[i] = motion[15 + i] - motion[12 + (i % 3)];
  const feature = closestPointOnTriangle(closest);
  if (!(closest.distanceSquared < reach * reach)) return false;
  impact.u = closest.b1;
  impact.v = Math.max(0, 1 - closest.b0 - closest.b1);
  if (feature === FACE) return true;
  return feature < FIRST_CORNER
    ? standsForEdge(closest, surface, face, feature - FIRST_EDGE)
    : standsForCorner(closest, surface, face, feature - FIRST_CORNER);
}

/** Whether a face stands for its edge k, on which the point nearest to a vertex lies. */
function standsForEdge(
  closest: ClosestPoint,
  { topology: { faces, faceEdges, edgeFaces }, vertexBase, positions }: Surface,
  face: number,
  k: number,
): boolean {
  const edge = faceEdges[3 * face + k];
  const other = edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
  if (other === NONE) return true;
  const a = faces[3 * face + k];
  const b = faces[3 * face + ((k + 1) % 3)];
  const third = faces[3 * other] + faces[3 * other + 1] + faces[3 * other + 2] - a - b;
  const cosine = cosineTowards(closest, positions, 3 * (vertexBase + a), 3 * (vertexBase + third));
  return cosine > BORDER ? face < other : cosine >= -BORDER;
}

/** Whether a face stands for its corner k, the point nearest to a vertex. */
function standsForCorner(
  closest: ClosestPoint,
  { topology, vertexBase, positions }: Surface,
  face: number,
  k: number,
): boolean {
  const { faces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const corner = faces[3 * face + k];
  const begin = vertexFaceOffsets[surfaceIndices[corner]];
  const end = vertexFaceOffsets[surfaceIndices[corner] + 1];
  if (vertexFaces[begin] !== face) return false;
  const from = 3 * (vertexBase + corner);
  for (let i = begin; i < end; i++)
    for (let j = 3 * vertexFaces[i]; j < 3 * vertexFaces[i] + 3; j++)
      if (cosineTowards(closest, positions, from, 3 * (vertexBase + faces[j])) < -BORDER) return false;
  return true;
}

/**
 * Returns the cosine of the angle between the way from the vertex to its nearest point and the way on from there to another point; 0 if
 * there is no angle. It is negative if the surface comes nearer towards that point.
 * @param from, to offsets in `positions`: a vertex of the feature that holds the nearest point, and the other point
 */
function cosineTowards({ x, y, z, distanceSquared }: ClosestPoint, positions: Float32Array, from: number, to: number) {
  const a = positions[to] - positions[from];
  const b = positions[to + 1] - positions[from + 1];
  const c = positions[to + 2] - positions[from + 2];
  const lengths = distanceSquared * (a * a + b * b + c * c);
  return lengths > 0 ? (x * a + y * b + z * c) / Math.sqrt(lengths) : 0;
}

/** Result of findNearestOnEdges: the vector from edge a to edge b where they are nearest [m]. */
export type Gap = Float64Array;

/**
 * Finds the nearest points of two edges.
 * @param gap written
 * @param motion the query's corners (setCorner): ends of edge a, ends of edge b. Those at the end of the motion count
 * @param impact u and v are written: the parameters along a and b
 * @returns whether the pair stands for the place, and is nearer than `reach`
 */
export function findNearestOnEdges(
  gap: Gap,
  motion: Float64Array,
  impact: Impact,
  ofA: Surface,
  edgeA: number,
  ofB: Surface,
  edgeB: number,
  reach: number,
): boolean {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let ac = 0;
  let bc = 0;
  for (let k = 12; k < 15; k++) {
    const a = motion[k + 3] - motion[k];
    const b = motion[k + 9] - motion[k + 6];
    const c = motion[k + 6] - motion[k];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ac += a * c;
    bc += b * c;
  }
  const determinant = aa * bb - ab * ab;
  if (!(determinant > PARALLEL_SQUARED * aa * bb)) return false;
  const u = (ac * bb - ab * bc) / determinant;
  const v = (ab * ac - aa * bc) / determinant;
  if (!(u > 0 && u < 1 && v > 0 && v < 1)) return false;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const onA = motion[12 + k] + u * (motion[15 + k] - motion[12 + k]);
    const onB = motion[18 + k] + v * (motion[21 + k] - motion[18 + k]);
    gap[k] = onB - onA;
    squared += gap[k] * gap[k];
  }
  if (!(squared < reach * reach)) return false;
  impact.u = u;
  impact.v = v;
  return sticksOut(gap, 1, squared, ofA, edgeA) && sticksOut(gap, -1, squared, ofB, edgeB);
}

/** Whether the faces beside an edge lead away from the direction sign * gap, which is at a right angle to the edge. */
function sticksOut(
  gap: Gap,
  sign: number,
  squared: number,
  { topology: { faces, edges, edgeFaces }, vertexBase, positions }: Surface,
  edge: number,
): boolean {
  const a = edges[2 * edge];
  const b = edges[2 * edge + 1];
  for (let i = 2 * edge; i < 2 * edge + 2; i++) {
    const face = 3 * edgeFaces[i];
    if (edgeFaces[i] === NONE) continue;
    const third = 3 * (vertexBase + faces[face] + faces[face + 1] + faces[face + 2] - a - b);
    const from = 3 * (vertexBase + a);
    let towards = 0;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const along = positions[third + k] - positions[from + k];
      towards += sign * gap[k] * along;
      length += along * along;
    }
    if (!(towards < 0 && towards * towards > LEAST_SLOPE * LEAST_SLOPE * squared * length)) return false;
  }
  return true;
}
