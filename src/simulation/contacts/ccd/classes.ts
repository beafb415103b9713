import type { SimulationParameters } from '../../parameters.ts';

/**
 * Tests whether CCD leaves the points inside of bodies (P_in) to shortest paths. In mode `ccd` there are no shortest paths. CCD then tests
 * every point, and no point is classified (Chen et al. 2023, figure 9a).
 */
export const leavesInnerPoints = ({ mode }: Pick<SimulationParameters, 'mode'>): boolean => mode === 'hybrid';
