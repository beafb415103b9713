import { stuffedAir } from '../../mesh/air/stuffed-air.ts';
import type { TessellatedSpace } from '../../mesh/air/tessellated-space.ts';
import { type Limb, limb, limbsDistance, pair } from './limbs.ts';

/**
 * The Town Musicians of Bremen (the Brothers Grimm): a donkey, a dog, a cat and a rooster on top of one another, from the bottom up. They look
 * along +x, y is up, the donkey stands near y = 0.
 */
export const MUSICIANS = ['donkey', 'dog', 'cat', 'rooster'] as const;

const DONKEY: readonly Limb[] = [
  limb([-0.28, 0.58, 0], [0.28, 0.6, 0], 0.21),
  ...pair([-0.27, 0.45, 0.15], [-0.29, 0.12, 0.18], 0.115, 0.105),
  ...pair([0.27, 0.45, 0.15], [0.29, 0.12, 0.18], 0.115, 0.105),
  limb([0.36, 0.7, 0], [0.58, 0.97, 0], 0.14, 0.13),
  limb([0.58, 1, 0], [0.84, 0.86, 0], 0.14, 0.12),
  ...pair([0.56, 1.07, 0.09], [0.51, 1.32, 0.17], 0.1, 0.085),
  limb([-0.46, 0.62, 0], [-0.6, 0.4, 0], 0.085, 0.095),
];
const DOG: readonly Limb[] = [
  limb([-0.46, 1.22, 0], [-0.12, 1.24, 0], 0.15),
  ...pair([-0.46, 1.14, 0.12], [-0.48, 1.06, 0.14], 0.105),
  ...pair([-0.12, 1.14, 0.12], [-0.11, 1.06, 0.14], 0.105),
  limb([0, 1.37, 0], [0.02, 1.42, 0], 0.14),
  limb([0.04, 1.41, 0], [0.21, 1.37, 0], 0.11, 0.09),
  ...pair([-0.03, 1.48, 0.13], [-0.05, 1.34, 0.2], 0.085),
  limb([-0.6, 1.28, 0], [-0.73, 1.44, 0], 0.085),
];
const CAT: readonly Limb[] = [
  limb([-0.52, 1.74, 0], [-0.3, 1.76, 0], 0.13),
  ...pair([-0.52, 1.68, 0.09], [-0.53, 1.63, 0.11], 0.095),
  ...pair([-0.3, 1.7, 0.09], [-0.29, 1.65, 0.11], 0.095),
  limb([-0.17, 1.89, 0], [-0.15, 1.9, 0], 0.145),
  ...pair([-0.18, 1.98, 0.09], [-0.19, 2.1, 0.12], 0.085, 0.05),
  limb([-0.64, 1.79, 0], [-0.9, 1.85, 0], 0.085),
];
const ROOSTER: readonly Limb[] = [
  limb([-0.62, 2.19, 0], [-0.52, 2.21, 0], 0.145),
  limb([-0.46, 2.28, 0], [-0.42, 2.46, 0], 0.105, 0.1),
  limb([-0.42, 2.49, 0], [-0.45, 2.6, 0], 0.095, 0.065),
  limb([-0.38, 2.46, 0], [-0.26, 2.44, 0], 0.08, 0.05),
  limb([-0.7, 2.27, 0], [-0.86, 2.45, 0], 0.1, 0.09),
  limb([-0.86, 2.45, 0], [-0.96, 2.42, 0], 0.09, 0.06),
];
/** Width over which limbs are blended [m]. */
const BLEND = 0.06;

/** Bounds of all four, for stuffing [m]. */
const BOUNDS = { min: [-1.05, 0, -0.32], max: [1, 2.7, 0.32] } as const;
/** Edge length of the lattice's cubes [m], for about as many elements as in Figure 8 of the paper. */
export const MUSICIANS_CELL = 0.13;

/**
 * Makes the four musicians and the air around them.
 * @param cell edge length of the lattice's cubes [m]; a little below the gaps between them at most
 */
export const musicians = (cell: number = MUSICIANS_CELL, progress?: (fraction: number) => void): TessellatedSpace =>
  stuffedAir(
    [DONKEY, DOG, CAT, ROOSTER].map((limbs) => limbsDistance(limbs, BLEND)),
    BOUNDS,
    cell,
    progress,
  );
