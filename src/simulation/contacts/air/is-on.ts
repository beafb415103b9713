import type { SimulationParameters } from '../../parameters.ts';
import { hasAir, type World } from '../../world/world.ts';

/** Name of the contact source. */
export const AIR_SOURCE = 'air';

/** Without a distance that surfaces keep there is nothing to find: the constraint alone keeps elements from inverting. */
export const isOn = ({ air, integrator, contactOffset }: SimulationParameters, world: Pick<World, 'air'>): boolean =>
  hasAir(world) && air === 'on' && integrator === 'xpbd' && contactOffset > 0;
