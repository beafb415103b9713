import { NONE } from '../topology.ts';
import { hasEdge } from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { addElement, type AirOptimiser, finishAdding, isDue, removeElement, reserve, tryAgain } from './optimiser.ts';
import { beginSandwich, chooseFaces } from './sandwich.ts';

/**
 * Multi-face removal, the inverse of edge removal: the 2 m tetrahedra on both sides of m faces between two vertices become the m + 2
 * around the edge of these vertices (m = 1 is the 2-3 flip). Source: Shewchuk 2002, Two discrete optimization algorithms for the
 * topological improvement of tetrahedral meshes.
 */

/**
 * Removes the face opposite a tetrahedron's corner, and more faces if that is better, if the smallest quality rises.
 * @returns whether faces were removed, and with them the tetrahedron
 */
export function removeFaces(optimiser: AirOptimiser, tet: number, corner: number): boolean {
  const { sandwich, adjacency, elements, positions, outcome } = optimiser;
  const beyond = adjacency.neighbours[AIR_STRIDE * tet + corner];
  // If operations are tried from both sides of a face, it is tried from the first.
  if (beyond === NONE || (beyond < tet && isDue(optimiser, beyond))) return false;
  outcome.facesTried++;
  beginSandwich(sandwich, elements, tet, corner, beyond);
  sandwich.floor = Math.min(optimiser.qualities[tet], optimiser.qualities[beyond]) + optimiser.options.leastGain;
  if (!chooseFaces(sandwich, adjacency, elements, positions)) return false;
  if (isEdgeTaken(optimiser) || !reserve(optimiser, 2 - sandwich.faceCount)) {
    tryAgain(optimiser, tet);
    return false;
  }
  replaceSandwich(optimiser);
  outcome.faceRemovals++;
  return true;
}

/** Whether the edge a, b, which the removal of the faces would make, exists already. */
export const isEdgeTaken = ({ sandwich, adjacency, elements }: AirOptimiser): boolean =>
  sandwich.a === sandwich.b || hasEdge(adjacency, elements, sandwich.a, sandwich.b);

/** Replaces the tetrahedra on both sides of the chosen faces by those around the edge a, b. */
export function replaceSandwich(optimiser: AirOptimiser): void {
  const { a, b, us, vs, tetsA, tetsB, children, chosen, goesOn, count } = optimiser.sandwich;
  removeElement(optimiser, tetsA[0]);
  removeElement(optimiser, tetsB[0]);
  for (let node = 0; node < count; node++) {
    if (chosen[node] === 0 || goesOn[node] === 0) continue;
    removeElement(optimiser, tetsA[children[node]]);
    removeElement(optimiser, tetsB[children[node]]);
  }
  for (let node = 0; node < count; node++)
    if (chosen[node] === 1 && goesOn[node] === 0) addElement(optimiser, a, b, us[node], vs[node]);
  finishAdding(optimiser);
}
