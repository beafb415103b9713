import type { World } from '../../world/world.ts';

/** Tests whether the world has the gas arrays. They are only allocated if the pressure is above 0 when the world is created. */
export const hasGas = ({ arrayLengths }: World): boolean => arrayLengths.gases > 0;
