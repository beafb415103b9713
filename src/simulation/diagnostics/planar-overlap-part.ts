import { planarOverlap } from './planar-overlap.ts';

/** Stage that measures overlaps of bodies in the plane. */
export const PLANAR_OVERLAP = { stages: { planarOverlap }, modelData: {} };
