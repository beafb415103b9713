import { closest } from '../../geometry/closest-point.ts';
import { NONE, type Topology } from '../../mesh/topology.ts';
import { closestOnFace } from './closest-on-face.ts';
import type { PathBody } from './path-body.ts';

/** Faces that the search for a first path slides over at most; it needs a path, not the best one. */
export const SLIDES = 32;

const known = new WeakMap<Topology, Uint32Array>();

/**
 * For each tetrahedron a boundary face few elements away: where a query for a first path starts, whose length bounds
 * the search from then on. Any face would do; a near one is often the answer's neighbour, however the body deforms.
 * Breadth first from the boundary inward, in the order of ids, so always the same. Made once a topology.
 */
export function firstFaces(topology: Topology): Uint32Array {
  let faces = known.get(topology);
  if (!faces) {
    faces = spreadFromBoundary(topology);
    known.set(topology, faces);
  }
  return faces;
}

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
      // Boundary faces are no elements: their words are larger than any.
      if (next >= tetCount || faces[next] !== NONE) continue;
      faces[next] = faces[queue[i]];
      queue[length++] = next;
    }
  return faces;
}

/**
 * Goes from a boundary face near the element over the surface, from face to face, as long as they come nearer to p.
 * @returns the face where that ends
 */
export function slideToNearFace(body: PathBody, tet: number, px: number, py: number, pz: number): number {
  const { faceEdges, edgeFaces } = body.topology;
  let face = body.firstFaces[tet];
  closestOnFace(body, face, px, py, pz);
  let distance = closest.distanceSquared;
  let last = face;
  for (let i = 0; i < SLIDES; i++) {
    let next = face;
    for (let k = 3 * face; k < 3 * face + 3; k++) {
      const edge = 2 * faceEdges[k];
      const across = edgeFaces[edge] === face ? edgeFaces[edge + 1] : edgeFaces[edge];
      if (across === last) continue;
      closestOnFace(body, across, px, py, pz);
      if (closest.distanceSquared >= distance) continue;
      distance = closest.distanceSquared;
      next = across;
    }
    if (next === face) break;
    last = face;
    face = next;
  }
  return face;
}
