import { closestPointOnTriangle, FACE, type Feature, FIRST_CORNER, FIRST_EDGE } from '../../geometry/closest-point.ts';
import type { PathBody } from './path-body.ts';
import type { PathScratch } from './scratch.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';
import { MAX_SLIDES } from './limits.ts';

/** Writes to `scratch.closest` the point of a boundary face that is closest to the query point p, and counts it as a candidate. */
export function closestOnFace(
  scratch: PathScratch,
  { positions, vertexBase, topology }: PathBody,
  face: number,
  px: number,
  py: number,
  pz: number,
): void {
  const { closest, work } = scratch;
  const { triangle } = closest;
  const { faces } = topology;
  const i = 3 * (vertexBase + faces[3 * face]);
  const j = 3 * (vertexBase + faces[3 * face + 1]);
  const k = 3 * (vertexBase + faces[3 * face + 2]);
  work.candidates++;
  triangle[0] = positions[i] - px;
  triangle[1] = positions[i + 1] - py;
  triangle[2] = positions[i + 2] - pz;
  triangle[3] = positions[j] - px;
  triangle[4] = positions[j + 1] - py;
  triangle[5] = positions[j + 2] - pz;
  triangle[6] = positions[k] - px;
  triangle[7] = positions[k + 1] - py;
  triangle[8] = positions[k + 2] - pz;
  closestPointOnTriangle(closest);
}

/**
 * Returns, for each tetrahedron, a boundary face near it in the rest shape. A query starts with this face, and the path to it bounds the
 * rest of the search. Any face would be correct, but a near one is often the answer itself, however the body deforms. First, breadth-first
 * search from the boundary inward gives each tetrahedron a face. Then each tetrahedron takes over a neighbour's face if that face is
 * nearer. Both go through the mesh in the order of ids, so the result is deterministic.
 * @param rest positions of the rest shape [m], 3 per vertex
 */
export function firstFaces(topology: Topology, rest: Float32Array): Uint32Array {
  const faces = spreadFromBoundary(topology);
  comeNearer(topology, rest, faces);
  return faces;
}

/** Gives each tetrahedron the boundary face from which breadth-first search reaches it first. */
function spreadFromBoundary({ tetCount, faceCount, faceTets, neighbours }: Topology): Uint32Array {
  const faces = new Uint32Array(tetCount).fill(NONE);
  const queue = new Uint32Array(tetCount);
  let length = 0;
  for (let face = 0; face < faceCount; face++) {
    const tet = faceTets[face];
    if (faces[tet] !== NONE) continue;
    faces[tet] = face;
    queue[length++] = tet;
  }
  for (let i = 0; i < length; i++)
    for (let corner = 0; corner < 4; corner++) {
      const next = neighbours[4 * queue[i] + corner];
      // If the neighbour is a boundary face, its word is larger than any tetrahedron's id.
      if (next >= tetCount || faces[next] !== NONE) continue;
      faces[next] = faces[queue[i]];
      queue[length++] = next;
    }
  return faces;
}

/** Number of times that comeNearer goes through the mesh. */
const SWEEPS = 8;

/**
 * Lets each tetrahedron take over a neighbour's face if that face is nearer in the rest shape. Sweeps go through the tetrahedra forward and
 * backward in turn.
 */
function comeNearer(
  { tets, tetCount, neighbours, faces: corners }: Topology,
  rest: Float32Array,
  faces: Uint32Array,
): void {
  const gap = (tet: number, face: number): number => {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let d = 0;
      for (let i = 0; i < 4; i++) d += rest[3 * tets[4 * tet + i] + k] / 4;
      for (let i = 0; i < 3; i++) d -= rest[3 * corners[3 * face + i] + k] / 3;
      squared += d * d;
    }
    return squared;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let i = 0; i < tetCount; i++) {
      const tet = sweep % 2 === 0 ? i : tetCount - 1 - i;
      let least = gap(tet, faces[tet]);
      for (let k = 4 * tet; k < 4 * tet + 4; k++) {
        const next = neighbours[k];
        if (next >= tetCount || faces[next] === faces[tet]) continue;
        const other = gap(tet, faces[next]);
        if (other >= least) continue;
        least = other;
        faces[tet] = faces[next];
      }
    }
}

/**
 * Finds a boundary face near p. It starts at the element's face in firstFaces, and moves over the surface from face to face as long as the
 * distance from p decreases. Each move crosses the edge on which the face's closest point lies. If that point is a corner, the move crosses
 * one of the two edges at the corner.
 * @returns the last face reached
 */
export function slideToNearFace(
  scratch: PathScratch,
  body: PathBody,
  tet: number,
  px: number,
  py: number,
  pz: number,
): number {
  const { closest } = scratch;
  const { faceEdges, edgeFaces } = body.topology;
  let face = body.firstFaces[tet];
  closestOnFace(scratch, body, face, px, py, pz);
  let { distanceSquared, feature } = closest;
  let last = face;
  for (let i = 0; i < MAX_SLIDES && feature !== FACE; i++) {
    const from = feature;
    let next = face;
    for (let k = 0; k < 3; k++) {
      if (!isBesideEdge(from, k)) continue;
      const edge = 2 * faceEdges[3 * face + k];
      const across = edgeFaces[edge] === face ? edgeFaces[edge + 1] : edgeFaces[edge];
      if (across === last) continue;
      closestOnFace(scratch, body, across, px, py, pz);
      if (closest.distanceSquared >= distanceSquared) continue;
      distanceSquared = closest.distanceSquared;
      feature = closest.feature;
      next = across;
    }
    if (next === face) break;
    last = face;
    face = next;
  }
  return face;
}

/** Tests whether a feature of a face is its edge k or an end of this edge. */
function isBesideEdge(feature: Feature, k: number): boolean {
  return feature < FIRST_CORNER ? feature === FIRST_EDGE + k : feature - FIRST_CORNER !== (k + 2) % 3;
}
