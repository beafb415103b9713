import { NONE } from '../topology.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { removeEdge } from './edge-removal.ts';
import { removeFaces } from './multi-face-removal.ts';
import {
  type AirOptimiser,
  beginOptimising,
  compactElements,
  isDue,
  isWaiting,
  AIR_OPTIONS,
  type TetOutcome,
} from './optimiser.ts';
import { TET_EDGES } from './ring.ts';

/**
 * Improves tetrahedra of air by edge removal and multi-face removal, each done where it raises the smallest signed quality of the
 * tetrahedra that it replaces. Faces between air and bodies stay, and so do walls; so does the sum of the signed volumes.
 * @param elements AIR_STRIDE words per tetrahedron, changed in place; its length is the room that there is
 * @param count number of tetrahedra; it may change (`count` in the outcome); words that it no longer covers become NONE
 * @param positions 3 numbers per vertex
 * @returns the optimiser's outcome, which the next call overwrites
 * Source: Shewchuk 2002, Two discrete optimization algorithms for the topological improvement of tetrahedral meshes, as used by Mueller
 * et al. 2015, Air Meshes for Robust Collision Handling, 3.3.
 */
export function optimiseTets(
  optimiser: AirOptimiser,
  elements: Uint32Array,
  count: number,
  positions: Float32Array | Float64Array,
  options = AIR_OPTIONS,
): TetOutcome {
  beginOptimising(optimiser, elements, count, positions, options);
  const { outcome } = optimiser;
  if (isWaiting(optimiser)) return outcome;
  for (optimiser.sweep = 1; optimiser.sweep <= options.sweeps; optimiser.sweep++) {
    const before = outcome.edgeRemovals + outcome.faceRemovals;
    for (let tet = 0; tet < optimiser.end; tet++)
      if (elements[AIR_STRIDE * tet] !== NONE && isDue(optimiser, tet)) improveTet(optimiser, tet);
    outcome.sweeps++;
    if (outcome.edgeRemovals + outcome.faceRemovals === before) break;
  }
  outcome.count = compactElements(optimiser);
  return outcome;
}

/** Tries the edges and faces of a tetrahedron until an operation replaces it. */
function improveTet(optimiser: AirOptimiser, tet: number): void {
  for (let edge = 0; edge < TET_EDGES.length; edge++) if (removeEdge(optimiser, tet, edge)) return;
  for (let corner = 0; corner < AIR_STRIDE; corner++) if (removeFaces(optimiser, tet, corner)) return;
}
