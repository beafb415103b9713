import type { Dimension } from './model.ts';
import { type Collider, isBowl, type Placement } from './world.ts';

/**
 * The dimension of a world with these bodies.
 * @throws Error where bodies of both kinds are mixed, or a body or a collider of a world in the plane isn't in it
 */
export function dimensionOf(placements: readonly Placement[], colliders: readonly Collider[]): Dimension {
  const dimension = placements[0]?.model.dimension ?? 3;
  for (const [i, { model, positions }] of placements.entries()) {
    if (model.dimension !== dimension)
      throw new Error(
        `Body ${i} (${model.name}) has ${model.dimension} dimensions, expected ${dimension} as body 0 has`,
      );
    const outside = dimension === 2 ? positions.findIndex((x, k) => k % 3 === 2 && x !== 0) : -1;
    if (outside >= 0)
      throw new Error(`Body ${i} (${model.name}) is in the plane and has z = ${positions[outside]} m, expected 0`);
  }
  if (dimension === 2)
    for (const [i, collider] of colliders.entries()) {
      const z = (isBowl(collider) ? collider.centre : collider.normal)[2];
      if (z !== 0) throw new Error(`Collider ${i} of a world in the plane has z = ${z}, expected 0`);
    }
  return dimension;
}
