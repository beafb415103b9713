import type { SimulationParameters } from '../parameters.ts';
import type { Integrator } from '../features.ts';
import { IMPLICIT_EULER } from './implicit-euler/implicit-euler.ts';
import type { INTEGRATORS } from './tables.ts';
import { XPBD } from './xpbd/xpbd.ts';

const BY_NAME: Readonly<Record<(typeof INTEGRATORS)[number], Integrator>> = {
  xpbd: XPBD,
  'implicit-euler': IMPLICIT_EULER,
};

/** Returns the integrator of a step. */
export const integratorOf = ({ integrator }: SimulationParameters): Integrator => BY_NAME[integrator];
