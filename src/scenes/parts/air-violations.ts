import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { writeTetQuality } from '../../mesh/air/quality.ts';
import type { FrameState } from '../check.ts';

/**
 * An element of air counts as a violation if its quality is below this: 1 is a regular tetrahedron, 0 is flat. Elements between surfaces that
 * touch are flat, and finitely many iterations leave some of them just below 0.
 */
const VIOLATION = -0.02;

/** Counts elements of air in space that are clearly inverted, for scenes whose air stays as it is (airFlips 0). */
export function countAirViolations({ world, positions }: Pick<FrameState, 'world' | 'positions'>): number {
  const { elements } = world.air;
  const quality = new Float64Array(1);
  let count = 0;
  for (let e = 0; e < elements.length; e += AIR_STRIDE) {
    writeTetQuality(positions, elements[e], elements[e + 1], elements[e + 2], elements[e + 3], quality, 0);
    if (quality[0] < VIOLATION) count++;
  }
  return count;
}
