import type { SimulationParameters } from '../../parameters.ts';
import type { World } from '../../world/world.ts';

/**
 * Whether steps keep free what is free. Without CCD nothing pushes apart what they hold, and where nothing has a face nothing can be crossed. CCD
 * on the device goes without it: it has no kernels yet, and would need the positions back in every step.
 */
export const isGuarded = (
  { mode, guarantee }: Pick<SimulationParameters, 'mode' | 'guarantee'>,
  { arrayLengths, ccdOnDevice }: Pick<World, 'arrayLengths' | 'ccdOnDevice'>,
): boolean => guarantee && (mode === 'ccd' || mode === 'hybrid') && arrayLengths.guard > 0 && !ccdOnDevice;
