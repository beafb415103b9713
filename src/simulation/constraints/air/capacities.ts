import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import type { CapacityTable } from '../../tables/capacity-definition.ts';
import type { World } from '../../world/world.ts';

/** Room for more elements than at the start, as a share: removals of faces add elements, flips in the plane don't. */
const SPARE_SHARE = 0.25;

export const AIR_CAPACITIES = {
  /** Elements of air. */
  airElements: {
    initial: ({ air, dimension }: World) =>
      Math.ceil((air.elements.length / AIR_STRIDE) * (dimension === 2 ? 1 : 1 + SPARE_SHARE)),
  },
} as const satisfies CapacityTable;
