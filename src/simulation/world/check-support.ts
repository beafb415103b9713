import type { SimulationParameters } from '../parameters.ts';
import type { Placement } from './world.ts';

/** Thrown if bodies can't be simulated with the parameters at the start. Other parameters or other bodies would do. */
export class UnsupportedError extends Error {}

/** @throws UnsupportedError if the integrator supports no cloth, and there is one */
export function checkSupport(
  placements: readonly Placement[],
  { integrator }: Pick<SimulationParameters, 'integrator'>,
): void {
  if (integrator === 'xpbd') return;
  const cloth = placements.findIndex(({ model }) => model.cloth.restVolumes.length > 0);
  if (cloth >= 0)
    throw new UnsupportedError(
      `Body ${cloth} (${placements[cloth].model.name}) is a cloth, and the integrator is ${integrator}; expected xpbd, the only one that supports cloth`,
    );
}
