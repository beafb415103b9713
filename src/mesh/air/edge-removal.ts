import { cornerOf, fourthOf, NONE } from '../topology.ts';
import { hasEdge, hasFace } from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { addElement, type AirOptimiser, finishAdding, isDue, removeElement, reserve, tryAgain } from './optimiser.ts';
import { MOST_IN_RING, TET_EDGES, triangulateRing } from './ring.ts';

/**
 * Edge removal: the n tetrahedra around an edge become the 2 n - 4 above and below the triangles of its ring's polygon (n = 3 is the 3-2
 * flip). Source: Shewchuk 2002, Two discrete optimization algorithms for the topological improvement of tetrahedral meshes.
 */

/**
 * Removes an edge of a tetrahedron if the smallest quality around it rises.
 * @param edge a row of TET_EDGES
 * @returns whether the edge was removed, and with it the tetrahedron
 */
export function removeEdge(optimiser: AirOptimiser, tet: number, edge: number): boolean {
  const { ring, outcome } = optimiser;
  if (!walkRing(optimiser, tet, edge, true)) return false;
  outcome.edgesTried++;
  setFloor(optimiser, optimiser.options.leastGain);
  if (!triangulateRing(ring, optimiser.positions)) return false;
  if (isTaken(optimiser) || !reserve(optimiser, ring.count - 4)) {
    tryAgain(optimiser, tet);
    return false;
  }
  replaceRing(optimiser);
  outcome.edgeRemovals++;
  return true;
}

/**
 * Walks around an edge of a tetrahedron and writes its ring.
 * @param edge a row of TET_EDGES
 * @param once whether to give up if operations are tried from an earlier tetrahedron of the ring, too
 * @returns whether the ring is closed, so that air lies all around and no wall ends there, and has at most MOST_IN_RING tetrahedra
 */
export function walkRing(optimiser: AirOptimiser, tet: number, edge: number, once: boolean): boolean {
  const { ring, elements } = optimiser;
  const { neighbours } = optimiser.adjacency;
  const corners = TET_EDGES[edge];
  const a = elements[AIR_STRIDE * tet + corners[0]];
  const b = elements[AIR_STRIDE * tet + corners[1]];
  let vertex = elements[AIR_STRIDE * tet + corners[2]];
  let next = elements[AIR_STRIDE * tet + corners[3]];
  let current = tet;
  let count = 0;
  do {
    if (count === MOST_IN_RING) return false;
    if (once && current < tet && isDue(optimiser, current)) return false;
    ring.vertices[count] = vertex;
    ring.tets[count++] = current;
    current = neighbours[AIR_STRIDE * current + cornerOf(elements, AIR_STRIDE * current, vertex)];
    if (current === NONE) return false;
    vertex = next;
    next = fourthOf(elements, AIR_STRIDE * current, a, b, vertex);
  } while (current !== tet);
  ring.a = a;
  ring.b = b;
  ring.count = count;
  return count >= 3;
}

/** Sets what the triangulation has to exceed: the smallest quality in the ring and a gain. */
export function setFloor({ ring, qualities }: AirOptimiser, leastGain: number): void {
  let least = Infinity;
  for (let i = 0; i < ring.count; i++) least = Math.min(least, qualities[ring.tets[i]]);
  ring.floor = least + leastGain;
}

/** Whether an edge or face that the ring's triangulation would make exists already. (Other new faces have a new edge.) */
export function isTaken({ ring, adjacency, elements }: AirOptimiser): boolean {
  const { vertices, triangles, count } = ring;
  if (count === 3) return hasFace(adjacency, elements, vertices[0], vertices[1], vertices[2]);
  // The side i, j of the first triangle is an edge of the ring. Each diagonal is the side i, j of one other triangle i, k, j.
  for (let t = 3; t < 3 * (count - 2); t += 3)
    if (hasEdge(adjacency, elements, vertices[triangles[t]], vertices[triangles[t + 2]])) return true;
  return false;
}

/** Replaces the tetrahedra of the ring by those of its triangulation. */
export function replaceRing(optimiser: AirOptimiser): void {
  const { a, b, tets, vertices, triangles, count } = optimiser.ring;
  for (let i = 0; i < count; i++) removeElement(optimiser, tets[i]);
  for (let t = 0; t < 3 * (count - 2); t += 3) {
    const i = vertices[triangles[t]];
    const k = vertices[triangles[t + 1]];
    const j = vertices[triangles[t + 2]];
    addElement(optimiser, a, i, k, j);
    addElement(optimiser, i, k, j, b);
  }
  finishAdding(optimiser);
}
