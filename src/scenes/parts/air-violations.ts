import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { isInverted } from '../../mesh/air/quality.ts';
import type { FrameState } from '../check.ts';

/** Counts elements of air that are inverted, for scenes whose air stays as it is (airFlips 0). */
export function countAirViolations({ world, positions }: Pick<FrameState, 'world' | 'positions'>): number {
  const { elements } = world.air;
  const quality = new Float64Array(1);
  let count = 0;
  for (let at = 0; at < elements.length; at += AIR_STRIDE) if (isInverted(positions, elements, at, quality)) count++;
  return count;
}
