import type { SimulationParameters } from '../parameters.ts';
import type { Integrator } from '../features.ts';
import { XPBD } from './xpbd/xpbd.ts';

/** The integrator of a step. There is only one so far; a second one would add a parameter to choose. */
export const integratorOf = (_parameters: SimulationParameters): Integrator => XPBD;
