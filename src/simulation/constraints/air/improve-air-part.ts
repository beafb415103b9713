import { improveAir } from './improve-air.ts';

/** Stage that changes the connectivity of air meshes. */
export const IMPROVE_AIR = { stages: { improveAir }, modelData: {} };
