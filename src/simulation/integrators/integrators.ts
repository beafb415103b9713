import type { SimulationParameters } from '../parameters.ts';
import type { Integrator } from '../features.ts';
import { XPBD } from './xpbd/xpbd.ts';

/** Returns the integrator of a step. There is only one so far, so the parameters are ignored; with a second one, a parameter would select between them. */
export const integratorOf = (_parameters: SimulationParameters): Integrator => XPBD;
