import type { SimulationParameters } from '../parameters.ts';
import type { Integrator } from '../features.ts';
import { XPBD } from './xpbd/xpbd.ts';

/** Returns the integrator of a step. The parameters are ignored, since there is only one integrator so far. */
export const integratorOf = (_parameters: SimulationParameters): Integrator => XPBD;
