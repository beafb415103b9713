import { fourthOf, NONE } from '../topology.ts';
import { hasEdge } from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import {
  addElement,
  type AirOptimiser,
  beginOptimising,
  finishAdding,
  isDue,
  isWaiting,
  AIR_OPTIONS,
  removeElement,
  tryAgain,
} from './optimiser.ts';
import { writeTriangleQuality } from './quality.ts';

/**
 * Flips edges between two triangles of air where this raises the smaller of their signed qualities. Edges of bodies (one side isn't air)
 * and walls stay. The triangles' number and the sum of their signed areas stay too. Ends when no flip helps, which it does since
 * each replaces triangles by better ones, or after the sweeps of the options.
 * @param elements AIR_STRIDE words per triangle, changed in place
 * @param count number of triangles
 * @param positions 3 numbers per vertex
 * @returns number of flips
 * Source: Mueller et al. 2015, Air Meshes for Robust Collision Handling, 3.3.
 */
export function flipEdges(
  optimiser: AirOptimiser,
  elements: Uint32Array,
  count: number,
  positions: Float32Array | Float64Array,
  options = AIR_OPTIONS,
): number {
  beginOptimising(optimiser, elements, count, positions, options);
  if (isWaiting(optimiser)) return 0;
  let flips = 0;
  for (optimiser.sweep = 1; optimiser.sweep <= options.sweeps; optimiser.sweep++) {
    let flipped = 0;
    for (let triangle = 0; triangle < count; triangle++) flipped += flipEdgesOf(optimiser, triangle);
    if (flipped === 0) break;
    flips += flipped;
  }
  return flips;
}

/** Tries the edges of a triangle until one is flipped. Returns the number of flips, 0 or 1. */
function flipEdgesOf(optimiser: AirOptimiser, triangle: number): number {
  if (!isDue(optimiser, triangle)) return 0;
  for (let corner = 0; corner < 3; corner++) {
    const other = optimiser.adjacency.neighbours[AIR_STRIDE * triangle + corner];
    // If flips are tried from both triangles, the edge is tried from the first.
    if (other === NONE || (other < triangle && isDue(optimiser, other))) continue;
    if (flipEdge(optimiser, triangle, corner, other)) return 1;
  }
  return 0;
}

/** Flips the edge opposite a triangle's corner if that helps: triangles c a b and d b a become c a d and c d b. */
function flipEdge(optimiser: AirOptimiser, triangle: number, corner: number, other: number): boolean {
  const { elements, positions, qualities, pair, adjacency } = optimiser;
  const at = AIR_STRIDE * triangle;
  const c = elements[at + corner];
  const a = elements[at + ((corner + 1) % 3)];
  const b = elements[at + ((corner + 2) % 3)];
  const d = fourthOf(elements, AIR_STRIDE * other, a, b, NONE);
  const least = Math.min(qualities[triangle], qualities[other]) + optimiser.options.leastGain;
  writeTriangleQuality(positions, c, a, d, pair, 0);
  if (!(pair[0] > least)) return false;
  writeTriangleQuality(positions, c, d, b, pair, 1);
  if (!(pair[1] > least)) return false;
  if (c === d || hasEdge(adjacency, elements, c, d)) {
    tryAgain(optimiser, triangle);
    return false;
  }
  removeElement(optimiser, triangle);
  removeElement(optimiser, other);
  addElement(optimiser, c, a, d, NONE);
  addElement(optimiser, c, d, b, NONE);
  finishAdding(optimiser);
  return true;
}
