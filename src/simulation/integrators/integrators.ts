import type { SimulationParameters } from '../parameters.ts';
import type { Integrator } from '../features.ts';
import { XPBD } from './xpbd/xpbd.ts';

/** The integrator of a step. There is one; a second one brings the parameter that chooses. */
export const integratorOf = (_parameters: SimulationParameters): Integrator => XPBD;
