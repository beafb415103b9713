import type { SimulationParameters } from '../../parameters.ts';
import type { World } from '../../world/world.ts';

/**
 * Whether steps keep free what is free. Without CCD nothing pushes apart what they hold, and where nothing has a face nothing can be crossed.
 */
export const isGuarded = (
  { mode, guarantee }: Pick<SimulationParameters, 'mode' | 'guarantee'>,
  { arrayLengths }: Pick<World, 'arrayLengths'>,
): boolean => guarantee && (mode === 'ccd' || mode === 'hybrid') && arrayLengths.guard > 0;
